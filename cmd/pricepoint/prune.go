package main

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/store"
)

func newPrune(p *program) *cobra.Command {
	var dryRun bool
	c := &cobra.Command{
		Use: "prune", Short: "Drop old snapshots and the archives nothing needs any more", Args: noArguments,
		Long: "Drop old snapshots and the archives nothing needs any more.\n\n" +
			"It keeps all snapshots of the last keep.days days, before them the last one of each month, the snapshots that these\n" +
			"were built on or lead their readers to, and every archive that one of them was read from. Days are counted back from\n" +
			"the newest snapshot. Nothing is dropped unless you run this command.",
		Example: "  pricepoint prune --dry-run\n  PRICEPOINT_KEEP_DAYS=365 pricepoint prune",
		RunE:    p.with(func(p *parts, ctx context.Context, _ []string) error { return p.prune(ctx, dryRun) }),
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "show what would be dropped, and drop nothing")
	return c
}

// prune tells what becomes of everything, and drops what is to go.
func (p *parts) prune(ctx context.Context, dryRun bool) (err error) {
	if !dryRun {
		if _, err := p.Store.Pointer(); errors.Is(err, store.ErrEmpty) {
			return published.Nothing("drop", err) // before its directory is made
		}
		unlock, err := p.Lock(ctx)
		if err != nil {
			return err
		}
		defer unlock()
	}
	plan, err := p.Store.Plan(p.Config.Keep.Days, p.Now())
	if err != nil {
		return published.Nothing("drop", err)
	}
	if !dryRun {
		if err := p.Store.Prune(ctx, plan); err != nil {
			return err
		}
	}
	told, table := newPruned(plan, p.Config.Keep.Days, dryRun)
	if err := p.out.Print(told, table); err != nil {
		return err
	}
	p.Log.Info(map[bool]string{false: "pruned", true: "dry run, nothing is dropped"}[dryRun], "store", p.Store, "kept", told.Kept, "dropped", told.Dropped, "freedBytes", told.FreedBytes)
	return nil
}

// pruned is what the command prints.
type pruned struct {
	KeepDays   int             `json:"keepDays"`
	DryRun     bool            `json:"dryRun"`
	Versions   []store.Verdict `json:"versions"` // newest first
	Archives   []store.Verdict `json:"archives"` // newest first
	Kept       int             `json:"kept"`     // versions
	Dropped    int             `json:"dropped"`  // versions
	FreedBytes int64           `json:"freedBytes"`
}

func newPruned(plan store.Plan, days int, dryRun bool) (pruned, terminal.Table) {
	p := pruned{
		KeepDays: days, DryRun: dryRun, FreedBytes: plan.Freed(),
		Versions: append([]store.Verdict{}, plan.Versions...), Archives: append([]store.Verdict{}, plan.Archives...),
	}
	t := terminal.Table{Header: terminal.Row{"snapshot or archive", "", "bytes freed", "why"}}
	for i, v := range slices.Concat(p.Versions, p.Archives) {
		isVersion := i < len(p.Versions)
		switch {
		case v.Kept && isVersion:
			p.Kept++
		case isVersion:
			p.Dropped++
		}
		if v.Kept {
			t.Add(v.Name, "kept", "", v.Why)
		} else {
			t.Add(v.Name, "dropped", data.Int(v.Bytes).Grouped(), v.Why)
		}
	}
	return p, t
}

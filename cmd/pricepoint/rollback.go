package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/refresh"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/normalize/changes"
	"pricepoint/normalize/documents"
)

func newRollback(p *program) *cobra.Command {
	var dryRun bool
	c := &cobra.Command{
		Use: "rollback VERSION", Short: "Publish the content of an older snapshot again, as a new version", Args: arguments(1, 1, "one VERSION"),
		Long: "Publish the content of an older snapshot again, as a new version. Nothing published is removed or edited:\n" +
			"the new snapshot says which one it restores, its lastUpdated is that of the old content, and its changes.json\n" +
			"lists every number that goes back.\n\n" +
			"The next refresh builds on the restored values, so what the sources still say comes back, unless the gate holds\n" +
			"it. To keep it away, switch the source off (collect.disable) before the next refresh, or correct the catalogue.\n" +
			"An acceptance (pricepoint findings accept) stays in force: move its file out of accepted/ to take it back.",
		Example: "  pricepoint rollback 2026-11-14T030000Z --dry-run\n  pricepoint rollback 2026-11-14T030000Z",
		RunE:    p.with(func(p *parts, ctx context.Context, args []string) error { return p.rollback(ctx, args[0], dryRun) }),
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "say what would change, and publish nothing")
	return c
}

// rolledBack is what a rollback has done, or would do.
type rolledBack struct {
	Version  string        `json:"version"`
	Restores string        `json:"restores"`
	Replaces string        `json:"replaces"`
	DryRun   bool          `json:"dryRun"`
	Changes  []data.Change `json:"changes"`
}

func (p *parts) rollback(ctx context.Context, version string, dryRun bool) error {
	if !dryRun {
		if err := refresh.ReadyToSign(p.Keys); err != nil {
			return err
		}
		unlock, err := p.Lock(ctx)
		if err != nil {
			return err
		}
		defer unlock()
	}
	restored, done, err := p.restored(version)
	if err != nil {
		return err
	}
	if done.DryRun = dryRun; !dryRun {
		if _, err := p.Store.Publish(ctx, restored, nil); err != nil {
			return err
		}
	}
	format := "%s: the content of %s is published again as %s, after %s"
	if done.DryRun {
		format = "%s, and nothing is published, because this is a dry run; the content of %s would become %s, after %s"
	}
	words := []string{fmt.Sprintf(format, terminal.Several(len(done.Changes), "change"), done.Restores, done.Version, done.Replaces)}
	if len(done.Changes) > 0 {
		words = append(words, "what the sources still say comes back with the next refresh, unless it is held; see pricepoint rollback --help")
	}
	return p.out.Print(done, diffTable(done.Changes), words...)
}

// restored makes the snapshot to publish, and says how it differs from the newest.
func (p *parts) restored(version string) (data.Snapshot, rolledBack, error) {
	newest, warning, err := p.Store.Base()
	if warning != nil {
		p.Log.Warn("the store is not intact", "cause", warning)
	}
	if err != nil {
		return data.Snapshot{}, rolledBack{}, published.Nothing("go back to", err)
	}
	if version == newest.Manifest.Version && warning == nil {
		return data.Snapshot{}, rolledBack{}, fmt.Errorf("%s is the newest snapshot already; older ones: %s", version, p.Nearest(version))
	}
	if newest.Manifest.Restores == version && warning == nil {
		return data.Snapshot{}, rolledBack{}, fmt.Errorf("the content of %s is published already, as %s, so nothing is made", version, newest.Manifest.Version)
	}
	old, err := p.Store.Read(version)
	if err != nil {
		return data.Snapshot{}, rolledBack{}, p.Unreadable(version, err)
	}
	if old.Exports, err = p.Store.Exports(old.Manifest); err != nil {
		p.Log.Warn("what stood beside the snapshot for other programs cannot be brought back; the next refresh makes it anew", "cause", err)
	}
	restored, err := documents.Restore(old, newest, p.Now(), p.Program)
	if err != nil {
		return data.Snapshot{}, rolledBack{}, err
	}
	differences, err := changes.Between(newest, restored)
	return restored, rolledBack{
		Version: restored.Manifest.Version, Restores: version, Replaces: newest.Manifest.Version, Changes: append([]data.Change{}, differences...),
	}, err
}

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"pricepoint/data"
	"pricepoint/data/store"
	"pricepoint/normalize"
)

func newRollback(a *app) *cobra.Command {
	var dryRun bool
	c := &cobra.Command{
		Use: "rollback VERSION", Short: "Publish the content of an older snapshot again, as a new version", Args: oneArgument("VERSION"),
		Long: "Publish the content of an older snapshot again, as a new version. Nothing published is removed or edited:\n" +
			"the new snapshot says which one it restores, its lastUpdated is that of the old content, and its changes.json\n" +
			"tells every number that goes back.\n\n" +
			"The next refresh builds on the restored values, so what the sources still say comes again, unless the gate holds\n" +
			"it. To keep it away, switch the source off (collect.disable) before the next refresh, or correct the catalogue.\n" +
			"An acceptance (pricepoint findings accept) stays in force: move its file out of accepted/ to take it back.",
		Example: "  pricepoint rollback 2026-11-14T030000Z --dry-run\n  pricepoint rollback 2026-11-14T030000Z",
		RunE: func(c *cobra.Command, args []string) error {
			if err := a.load(c); err != nil {
				return err
			}
			return a.rollback(c.Context(), args[0], dryRun)
		},
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

func (a *app) rollback(ctx context.Context, version string, dryRun bool) error {
	if !dryRun {
		if err := a.readyToSign(); err != nil {
			return err
		}
		unlock, err := a.lock(ctx)
		if err != nil {
			return err
		}
		defer unlock()
	}
	restored, done, err := a.restored(version)
	if err != nil {
		return err
	}
	if done.DryRun = dryRun; !dryRun {
		if _, err := a.store.Publish(ctx, restored, nil); err != nil {
			return err
		}
	}
	return a.tellRollback(done)
}

// restored makes the snapshot to publish, and says how it differs from the newest.
func (a *app) restored(version string) (data.Snapshot, rolledBack, error) {
	newest, warning, err := a.store.Latest()
	if warning != nil {
		a.log.Warn("the store is not intact", "cause", warning)
	}
	if err != nil {
		return data.Snapshot{}, rolledBack{}, err
	}
	if version == newest.Manifest.Version && warning == nil {
		return data.Snapshot{}, rolledBack{}, fmt.Errorf("%s is the newest snapshot already; older ones: %s", version, a.nearest(version))
	}
	old, err := a.store.Read(version)
	if err != nil {
		return data.Snapshot{}, rolledBack{}, a.unreadable(version, err)
	}
	restored, err := normalize.Restore(old, newest, a.now(), generator())
	if err != nil {
		return data.Snapshot{}, rolledBack{}, err
	}
	changes, err := normalize.Changes(newest, restored)
	return restored, rolledBack{
		Version: restored.Manifest.Version, Restores: version, Replaces: newest.Manifest.Version, Changes: append([]data.Change{}, changes...),
	}, err
}

// unreadable says what else could be restored.
func (a *app) unreadable(version string, err error) error {
	if _, notOne := data.ParseVersion(version); notOne != nil {
		return usageError{fmt.Errorf("%v; name one such as %s", notOne, a.nearest(version))}
	}
	if errors.Is(err, store.ErrUnavailable) || errors.Is(err, store.ErrNewer) {
		return err
	}
	return fmt.Errorf("%w; the nearest are %s", err, a.nearest(version))
}

// nearest names the versions beside one, newest first.
func (a *app) nearest(version string) string {
	all, err := a.store.List()
	if err != nil || len(all) == 0 {
		return "none"
	}
	place, found := slices.BinarySearch(all, version)
	beside := slices.Clone(all[max(place-1, 0):min(place+1, len(all))])
	if found {
		beside = slices.Clone(all[max(place-2, 0):place])
	}
	if len(beside) == 0 {
		return "none"
	}
	slices.Reverse(beside)
	return strings.Join(beside, ", ")
}

func (a *app) tellRollback(done rolledBack) error {
	if a.cfg.Output == "json" {
		return a.print(done, rows{})
	}
	if len(done.Changes) > 0 {
		if err := a.print(done, rollbackTable(done.Changes)); err != nil {
			return err
		}
		fmt.Fprintln(a.stdout)
	}
	words := "%s: the content of %s is published again as %s, after %s\n"
	if done.DryRun {
		words = "%s, and nothing is published, for this is a dry run; the content of %s would become %s, after %s\n"
	}
	_, err := fmt.Fprintf(a.stdout, words, several(len(done.Changes), "change"), done.Restores, done.Version, done.Replaces)
	if err == nil && len(done.Changes) > 0 {
		_, err = fmt.Fprintln(a.stdout, "what the sources still say comes again with the next refresh, unless it is held; see pricepoint rollback --help")
	}
	return err
}

func rollbackTable(changes []data.Change) rows {
	t := rows{header: table.Row{"tool", "field", "published", "goes back to"}}
	for _, c := range changes {
		field := c.Field
		if field == "" {
			field = string(c.Kind)
		}
		t.lines = append(t.lines, table.Row{c.Tool, field, number(c.Old), number(c.New)})
	}
	return t
}

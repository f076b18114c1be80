package main

import (
	"errors"
	"io/fs"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"pricepoint/data"
)

func newSources(a *app) *cobra.Command {
	var from origin
	var only []string
	var check bool
	c := &cobra.Command{
		Use: "sources", Short: "List every source, its state and its last good reading", Args: noArguments,
		Long: "List every source, its state and its last good reading.\n\n" +
			"With --check every source is read now, as a refresh would, and nothing is stored.",
		Example: "  pricepoint sources\n  pricepoint sources --check --only pricing_openai",
		RunE: func(c *cobra.Command, _ []string) error {
			if err := a.load(c); err != nil {
				return err
			}
			if check {
				return a.check(c.Context(), from, only)
			}
			if from.replay != "" || len(only) > 0 {
				return usageError{errors.New("--only and --replay need --check: without it nothing is read")}
			}
			statuses, err := a.statuses()
			if err != nil {
				return err
			}
			return a.print(statuses, sourceTable(statuses))
		},
	}
	from.bind(c)
	c.Flags().BoolVar(&check, "check", false, "read every source now")
	c.Flags().StringSliceVar(&only, "only", nil, "with --check: read only these sources")
	return c
}

// statuses are those of the newest snapshot with the last run over them, or of the catalogue when nothing was ever read.
func (a *app) statuses() ([]data.SourceStatus, error) {
	snapshot, _, err := a.newestOrBaseline()
	if err != nil {
		return nil, err
	}
	return a.statusesIn(snapshot), nil
}

// statusesIn are those of a snapshot with the last run over them.
func (a *app) statusesIn(snapshot data.Snapshot) []data.SourceStatus {
	var all []data.SourceStatus
	for _, record := range snapshot.Manifest.Sources {
		all = append(all, record.SourceStatus)
	}
	report, err := a.store.Report()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		a.log.Warn("the report of the last run cannot be read; the next refresh writes a new one", "cause", err)
	} else if report.FinishedAt.After(asOf(snapshot.Manifest)) {
		all = report.Apply(all)
	}
	for i, s := range all {
		all[i] = s.At(a.now())
	}
	return all
}

// asOf is when the content of a snapshot was made. What was read after that is news to it, also when it was restored
// since: otherwise run would ask every source again as soon as an operator has gone back.
func asOf(m data.Manifest) time.Time {
	if made, err := data.ParseVersion(m.Restores); err == nil {
		return made
	}
	return m.GeneratedAt.Time
}

func sourceTable(statuses []data.SourceStatus) rows {
	t := rows{header: table.Row{"source", "state", "rows", "last confirmed", "last changed", "cause"}}
	for _, s := range statuses {
		t.lines = append(t.lines, table.Row{s.ID, s.State, s.Rows, dayOf(s.LastConfirmed), dayOf(s.LastChanged), s.Cause})
	}
	return t
}

func dayOf(t data.Timestamp) string {
	if t.IsZero() {
		return "never"
	}
	return t.Format(time.DateOnly)
}

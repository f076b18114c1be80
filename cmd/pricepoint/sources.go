package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/refresh"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

func newSources(p *program) *cobra.Command {
	var from refresh.Origin
	var only []string
	var check bool
	c := &cobra.Command{
		Use: "sources", Short: "List every source, its state and its last good reading", Args: noArguments,
		Long: "List every source, its state and its last good reading.\n\n" +
			"With --check every source is read now, as a refresh would, and nothing is stored.",
		Example: "  pricepoint sources\n  pricepoint sources --check --only pricing_openai",
		RunE: p.with(func(p *parts, ctx context.Context, _ []string) error {
			if check {
				return p.check(ctx, from, only)
			}
			if from.Replay != "" || !from.AsOf.IsZero() || len(only) > 0 {
				return terminal.Usage(errors.New("--only, --replay and --as-of need --check: without it nothing is read"))
			}
			statuses, err := p.Statuses()
			if err != nil {
				return err
			}
			return p.out.Print(statuses, sourceTable(statuses))
		}),
	}
	bindOrigin(c, &from)
	c.Flags().BoolVar(&check, "check", false, "read every source now")
	c.Flags().StringSliceVar(&only, "only", nil, "with --check: read only these sources")
	return c
}

func sourceTable(statuses []data.SourceStatus) terminal.Table {
	t := terminal.Table{Header: terminal.Row{"source", "state", "rows", "last confirmed", "last changed", "copy printed by", "cause"}}
	for _, s := range statuses {
		t.Add(s.ID, s.State, s.Rows, data.Day(s.LastConfirmed), data.Day(s.LastChanged), s.PrintedBy, s.Cause)
	}
	return t
}

// check reads sources now. A source that cannot be read is an error.
func (p *parts) check(ctx context.Context, from refresh.Origin, only []string) error {
	outcomes, err := p.Check(ctx, from, only)
	if err != nil {
		return err
	}
	failed := 0
	var statuses []data.SourceStatus
	for _, o := range outcomes {
		if statuses = append(statuses, o.SourceStatus); !o.OK {
			failed++
		}
	}
	if err := p.out.Print(outcomes, sourceTable(statuses)); err != nil || failed == 0 {
		return err
	}
	return fmt.Errorf("%d of %d sources cannot be read; their last good values stay in use", failed, len(outcomes))
}

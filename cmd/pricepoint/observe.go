package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/refresh"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/collectors/registry"
	"pricepoint/data"
)

func newObserve(p *program) *cobra.Command {
	var from refresh.Origin
	c := &cobra.Command{
		Use: "observe SOURCE", Short: "Print every number a source states, as it prints it", Args: arguments(1, 1, "one SOURCE"),
		Long: "Print every number a source states, as it prints it, before anything is decided.\n\n" +
			"With --output json one observation is one line. Nothing is stored. The sources are " + strings.Join(registry.Names(), ", ") + ".",
		Example: "  pricepoint observe pricing_anthropic\n  pricepoint observe pricing_openai --replay run.warc.gz --as-of 2026-10-15 --output json",
		RunE: p.with(func(p *parts, ctx context.Context, args []string) error {
			all, err := p.Observe(ctx, from, args[0])
			if err != nil {
				return err
			}
			return terminal.PrintLines(p.out, all, observationTable(all))
		}),
	}
	bindOrigin(c, &from)
	return c
}

func observationTable(all []data.Observation) terminal.Table {
	t := terminal.Table{Header: terminal.Row{"subject", "field", "value", "unit", "under", "as printed"}}
	for _, o := range all {
		t.Add(o.Subject, o.Field, o.Value, o.Unit, strings.Trim(o.Qualifiers.String()+", "+o.Qualifiers.Setting(), ", "), o.Quote)
	}
	return t
}

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"pricepoint/collectors"
	"pricepoint/data"
)

func newObserve(a *app) *cobra.Command {
	var from origin
	c := &cobra.Command{
		Use: "observe SOURCE", Short: "Print every number a source states, as it prints it", Args: oneArgument("SOURCE"),
		Long: "Print every number a source states, as it prints it, before anything is decided.\n\n" +
			"With --output json one observation is one line. Nothing is stored. The sources are " + strings.Join(collectors.Names(), ", ") + ".",
		Example: "  pricepoint observe pricing_anthropic\n  pricepoint observe pricing_openai --replay run.warc.gz --as-of 2026-10-15 --output json",
		RunE: func(c *cobra.Command, args []string) error {
			if err := a.load(c); err != nil {
				return err
			}
			return a.observe(c.Context(), args[0], from)
		},
	}
	from.bind(c)
	return c
}

func (a *app) observe(ctx context.Context, name string, from origin) error {
	if err := from.check(a.now()); err != nil {
		return err
	}
	sources, err := collectors.Select([]string{name})
	if err != nil {
		return usageError{err}
	}
	pages, err := a.openPages(from, from.when(a.now), io.Discard, collectors.Earlier{})
	if err != nil {
		return err
	}
	reading := collectors.Run(ctx, pages, sources, pages.options)[0]
	if reading.Failure != nil {
		return fmt.Errorf("%s: %s", name, onOneLine(reading.Failure))
	}
	return printLines(a, reading.Observations, observationTable(reading.Observations))
}

func observationTable(all []data.Observation) rows {
	t := rows{header: table.Row{"subject", "field", "value", "unit", "under", "as printed"}}
	for _, o := range all {
		t.lines = append(t.lines, table.Row{o.Subject, o.Field, o.Value, o.Unit, conditions(o.Qualifiers), o.Quote})
	}
	return t
}

// conditions writes the qualifiers that were stated, for people.
func conditions(q data.Qualifiers) string {
	body, err := json.Marshal(q)
	if err != nil {
		return err.Error()
	}
	return strings.NewReplacer(`"`, "", "{", "", "}", "", `","`, ", ", `":"`, " ").Replace(string(body))
}

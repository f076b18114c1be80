package main

import (
	"cmp"
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"pricepoint/data"
	"pricepoint/normalize"
)

func newDiff(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "diff [FROM [TO]]", Short: "List what changed between two snapshots, with the evidence", Args: atMostTwo,
		Long: "List every published number that differs between two snapshots, and what stands behind the new one.\n\n" +
			"Without arguments the newest snapshot is compared with the one before, with one argument the newest with that.\n" +
			"A snapshot is named by its version, by a time it was the newest at, or as latest or previous. A day means its end,\n" +
			"in UTC. Nothing between the two counts: what went up and down again has not changed.",
		Example: "  pricepoint diff\n  pricepoint diff 2026-10-01\n  pricepoint diff 2026-11-14T030000Z latest --output json",
		RunE: func(c *cobra.Command, args []string) error {
			if err := a.load(c); err != nil {
				return err
			}
			return a.diff(args)
		},
	}
}

func atMostTwo(c *cobra.Command, args []string) error {
	if len(args) > 2 {
		return usageError{fmt.Errorf("%s compares two snapshots, not %d; see %s --help", c.CommandPath(), len(args), c.CommandPath())}
	}
	return nil
}

// compared is what two snapshots differ in.
type compared struct {
	From    string        `json:"from"`
	To      string        `json:"to"`
	Changes []data.Change `json:"changes"` // as in changes.json
}

func (a *app) diff(args []string) error {
	names := []string{"previous", "latest"}
	copy(names, args)
	from, to, err := a.versionsNamed(names[0], names[1])
	if err != nil {
		return err
	}
	before, err := a.store.Read(from)
	if err != nil {
		return err
	}
	after, err := a.store.Read(to)
	if err != nil {
		return err
	}
	changes, err := normalize.Changes(before, after)
	if err != nil {
		return err
	}
	return a.tellDiff(compared{from, to, append([]data.Change{}, changes...)})
}

func (a *app) tellDiff(c compared) error {
	if a.cfg.Output == "json" {
		return a.print(c, rows{})
	}
	if len(c.Changes) == 0 {
		_, err := fmt.Fprintf(a.stdout, "no changes between %s and %s\n", c.From, c.To)
		return err
	}
	if err := a.print(nil, diffTable(c.Changes)); err != nil {
		return err
	}
	counted := "1 change"
	if n := len(c.Changes); n > 1 {
		counted = fmt.Sprintf("%d changes", n)
	}
	_, err := fmt.Fprintf(a.stdout, "\n%s between %s and %s\n", counted, c.From, c.To)
	return err
}

func diffTable(changes []data.Change) rows {
	t := rows{header: table.Row{"tool", "change", "field", "old", "new", "percent", "evidence"}}
	for _, c := range changes {
		percent := ""
		if c.Percent != nil {
			percent = normalize.PercentText(*c.Percent)
		}
		t.lines = append(t.lines, table.Row{c.Tool, c.Kind, c.Field, number(c.Old), number(c.New), percent, diffEvidence(c)})
	}
	return t
}

// diffEvidence says in one line where the new value comes from.
func diffEvidence(c data.Change) string {
	e := c.Evidence
	switch {
	case c.Successor != "":
		return "its successor is " + c.Successor
	case e == nil:
		return ""
	case e.Method == data.Ruled || e.Method == data.Computed:
		return e.Rule
	}
	text := e.Source
	if said := cmp.Or(e.Quote, e.URL); said != "" {
		text += ": " + said
	}
	if e.Rule != "" {
		text += "; " + e.Rule
	}
	return text
}

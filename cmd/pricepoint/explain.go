package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/explain"
	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

func newExplain(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "explain TOOL [FIELD]", Short: "Tell why a published number is what it is", Args: toolAndField,
		Long: "Tell why a published number is what it is: who printed it, when it was read, who agrees and who does not.\n\n" +
			"TOOL is an id, a name or another spelling in the catalogue. FIELD is one of " + strings.Join(explain.Fields(), ", ") + ",\n" +
			"or a short form: input, context. Without FIELD every number of the model is explained; solved tells what a solved task costs,\n" +
			"board by board. --output json prints the evidence as in /api/provenance.json, null for a field that is absent, and for\n" +
			"solved the rows of /api/solved.json.",
		Example: "  pricepoint explain gpt-5.5 input\n  pricepoint explain \"Claude Opus 5\"\n  pricepoint explain gpt-5.6-luna solved",
		RunE: func(c *cobra.Command, args []string) error {
			parts, err := p.load(c)
			if err != nil {
				return err
			}
			return parts.explain(args[0], args[1:])
		},
	}
}

func toolAndField(c *cobra.Command, args []string) error {
	if len(args) < 1 || len(args) > 2 {
		return terminal.Usage(fmt.Errorf("%s needs a TOOL and perhaps a FIELD, not %d words; put a name with spaces in quotes; see %s --help",
			c.CommandPath(), len(args), c.CommandPath()))
	}
	return nil
}

// explain prints what stands behind one published number of a tool, or behind all of them.
func (p *parts) explain(name string, fields []string) error {
	field := ""
	if len(fields) > 0 {
		var err error
		if field, err = explain.FieldNamed(fields[0]); err != nil {
			return terminal.Usage(err)
		}
	}
	snapshot, stored, err := p.NewestOrBaseline()
	if err != nil {
		return err
	}
	provenance, err := published.Document[data.ProvenanceDocument](snapshot, data.ProvenancePath)
	if err != nil {
		return err
	}
	tool, err := p.ToolNamed(name, provenance)
	if err != nil {
		return err
	}
	if p.out.JSON && field == explain.Solved {
		costs, err := explain.SolvedIn(snapshot)
		if err != nil {
			return err
		}
		return p.out.Print(explain.SolvedBy(costs, tool.ID), terminal.Table{})
	} else if p.out.JSON && field != "" {
		return p.out.Print(tool.Value(field), terminal.Table{})
	} else if p.out.JSON {
		return p.out.Print(tool, terminal.Table{})
	}
	x, err := explain.New(p.Data, snapshot, tool)
	if err != nil {
		return err
	}
	answer := x.Paragraphs(field)
	if !stored {
		answer = append(answer, "Nothing has been read yet: this is what the built-in catalogue knows. pricepoint refresh reads the sources.")
	}
	return p.out.Say("%s\n", terminal.Fold(strings.Join(answer, "\n\n"), terminal.Width(p.out.Out)))
}

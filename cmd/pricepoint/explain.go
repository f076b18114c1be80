package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/data"
)

func newExplain(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "explain TOOL [FIELD]", Short: "Tell why a published number is what it is", Args: toolAndField,
		Long: "Tell why a published number is what it is: who printed it, when it was read, who agrees and who does not.\n\n" +
			"TOOL is an id, a name or a spelling of the catalogue. FIELD is one of " + strings.Join(fieldNames(), ", ") + ",\n" +
			"or short: input, context. Without FIELD every number of the tool is explained. --output json prints the evidence\n" +
			"as in /api/provenance.json, null for a field that is absent.",
		Example: "  pricepoint explain gpt-5.5 input\n  pricepoint explain \"Claude Opus 5\"",
		RunE: func(c *cobra.Command, args []string) error {
			if err := a.load(c); err != nil {
				return err
			}
			return a.explain(args[0], args[1:])
		},
	}
}

func toolAndField(c *cobra.Command, args []string) error {
	if len(args) < 1 || len(args) > 2 {
		return usageError{fmt.Errorf("%s needs a TOOL and perhaps a FIELD, not %d words; put a name with spaces in quotes; see %s --help",
			c.CommandPath(), len(args), c.CommandPath())}
	}
	return nil
}

// explain prints what stands behind one published number of a tool, or behind all of them.
func (a *app) explain(name string, fields []string) error {
	field := ""
	if len(fields) > 0 {
		var err error
		if field, err = fieldNamed(fields[0]); err != nil {
			return usageError{err}
		}
	}
	snapshot, stored, err := a.newestOrBaseline()
	if err != nil {
		return err
	}
	provenance, err := documentOf[data.ProvenanceDocument](snapshot, data.ProvenancePath)
	if err != nil {
		return err
	}
	tool, err := a.toolNamed(name, provenance)
	if err != nil {
		return err
	}
	if a.cfg.Output == "json" && field != "" {
		return a.print(tool.Value(field), rows{})
	} else if a.cfg.Output == "json" {
		return a.print(tool, rows{})
	}
	x, err := a.newExplainer(snapshot, tool)
	if err != nil {
		return err
	}
	answer := x.paragraphs(field)
	if !stored {
		answer = append(answer, "Nothing has been read yet: this is what the built-in catalogue knows. pricepoint refresh reads the sources.")
	}
	_, err = fmt.Fprintln(a.stdout, fold(strings.Join(answer, "\n\n"), terminalWidth(a.stdout)))
	return err
}

// newExplainer gathers what an answer about a tool may speak of.
func (a *app) newExplainer(snapshot data.Snapshot, tool data.ToolProvenance) (*explainer, error) {
	tools, err := documentOf[data.ToolsDocument](snapshot, data.ToolsPath)
	if err != nil {
		return nil, err
	}
	findings, err := documentOf[data.FindingsDocument](snapshot, data.FindingsPath)
	if err != nil {
		return nil, err
	}
	x := &explainer{
		tool: tool, provider: "its provider", made: snapshot.Manifest.GeneratedAt, findings: findings.Findings,
		accepted: a.accepted(), columns: a.catalog.Scoring.Columns, sources: map[string]data.SourceStatus{}, told: map[string]bool{},
	}
	if i := slices.IndexFunc(tools.Tools, func(t data.Tool) bool { return t.ID == tool.ID }); i >= 0 {
		x.provider = tools.Tools[i].Provider
	}
	for _, s := range a.statusesIn(snapshot) {
		x.sources[s.ID] = s
	}
	return x, nil
}

package main

import (
	"context"
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
		Use: "explain TOOL [FIELD]", Short: "Tell why a published number is what it is", Args: arguments(1, 2, "a TOOL and perhaps a FIELD"),
		Long: "Tell why a published number is what it is: who printed it, when it was read, who agrees and who does not.\n\n" +
			"TOOL is an id, a name or another spelling in the catalogue. FIELD is one of " + strings.Join(explain.Fields(), ", ") + ",\n" +
			"or a short form: input, context. Without FIELD every number of the model has one line. --output json\n" +
			"prints the evidence as in /api/provenance.json, null for a field that is absent.",
		Example: "  pricepoint explain gpt-5.5 input\n  pricepoint explain \"Claude Opus 5\"",
		RunE:    p.with((*parts).explain),
	}
}

// explain prints what stands behind one published number of a tool, or behind all of them.
func (p *parts) explain(_ context.Context, args []string) (err error) {
	field := ""
	if len(args) > 1 {
		if field, err = explain.FieldNamed(args[1]); err != nil {
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
	tool, err := p.ToolNamed(args[0], provenance)
	if err != nil {
		return err
	}
	x, err := explain.New(p.Data, snapshot, tool)
	if err != nil {
		return err
	}
	remark := ""
	if !stored {
		remark = "\n\n" + unread
	}
	if field == "" {
		about := fmt.Sprintf("%s by snapshot %s; of one FIELD alone everything is told that is known%s", tool.Name, provenance.Version, remark)
		return p.out.Print(tool, x.Overview(), about)
	}
	return p.out.Print(tool.Value(field), terminal.Table{}, x.Tell(field)+remark)
}

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/listing"
	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

// findingFilter says which findings are asked for.
type findingFilter struct {
	kinds        []string
	source, tool string
	all          bool
}

func newFindings(p *program) *cobra.Command {
	var filter findingFilter
	c := &cobra.Command{
		Use: "findings", Short: "List what was read and not published, and what looks wrong", Args: noArguments,
		Long: "List what the last refresh read and did not publish, and what looks wrong, most urgent first.\n\n" +
			"The kinds are " + kindNames() + ".\nDisagreements and unknown names are only counted unless --all or --kind asks for them.\n" +
			"What is held or withheld is published once an operator accepts it: pricepoint findings accept ID.",
		Example: "  pricepoint findings\n  pricepoint findings --kind unknownName --output json\n  pricepoint findings accept 1a2b3c4d5e --note \"seen on the page\"",
		RunE:    p.with(func(p *parts, _ context.Context, _ []string) error { return p.listFindings(filter) }),
	}
	c.Flags().StringSliceVar(&filter.kinds, "kind", nil, "list only these kinds")
	c.Flags().StringVar(&filter.tool, "tool", "", "list only findings about this model")
	c.Flags().BoolVar(&filter.all, "all", false, "list every kind")
	c.AddCommand(newAccept(p), newKnow(p))
	return c
}

func kindNames() string { return strings.Join(listing.Texts(data.FindingKinds), ", ") }

// findings are those of the newest snapshot.
func (p *parts) findings() (data.Snapshot, data.FindingsDocument, error) {
	snapshot, err := p.Newest()
	if err != nil {
		return snapshot, data.FindingsDocument{}, published.Nothing("look for findings in", err)
	}
	doc, err := published.Document[data.FindingsDocument](snapshot, data.FindingsPath)
	return snapshot, doc, err
}

// listFindings prints the findings of the newest snapshot.
func (p *parts) listFindings(filter findingFilter) error {
	snapshot, doc, err := p.findings()
	if err != nil {
		return err
	}
	asked, err := filter.of(p, snapshot, doc.Findings)
	if err != nil {
		return err
	}
	listed := asked
	if !filter.all && len(filter.kinds) == 0 { // those that wait for nobody are counted
		listed = slices.DeleteFunc(slices.Clone(asked), func(f data.Finding) bool { return f.Kind == data.Disagreement || f.Kind == data.UnknownName })
	}
	return p.out.Print(asked, findingTable(listed, p.Accepted()), summary(listed, asked)...)
}

// of are the findings that are asked for. One of an unknown name is about the tools that the name may mean.
func (f findingFilter) of(p *parts, snapshot data.Snapshot, all []data.Finding) ([]data.Finding, error) {
	for _, kind := range f.kinds {
		if !slices.Contains(data.FindingKinds, data.FindingKind(kind)) {
			return nil, terminal.Usage(fmt.Errorf("there is no kind %q of finding; the kinds are %s", kind, kindNames()))
		}
	}
	tool := data.ToolProvenance{}
	if f.tool != "" {
		provenance, err := published.Document[data.ProvenanceDocument](snapshot, data.ProvenancePath)
		if err != nil {
			return nil, err
		}
		if tool, err = p.ToolNamed(f.tool, provenance); err != nil {
			return nil, err
		}
	}
	asked := []data.Finding{}
	for _, finding := range all {
		if (len(f.kinds) == 0 || slices.Contains(f.kinds, string(finding.Kind))) && (f.source == "" || finding.Source == f.source) &&
			(f.tool == "" || finding.Tool == tool.ID || slices.Contains(finding.Nearest, tool.ID)) {
			asked = append(asked, finding)
		}
	}
	return asked, nil
}

func findingTable(all []data.Finding, accepted []data.Acceptance) terminal.Table {
	t := terminal.Table{Header: terminal.Row{"id", "kind", "model", "field", "published", "found", "since", "why"}}
	for _, f := range all {
		why := f.Why
		if a := data.Find(accepted, func(a data.Acceptance) bool { return a.ID == f.ID }); a != nil {
			why += fmt.Sprintf("; accepted by %s on %s, takes effect with the next refresh", a.By, data.Day(a.At))
		}
		t.Add(f.ID, f.Kind, f.Tool, f.Field, terminal.Number(f.Published), terminal.Number(f.Found), data.Day(f.Since), why)
	}
	return t
}

// summary is the last line, if there is one: what is only counted.
func summary(listed, asked []data.Finding) []string {
	counts := map[data.FindingKind]int{}
	for _, f := range asked {
		counts[f.Kind]++
	}
	var rest []string
	if n := counts[data.Disagreement]; n > 0 {
		rest = append(rest, terminal.Several(n, "disagreement"))
	}
	if n := counts[data.UnknownName]; n > 0 {
		rest = append(rest, terminal.Several(n, "unknown name"))
	}
	switch {
	case len(asked) == 0:
		return []string{"nothing was found"}
	case len(listed) == len(asked):
		return nil
	case len(listed) == 0:
		return []string{fmt.Sprintf("nothing needs attention; there are %s, which --all lists", data.Conjunction(rest, "and"))}
	}
	return []string{fmt.Sprintf("and %s; --all lists them", data.Conjunction(rest, "and"))}
}

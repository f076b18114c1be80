package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

// findingFilter says which findings are asked for.
type findingFilter struct {
	kinds []string
	tool  string
	all   bool
}

func newFindings(p *program) *cobra.Command {
	var filter findingFilter
	c := &cobra.Command{
		Use: "findings", Short: "List what was read and not published, and what looks wrong", Args: noArguments,
		Long: "List what the last refresh read and did not publish, and what looks wrong, most urgent first.\n\n" +
			"The kinds are " + kindNames() + ".\nDisagreements and unknown names are only counted unless --all or --kind asks for them.\n" +
			"What is held or withheld is published once an operator accepts it: pricepoint findings accept ID.",
		Example: "  pricepoint findings\n  pricepoint findings --kind unknownName --output json\n  pricepoint findings accept 1a2b3c4d5e --note \"seen on the page\"",
		RunE: func(c *cobra.Command, _ []string) error {
			parts, err := p.load(c)
			if err != nil {
				return err
			}
			return parts.listFindings(filter)
		},
	}
	c.Flags().StringSliceVar(&filter.kinds, "kind", nil, "list only these kinds")
	c.Flags().StringVar(&filter.tool, "tool", "", "list only findings about this model")
	c.Flags().BoolVar(&filter.all, "all", false, "list every kind")
	c.AddCommand(newAccept(p), newKnow(p))
	return c
}

func kindNames() string {
	var all []string
	for _, kind := range data.FindingKinds {
		all = append(all, string(kind))
	}
	return strings.Join(all, ", ")
}

// listFindings prints the findings of the newest snapshot.
func (p *parts) listFindings(filter findingFilter) error {
	snapshot, err := p.Stored()
	if err != nil {
		return err
	}
	if err := filter.resolve(p, snapshot); err != nil {
		return err
	}
	doc, err := published.Document[data.FindingsDocument](snapshot, data.FindingsPath)
	if err != nil {
		return err
	}
	asked := []data.Finding{}
	for _, f := range doc.Findings {
		if filter.asks(f) {
			asked = append(asked, f)
		}
	}
	if p.out.JSON {
		return p.out.Print(asked, terminal.Table{})
	}
	listed, counted := filter.divide(asked)
	if len(listed) > 0 {
		if err := p.out.Print(nil, findingTable(listed, p.Accepted())); err != nil {
			return err
		}
	}
	err = p.out.Say("%s", summary(len(listed), counted))
	return err
}

// resolve checks the kinds and finds the tool that is meant.
func (f *findingFilter) resolve(p *parts, snapshot data.Snapshot) error {
	for _, kind := range f.kinds {
		if !slices.Contains(data.FindingKinds, data.FindingKind(kind)) {
			return terminal.Usage(fmt.Errorf("there is no kind %q of finding; the kinds are %s", kind, kindNames()))
		}
	}
	if f.tool == "" {
		return nil
	}
	provenance, err := published.Document[data.ProvenanceDocument](snapshot, data.ProvenancePath)
	if err != nil {
		return err
	}
	tool, err := p.ToolNamed(f.tool, provenance)
	f.tool = tool.ID
	return err
}

// asks reports whether a finding is asked for. An unknown name is about the tools it may mean.
func (f *findingFilter) asks(finding data.Finding) bool {
	kind := len(f.kinds) == 0 || slices.Contains(f.kinds, string(finding.Kind))
	return kind && (f.tool == "" || finding.Tool == f.tool || slices.Contains(finding.Nearest, f.tool))
}

// divide parts what is listed from what is only counted: the kinds that wait for nobody.
func (f *findingFilter) divide(asked []data.Finding) (listed []data.Finding, counted map[data.FindingKind]int) {
	counted = map[data.FindingKind]int{}
	for _, finding := range asked {
		waits := finding.Kind != data.Disagreement && finding.Kind != data.UnknownName
		if waits || f.all || len(f.kinds) > 0 {
			listed = append(listed, finding)
		} else {
			counted[finding.Kind]++
		}
	}
	return listed, counted
}

func findingTable(all []data.Finding, accepted []data.Acceptance) terminal.Table {
	t := terminal.Table{Header: terminal.Row{"id", "kind", "model", "field", "published", "found", "since", "why"}}
	for _, f := range all {
		why := f.Why
		if a := published.Pending(f, accepted); a != nil {
			why += "; " + acceptedBy(*a)
		}
		t.Lines = append(t.Lines, terminal.Row{f.ID, f.Kind, f.Tool, f.Field, terminal.Number(f.Published), terminal.Number(f.Found), terminal.Day(f.Since), why})
	}
	return t
}

func acceptedBy(a data.Acceptance) string {
	return fmt.Sprintf("accepted by %s on %s, takes effect with the next refresh", a.By, terminal.Day(a.At))
}

// summary is the last line: what is only counted.
func summary(listed int, counted map[data.FindingKind]int) string {
	var rest []string
	for _, c := range []struct {
		kind      data.FindingKind
		one, many string
	}{{data.Disagreement, "disagreement", "disagreements"}, {data.UnknownName, "unknown name", "unknown names"}} {
		switch n := counted[c.kind]; n {
		case 0:
		case 1:
			rest = append(rest, "1 "+c.one)
		default:
			rest = append(rest, data.Int(int64(n)).Grouped()+" "+c.many)
		}
	}
	switch {
	case len(rest) > 0 && listed > 0:
		return fmt.Sprintf("\nand %s; --all lists them\n", terminal.Conjunction(rest, "and"))
	case len(rest) > 0:
		return fmt.Sprintf("nothing needs attention; there are %s, which --all lists\n", terminal.Conjunction(rest, "and"))
	case listed == 0:
		return "nothing was found\n"
	default:
		return ""
	}
}

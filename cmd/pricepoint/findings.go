package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/data"
	"pricepoint/data/store"
)

// findingFilter says which findings are asked for.
type findingFilter struct {
	kinds []string
	tool  string
	all   bool
}

func newFindings(a *app) *cobra.Command {
	var filter findingFilter
	c := &cobra.Command{
		Use: "findings", Short: "List what was read and not published, and what looks wrong", Args: noArguments,
		Long: "List what the last refresh read and did not publish, and what looks wrong, most urgent first.\n\n" +
			"The kinds are " + kindNames() + ".\nDisagreements and unknown names are only counted unless --all or --kind asks for them.\n" +
			"What is held or withheld is published once an operator accepts it: pricepoint findings accept ID.",
		Example: "  pricepoint findings\n  pricepoint findings --kind unknownName --output json\n  pricepoint findings accept 1a2b3c4d5e --note \"seen on the page\"",
		RunE: func(c *cobra.Command, _ []string) error {
			if err := a.load(c); err != nil {
				return err
			}
			return a.listFindings(filter)
		},
	}
	c.Flags().StringSliceVar(&filter.kinds, "kind", nil, "list only these kinds")
	c.Flags().StringVar(&filter.tool, "tool", "", "list only what is about this tool")
	c.Flags().BoolVar(&filter.all, "all", false, "list every kind")
	c.AddCommand(newAccept(a))
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
func (a *app) listFindings(filter findingFilter) error {
	snapshot, err := a.storedSnapshot()
	if err != nil {
		return err
	}
	if err := filter.resolve(a, snapshot); err != nil {
		return err
	}
	doc, err := documentOf[data.FindingsDocument](snapshot, data.FindingsPath)
	if err != nil {
		return err
	}
	asked := []data.Finding{}
	for _, f := range doc.Findings {
		if filter.asks(f) {
			asked = append(asked, f)
		}
	}
	if a.cfg.Output == "json" {
		return a.print(asked, rows{})
	}
	listed, counted := filter.divide(asked)
	if len(listed) > 0 {
		if err := a.print(nil, findingTable(listed, a.accepted())); err != nil {
			return err
		}
	}
	_, err = fmt.Fprint(a.stdout, summary(len(listed), counted))
	return err
}

// storedSnapshot is the newest snapshot; without one nothing can have been found.
func (a *app) storedSnapshot() (data.Snapshot, error) {
	snapshot, err := a.newest()
	if errors.Is(err, store.ErrEmpty) {
		return snapshot, fmt.Errorf("the store %s holds no snapshot, so nothing was found yet; pricepoint refresh makes one, and is --store right?", a.store)
	}
	return snapshot, err
}

// resolve checks the kinds and finds the tool that is meant.
func (f *findingFilter) resolve(a *app, snapshot data.Snapshot) error {
	for _, kind := range f.kinds {
		if !slices.Contains(data.FindingKinds, data.FindingKind(kind)) {
			return usageError{fmt.Errorf("there is no kind %q of finding; the kinds are %s", kind, kindNames())}
		}
	}
	if f.tool == "" {
		return nil
	}
	provenance, err := documentOf[data.ProvenanceDocument](snapshot, data.ProvenancePath)
	if err != nil {
		return err
	}
	tool, err := a.toolNamed(f.tool, provenance)
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

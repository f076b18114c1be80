package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/store"
	"pricepoint/normalize/changes"
)

func newDiff(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "diff [FROM [TO]]", Short: "List what changed between two snapshots, with the evidence", Args: arguments(0, 2, "two snapshots at most"),
		Long: "List every published number that differs between two snapshots, with the evidence for the new one, and what was\n" +
			"announced between them, or no longer counts as announced.\n\n" +
			"Without arguments, the newest snapshot is compared with the one before it; with one argument, with that one. Name a\n" +
			"snapshot by its version, by a time at which it was the newest, or as latest or previous. A day means its end, in UTC.\n" +
			"What happened between the two does not count: a price that went up and down again has not changed.",
		Example: "  pricepoint diff\n  pricepoint diff 2026-10-01\n  pricepoint diff 2026-11-14T030000Z latest --output json",
		RunE:    p.with((*parts).diff),
	}
}

// compared is what two snapshots differ in.
type compared struct {
	From    string        `json:"from"`
	To      string        `json:"to"`
	Changes []data.Change `json:"changes"` // as in changes.json
}

func (p *parts) diff(_ context.Context, args []string) error {
	versions, err := p.Store.List()
	if err != nil {
		return err
	}
	if len(versions) == 0 {
		return fmt.Errorf("the store %s holds no snapshot, so there is nothing to compare; pricepoint refresh makes one, or is --store wrong?", p.Store)
	}
	names := []string{"previous", "latest"}
	copy(names, args)
	var both [2]data.Snapshot
	for i, name := range names {
		version, err := p.versionNamed(name, versions)
		if err != nil {
			return err
		}
		if both[i], err = p.Store.Read(version); err != nil {
			return err
		}
	}
	found, err := changes.Between(both[0], both[1])
	if err != nil {
		return err
	}
	from, to, many := both[0].Manifest.Version, both[1].Manifest.Version, "no changes"
	if len(found) > 0 {
		many = terminal.Several(len(found), "change")
	}
	return p.out.Print(compared{from, to, append([]data.Change{}, found...)}, diffTable(found), fmt.Sprintf("%s between %s and %s", many, from, to))
}

func diffTable(all []data.Change) terminal.Table {
	t := terminal.Table{Header: terminal.Row{"model", "change", "field", "old", "new", "percent", "evidence"}}
	for _, c := range all {
		percent := ""
		if c.Percent != nil {
			percent = changes.PercentText(*c.Percent)
		}
		if c.Event != nil {
			t.Add(c.Tool, c.Kind, c.Event.Kind, "", "", "", changes.EventText(c))
			continue
		}
		t.Add(c.Tool, c.Kind, c.Field, terminal.Number(c.Old), terminal.Number(c.New), percent, diffEvidence(c))
	}
	return t
}

// diffEvidence says in one line where the new value comes from.
func diffEvidence(c data.Change) string {
	e := c.Evidence
	switch {
	case c.Field == data.FieldMethodology:
		return changes.MethodText(c)
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

// versionNamed finds the version that one word means, among all there are.
func (p *parts) versionNamed(name string, versions []string) (string, error) {
	newest := len(versions) - 1
	switch {
	case name == "latest":
		return versions[newest], nil
	case name == "previous" && newest == 0:
		return "", fmt.Errorf("%s is the only snapshot, so there is none before it to compare with", versions[0])
	case name == "previous":
		return versions[newest-1], nil
	case slices.Contains(versions, name):
		return name, nil
	}
	if _, err := data.ParseVersion(name); err == nil {
		return "", fmt.Errorf("there is no snapshot %s; the nearest are %s", name, p.Nearest(name))
	}
	at, err := data.ParseInstant(name)
	if err != nil {
		return "", terminal.Usage(fmt.Errorf("%q names no snapshot: give a version such as 2026-11-21T030000Z, a day such as 2026-11-21, a time such as 2026-11-21T03:00:00Z, latest or previous", name))
	}
	if at.After(p.Now()) {
		return "", terminal.Usage(fmt.Errorf("%s has not come yet", name))
	}
	if len(name) == len(time.DateOnly) { // its end, when everything of it had been published
		at = at.AddDate(0, 0, 1).Add(-time.Nanosecond)
	}
	version, err := store.VersionAsOf(versions, at, p.Store.Manifest)
	if _, gap := errors.AsType[*store.GapError](err); gap {
		return "", fmt.Errorf("%v; name one of the two", err)
	}
	return version, err
}

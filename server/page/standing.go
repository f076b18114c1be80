package page

import (
	"strconv"

	"pricepoint/data"
)

// standing is whether a tool is still recommended, sold and scored.
type standing struct {
	Key  string // current superseded legacy deprecated retired ending unscored
	Text string
	To   string // id of the tool to look at instead; "": none
}

// The keys of standings, in the order in which the table sorts them.
const (
	current    = "current"
	unscored   = "unscored"
	superseded = "superseded"
	legacy     = "legacy"
	deprecated = "deprecated"
	ending     = "ending"
	retired    = "retired"
)

var standingOrder = map[string]int{current: 0, unscored: 1, superseded: 2, legacy: 3, deprecated: 4, ending: 5, retired: 6}

// standings are all that hold of a tool, the weightiest first; one at least.
func (a about) standings(d documents) []standing {
	var all []standing
	p := a.evidence.Properties
	if p.Retired {
		all = append(all, standing{Key: retired, Text: "no longer sold"})
	}
	if p.ShutdownDate != "" {
		all = append(all, standing{Key: ending, Text: "ends " + p.ShutdownDate})
	}
	switch {
	case p.Successor != "":
		all = append(all, standing{Key: superseded, Text: "superseded by " + d.name(p.Successor), To: p.Successor})
	case p.Deprecated:
		all = append(all, standing{Key: deprecated, Text: "not recommended any more"})
	case p.State == data.LegacyState:
		all = append(all, standing{Key: legacy, Text: "legacy: its maker prefers another one"})
	}
	if a.score == nil {
		all = append(all, standing{Key: unscored, Text: "not scored yet"})
	}
	if len(all) == 0 {
		all = append(all, standing{Key: current, Text: "current"})
	}
	return all
}

func stateCell(a about, d documents) cell {
	var c cell
	for _, s := range a.standings(d) {
		if c.Text != "" {
			c.Text += "; "
		}
		c.Text += s.Text
		if rank := strconv.Itoa(standingOrder[s.Key]); rank > c.Value {
			c.Value = rank
		}
	}
	c.Words = true
	return c
}

// isOpen reports whether the weights of a tool can be had.
func (a about) isOpen(d documents) bool {
	c := find(d.categories.Categories, func(c data.Category) bool { return c.Slug == "open-weights" })
	return c != nil && find(c.Tools, func(id string) bool { return id == a.tool.ID }) != nil
}

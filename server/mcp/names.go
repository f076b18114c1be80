package mcp

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/agnivade/levenshtein"

	"pricepoint/data"
)

// index are the names that mean a tool.
type index struct {
	spelled map[string][]data.Alias // by what form makes of them
	ids     []string                // of the listed tools, sorted
}

func (b *Book) index() (*index, error) {
	aliases, err := read[data.AliasesDocument](b, data.AliasesPath)
	if err != nil {
		return nil, err
	}
	tools, err := b.tools()
	if err != nil {
		return nil, err
	}
	x := &index{spelled: map[string][]data.Alias{}}
	for _, a := range aliases.Aliases {
		x.spelled[form(a.Name)] = append(x.spelled[form(a.Name)], a)
	}
	for _, t := range tools.Tools {
		x.ids = append(x.ids, t.ID)
		for _, name := range []string{t.ID, t.Name} {
			x.spelled[form(name)] = append(x.spelled[form(name)], data.Alias{Name: name, Tool: t.ID})
		}
	}
	slices.Sort(x.ids)
	return x, nil
}

// form is a name without what people write differently: case, blanks and hyphens.
func form(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '-' || r == '_' || r == ' ' }), "-")
}

// longestName is how many bytes of a name are looked at. No tool has a longer one.
const longestName = 100

// find is the tool that a name means at a time. What a name means everywhere wins over what it means in single sources.
// The error names the nearest tools, and the successor of one that is no longer listed.
func (b *Book) find(name string, at time.Time) (data.Tool, error) {
	x, err := b.names()
	if err != nil {
		return data.Tool{}, err
	}
	if len(name) > longestName {
		return data.Tool{}, fmt.Errorf("no model has a name of %d characters", len(name))
	}
	if form(name) == "" {
		return data.Tool{}, errors.New("say which model is meant")
	}
	everywhere, somewhere := map[string]data.Alias{}, map[string]data.Alias{}
	for _, a := range x.spelled[form(name)] {
		switch {
		case !a.HoldsOn(at):
		case a.Only == "":
			everywhere[a.Tool] = a
		default:
			somewhere[a.Tool] = a
		}
	}
	if len(everywhere) == 0 {
		everywhere = somewhere
	}
	ids := slices.Sorted(maps.Keys(everywhere))
	switch len(ids) {
	case 1:
		return b.listed(everywhere[ids[0]])
	case 0:
		return data.Tool{}, fmt.Errorf("no model is called %q; the nearest are %s", data.Visible(name), strings.Join(x.nearest(name), ", "))
	}
	return data.Tool{}, fmt.Errorf("%q means %s, depending on who writes it; ask for one of these", data.Visible(name), strings.Join(ids, " or "))
}

// listed is the tool of an alias, if it is still listed.
func (b *Book) listed(a data.Alias) (data.Tool, error) {
	if t, is := b.tool(a.Tool); is {
		return t, nil
	}
	if a.Successor != "" {
		return data.Tool{}, fmt.Errorf("%s is no longer listed; its successor is %s", a.Tool, a.Successor)
	}
	return data.Tool{}, fmt.Errorf("%s is no longer listed", a.Tool)
}

// mostNear is how many tools are suggested for a name that means none.
const mostNear = 3

// nearest are the tools whose names take the fewest edits to be the one that nobody knows. They are suggestions for whoever
// asked, and never a match.
func (x *index) nearest(name string) []string {
	points := strings.NewReplacer(".", "-", ":", "-", "/", "-")
	asked := points.Replace(form(name[strings.LastIndex(name, "/")+1:]))
	distance := map[string]int{}
	for spelled, aliases := range x.spelled {
		spelled = points.Replace(spelled)
		d := 2 * max(len(asked), len(spelled))
		if apart := len(asked) - len(spelled); max(apart, -apart) <= len(asked)/2 { // a comparison costs time
			d = 2 * levenshtein.ComputeDistance(asked, spelled)
		}
		if strings.Contains(spelled, asked) {
			d = min(d, 1+len(spelled)-len(asked))
		}
		for _, a := range aliases {
			if before, known := distance[a.Tool]; !known || d < before {
				distance[a.Tool] = d
			}
		}
	}
	ids := slices.SortedFunc(slices.Values(x.ids), func(a, b string) int { return cmp.Or(cmp.Compare(distance[a], distance[b]), cmp.Compare(a, b)) })
	return ids[:min(mostNear, len(ids))]
}

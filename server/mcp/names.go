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

// spellings are the names that mean a tool, by what form makes of them.
type spellings map[string][]data.Alias

func (b *Book) spellings() (spellings, error) {
	aliases, noAliases := read[data.AliasesDocument](b, data.AliasesPath)
	tools, noTools := kept[data.ToolsDocument](b, data.ToolsPath)
	if err := cmp.Or(noAliases, noTools); err != nil {
		return nil, err
	}
	all := aliases.Aliases
	for _, t := range tools.Tools {
		all = append(all, data.Alias{Name: t.ID, Tool: t.ID}, data.Alias{Name: t.Name, Tool: t.ID})
	}
	spelled := spellings{}
	for _, a := range all {
		spelled[form(a.Name)] = append(spelled[form(a.Name)], a)
	}
	return spelled, nil
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
	spelled, err := b.names()
	switch {
	case err != nil:
		return data.Tool{}, err
	case len(name) > longestName:
		return data.Tool{}, fmt.Errorf("no model has a name of %d characters", len(name))
	case form(name) == "":
		return data.Tool{}, errors.New("say which model is meant")
	}
	everywhere, somewhere := map[string]data.Alias{}, map[string]data.Alias{}
	for _, a := range spelled[form(name)] {
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
	tools, _ := kept[data.ToolsDocument](b, data.ToolsPath)
	ids := slices.Sorted(maps.Keys(everywhere))
	switch len(ids) {
	case 0:
		near := strings.Join(spelled.nearest(name, tools.Tools), ", ")
		return data.Tool{}, fmt.Errorf("no model is called %q; the nearest are %s", data.Visible(name), near)
	case 1:
		return listed(everywhere[ids[0]], tools.Tools)
	}
	return data.Tool{}, fmt.Errorf("%q means %s, depending on who writes it; ask for one of these", data.Visible(name), strings.Join(ids, " or "))
}

// listed is the tool of an alias, if it is still listed.
func listed(a data.Alias, tools []data.Tool) (data.Tool, error) {
	if t := data.Find(tools, func(t data.Tool) bool { return t.ID == a.Tool }); t != nil {
		return *t, nil
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
func (s spellings) nearest(name string, tools []data.Tool) (ids []string) {
	points := strings.NewReplacer(".", "-", ":", "-", "/", "-")
	asked := points.Replace(form(name[strings.LastIndex(name, "/")+1:]))
	distance := map[string]int{}
	for spelled, aliases := range s {
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
	ids = data.Each(tools, func(t data.Tool) string { return t.ID })
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(cmp.Compare(distance[a], distance[b]), cmp.Compare(a, b)) })
	return ids[:min(mostNear, len(ids))]
}

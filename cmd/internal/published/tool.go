package published

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/collectors/registry"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/names"
)

// ToolNamed finds the evidence of a tool by its id, its name, or any spelling that means it somewhere.
func (d Data) ToolNamed(name string, doc data.ProvenanceDocument) (data.ToolProvenance, error) {
	meant := func(t data.ToolProvenance) bool { return isCalled(name, t.ID, t.Name) } // also of a tool that the catalogue has no more
	if t := data.Find(doc.Tools, meant); t != nil {
		return *t, nil
	}
	id, err := d.ToolID(name)
	if err != nil {
		return data.ToolProvenance{}, terminal.Usage(err)
	}
	if t := data.Find(doc.Tools, func(t data.ToolProvenance) bool { return t.ID == id }); t != nil {
		return *t, nil
	}
	return data.ToolProvenance{}, fmt.Errorf("%s is not in snapshot %s yet; run pricepoint refresh", id, doc.Version)
}

func isCalled(name, id, full string) bool {
	form := catalog.NormalForm(name)
	return form == catalog.NormalForm(id) || form == catalog.NormalForm(full)
}

// ToolID is the id of the tool that an id, a name or another spelling means. The error names the nearest tools.
func (d Data) ToolID(name string) (string, error) {
	if t := data.Find(d.Catalog.Tools, func(t catalog.Tool) bool { return isCalled(name, t.ID, t.Name) }); t != nil {
		return t.ID, nil
	}
	return d.spelled(name)
}

// spelled is the id of the tool that a spelling means in general, or else in every source where it means a tool.
func (d Data) spelled(name string) (string, error) {
	resolver := names.New(d.Catalog)
	general := resolver.Resolve("", name, d.Now())
	if general.Kind == names.Tool {
		return general.Tool, nil
	}
	meant := map[string]bool{}
	for _, source := range registry.Names() {
		if m := resolver.Resolve(source, name, d.Now()); m.Kind == names.Tool {
			meant[m.Tool] = true
		}
	}
	ids := slices.Sorted(maps.Keys(meant))
	switch {
	case len(ids) == 1:
		return ids[0], nil
	case len(ids) > 1:
		return "", fmt.Errorf("%q means %s, depending on who writes it; say which", name, data.Conjunction(ids, "or"))
	case general.Kind == names.OtherModel:
		why := general.Why
		if w := d.Catalog.WithdrawnTool(general.Withdrawn); w != nil && w.Successor != "" {
			why += "; its successor is " + w.Successor
		}
		return "", fmt.Errorf("%q is not one of the models: %s", name, why)
	}
	near := resolver.Nearest(name)
	if len(near) == 0 {
		near = nearestIDs(d.Catalog.Tools, name)
	}
	return "", fmt.Errorf("no model is called %q; did you mean %s", name, data.Conjunction(near, "or"))
}

// mostNear is how many tools are suggested for a name that means none.
const mostNear = 3

// nearestIDs are the tools whose names hold a name that nobody knows, then those whose ids take the fewest edits.
func nearestIDs(tools []catalog.Tool, name string) []string {
	form := catalog.NormalForm(name)
	distance := func(t catalog.Tool) int {
		if form != "" && strings.Contains(catalog.NormalForm(t.Name), form) {
			return 0
		}
		return levenshtein.ComputeDistance(form, t.ID)
	}
	sorted := slices.SortedStableFunc(slices.Values(tools), func(a, b catalog.Tool) int { return distance(a) - distance(b) })
	return data.Each(sorted[:min(mostNear, len(sorted))], func(t catalog.Tool) string { return t.ID })
}

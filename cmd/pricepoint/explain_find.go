package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/names"
)

// explained are the fields that can be explained, in the order of the documents, each with its short forms.
var explained = []struct {
	name  string
	short []string
}{
	{data.FieldInput, []string{"input"}},
	{data.FieldOutput, []string{"output"}},
	{data.FieldCacheRead, []string{"cacheRead"}},
	{data.FieldCacheWrite, []string{"cacheCreate", "cacheWrite"}},
	{data.FieldContext, []string{"context"}},
	{"sweBench", []string{"swe"}},
	{"liveCodeBench", []string{"lcb"}},
	{"bigCodeBench", nil},
	{"humanEval", nil},
	{data.FieldOverall, []string{"overall", "score"}},
	{data.FieldPerPoint, []string{"perPoint", "value"}},
}

func fieldNames() []string {
	var all []string
	for _, f := range explained {
		all = append(all, f.name)
	}
	return all
}

// fieldNamed finds a published field by its name or short form; case, hyphens and underscores do not count.
func fieldNamed(name string) (string, error) {
	plain := func(s string) string { return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(s)) }
	for _, f := range explained {
		for _, spelling := range append([]string{f.name}, f.short...) {
			if plain(spelling) == plain(name) {
				return f.name, nil
			}
		}
	}
	return "", fmt.Errorf("there is no field %q; the fields are %s", name, strings.Join(fieldNames(), ", "))
}

// toolNamed finds the evidence of a tool by its id, its name, or any spelling that means it somewhere.
func (a *app) toolNamed(name string, doc data.ProvenanceDocument) (data.ToolProvenance, error) {
	for _, t := range doc.Tools {
		if form := catalog.NormalForm(name); form == catalog.NormalForm(t.ID) || form == catalog.NormalForm(t.Name) {
			return t, nil
		}
	}
	id, err := a.spelled(name)
	if err != nil {
		return data.ToolProvenance{}, usageError{err}
	}
	i := slices.IndexFunc(doc.Tools, func(t data.ToolProvenance) bool { return t.ID == id })
	if i < 0 {
		return data.ToolProvenance{}, fmt.Errorf("%s is not in snapshot %s yet; run pricepoint refresh", id, doc.Version)
	}
	return doc.Tools[i], nil
}

// spelled is the id of the tool that a spelling means in general, or else in every source where it means a tool.
func (a *app) spelled(name string) (string, error) {
	resolver := names.New(a.catalog)
	general := resolver.Resolve("", name, a.now())
	if general.Kind == names.Tool {
		return general.Tool, nil
	}
	meant := map[string]bool{}
	for _, source := range collectors.Names() {
		if m := resolver.Resolve(source, name, a.now()); m.Kind == names.Tool {
			meant[m.Tool] = true
		}
	}
	ids := slices.Sorted(maps.Keys(meant))
	switch {
	case len(ids) == 1:
		return ids[0], nil
	case len(ids) > 1:
		return "", fmt.Errorf("%q means %s, depending on who writes it; say which", name, conjunction(ids, "or"))
	case general.Kind == names.OtherModel:
		return "", fmt.Errorf("%q is not one of the tools: %s", name, general.Why)
	}
	var all, alike []string
	for _, t := range a.catalog.Tools {
		all = append(all, t.ID)
		if strings.Contains(catalog.NormalForm(t.Name), catalog.NormalForm(name)) {
			alike = append(alike, t.ID)
		}
	}
	if near := resolver.Nearest(name); len(near) > 0 {
		alike = near
	}
	if len(alike) > 0 && len(alike) < len(all) {
		return "", fmt.Errorf("no tool is called %q; did you mean %s", name, conjunction(alike, "or"))
	}
	return "", fmt.Errorf("no tool is called %q; there are %s", name, strings.Join(all, ", "))
}

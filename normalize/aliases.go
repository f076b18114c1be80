package normalize

import (
	"cmp"
	"slices"

	"pricepoint/data"
)

// printedName is a name that a source printed and that means a tool.
type printedName struct{ name, source, tool, effort, harness string }

// print remembers a name that means a tool, with the time at which it does.
func (b *build) print(o data.Observation, m Match) {
	name := printedName{o.Subject, o.Source, m.Tool, m.Effort, m.Harness}
	if last, known := b.printed[name]; !known || o.FetchedAt.After(last) {
		b.printed[name] = o.FetchedAt.Time
	}
}

// aliases lists every spelling of the catalogue, every other one that a reading of this build prints, and those of
// tools that are no longer listed.
func (b *build) aliases(m data.Manifest) data.AliasesDocument {
	a := newAliasIndex(b.catalog)
	for name, at := range b.printed {
		a.addPrinted(name, at)
	}
	all := append(a.list(), b.withdrawnAliases(m)...)
	slices.SortFunc(all, func(x, y data.Alias) int {
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Tool, y.Tool), cmp.Compare(x.Only, y.Only),
			cmp.Compare(x.From, y.From), cmp.Compare(x.Until, y.Until), cmp.Compare(x.Effort, y.Effort), cmp.Compare(x.Harness, y.Harness))
	})
	return data.AliasesDocument{Version: m.Version, LastUpdated: m.GeneratedAt, Aliases: all, Ambiguous: ambiguous(all)}
}

// withdrawnAliases are those of tools that were listed once: the last that were known of each, and its id and name.
func (b *build) withdrawnAliases(m data.Manifest) []data.Alias {
	var all []data.Alias
	for _, w := range m.Withdrawn {
		mine := []data.Alias{{Name: w.ID, Tool: w.ID, Match: data.MatchID}, {Name: w.Name, Tool: w.ID, Match: data.MatchName}}
		if carried := slices.DeleteFunc(slices.Clone(b.before.aliases), func(a data.Alias) bool { return a.Tool != w.ID }); len(carried) > 0 {
			mine = carried
		}
		for _, a := range mine {
			a.Withdrawn, a.Sources = w.Since, nil
			all = append(all, a)
		}
	}
	return all
}

// ambiguous are the names that do not always mean the same.
func ambiguous(sorted []data.Alias) []string {
	names := []string{}
	for i, a := range sorted {
		another := i > 0 && sorted[i-1].Name == a.Name && sorted[i-1].Tool != a.Tool
		if another || len(a.Except) > 0 || a.Only != "" || a.From != "" || a.Until != "" {
			names = append(names, a.Name)
		}
	}
	return slices.Compact(names)
}

package names

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// aliasIndex are the aliases found so far.
type aliasIndex struct {
	byForm  map[toolForm][]*indexedAlias // those of the catalogue
	derived map[string]*data.Alias       // the others, by what makes two of them one
}

// toolForm is the normal form of a spelling of a tool.
type toolForm struct{ tool, form string }

// indexedAlias is an alias of the catalogue with the condition under which it holds.
type indexedAlias struct {
	data.Alias
	scope
}

func newAliasIndex(c *catalog.Catalog) *aliasIndex {
	a := &aliasIndex{byForm: map[toolForm][]*indexedAlias{}, derived: map[string]*data.Alias{}}
	for _, t := range c.Tools {
		a.add(t.ID, catalog.ScopedAlias{Name: t.ID}, data.MatchID)
		a.add(t.ID, catalog.ScopedAlias{Name: t.Name}, data.MatchName)
		for _, name := range t.Aliases {
			a.add(t.ID, catalog.ScopedAlias{Name: name}, curatedMatch(name))
		}
		for _, s := range t.ScopedAliases {
			a.add(t.ID, s, curatedMatch(s.Name))
		}
	}
	for _, o := range c.Naming.Others {
		a.except(o)
	}
	return a
}

// releaseDate is how identifiers of one release end: 20251101, 2025-11-01, (2025-11-01).
var releaseDate = regexp.MustCompile(`20\d\d(-?)(0[1-9]|1[0-2])(-?)([0-2]\d|3[01])\)?$`)

func curatedMatch(name string) data.AliasMatch {
	if releaseDate.MatchString(name) {
		return data.MatchDated
	}
	return data.MatchAlias
}

func (a *aliasIndex) add(tool string, s catalog.ScopedAlias, match data.AliasMatch) {
	key := toolForm{tool, catalog.NormalForm(s.Name)}
	if match == data.MatchName && slices.ContainsFunc(a.byForm[key], func(x *indexedAlias) bool { return x.Alias.Name == s.Name }) {
		return // the name is the id
	}
	a.byForm[key] = append(a.byForm[key], &indexedAlias{
		data.Alias{Name: s.Name, Tool: tool, Match: match, Only: s.Source, From: s.From.Text, Until: s.Until.Text},
		scope{tool: tool, source: s.Source, from: s.From.First, until: s.Until.First},
	})
}

// except notes where names of other models stand in the way of a spelling that means a tool elsewhere.
func (a *aliasIndex) except(o catalog.OtherModels) {
	for _, name := range o.Names {
		form := catalog.NormalForm(name)
		for key, all := range a.byForm {
			for _, alias := range all {
				if key.form == form && alias.Only == "" && o.Source != "" {
					alias.Except = append(alias.Except, data.AliasException{Source: o.Source, Why: o.Why})
				}
			}
		}
	}
}

// addSighting files a printed name under the alias that it is, or makes one that follows from another.
func (a *aliasIndex) addSighting(p sighting, at time.Time) {
	base, match := a.find(p, at), data.MatchSetting
	switch {
	case base == nil:
		return
	case p.spelled == p.name:
		match = data.MatchSpelling
	case strings.HasSuffix(p.name, "/"+p.spelled):
		match = data.MatchMaker
	}
	if p.name == base.Alias.Name {
		base.Sources = append(base.Sources, p.source)
		return
	}
	key := strings.Join([]string{p.name, p.tool, base.Only, base.From, base.Until, p.effort, p.harness}, "\x00")
	if a.derived[key] == nil {
		a.derived[key] = &data.Alias{Name: p.name, Tool: p.tool, Match: match, Only: base.Only, Except: base.Except,
			From: base.From, Until: base.Until, Effort: p.effort, Harness: p.harness}
	}
	a.derived[key].Sources = append(a.derived[key].Sources, p.source)
}

// find is the alias of the catalogue that a printed name comes down to at a time, letter by letter if there is one.
func (a *aliasIndex) find(p sighting, at time.Time) *indexedAlias {
	var best *indexedAlias
	for _, alias := range a.byForm[toolForm{p.tool, catalog.NormalForm(p.spelled)}] {
		if alias.Only != "" && alias.Only != p.source || !alias.covers(at) {
			continue
		}
		if best == nil || alias.Alias.Name == p.spelled {
			best = alias
		}
	}
	return best
}

// list is every alias, each with its sources in order.
func (a *aliasIndex) list() []data.Alias {
	var all []data.Alias
	for _, aliases := range a.byForm {
		for _, alias := range aliases {
			all = append(all, alias.Alias)
		}
	}
	for _, alias := range a.derived {
		all = append(all, *alias)
	}
	for i := range all {
		slices.Sort(all[i].Sources)
	}
	return all
}

// Ambiguous are the names that do not always mean the same.
func Ambiguous(sorted []data.Alias) []string {
	names := []string{}
	for i, a := range sorted {
		another := i > 0 && sorted[i-1].Name == a.Name && sorted[i-1].Tool != a.Tool
		if another || len(a.Except) > 0 || a.Only != "" || a.From != "" || a.Until != "" {
			names = append(names, a.Name)
		}
	}
	return slices.Compact(names)
}

package names

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// Sightings are the names that the sources of one build print.
type Sightings struct {
	*Resolver
	unknown map[string][]string    // name -> sources
	known   map[sighting]time.Time // when the name meant its tool, the last time
	last    answer                 // a source says several things of one name in a row
}

// answer is what a name meant in a source at a time.
type answer struct {
	source, name string
	at           time.Time
	Match
}

// sighting is a name that a source printed and that means a tool.
type sighting struct{ name, source, tool, effort, harness, spelled string }

// Sight begins to keep the names that are resolved.
func Sight(r *Resolver) *Sightings {
	return &Sightings{Resolver: r, unknown: map[string][]string{}, known: map[sighting]time.Time{}}
}

// See finds the tool an observation is about, and keeps its name.
func (s *Sightings) See(o data.Observation) Match {
	if l := s.last; l.source != o.Source || l.name != o.Subject || !l.at.Equal(o.FetchedAt.Time) {
		s.last = answer{o.Source, o.Subject, o.FetchedAt.Time, s.Resolve(o.Source, o.Subject, o.FetchedAt.Time)}
	}
	m := s.last.Match
	switch {
	case m.Kind == NoMatch && !slices.Contains(s.unknown[o.Subject], o.Source):
		s.unknown[o.Subject] = append(s.unknown[o.Subject], o.Source)
	case m.Kind == Tool:
		name := sighting{o.Subject, o.Source, m.Tool, m.Effort, m.Harness, m.Spelled}
		if last, known := s.known[name]; !known || o.FetchedAt.After(last) {
			s.known[name] = o.FetchedAt.Time
		}
	}
	return m
}

// Unknown are the names nobody has said the meaning of, each with the sources that print it, in order.
func (s *Sightings) Unknown() map[string][]string {
	for _, sources := range s.unknown {
		slices.Sort(sources)
	}
	return s.unknown
}

// Aliases lists every spelling of the catalogue, every other one that was seen, and those of tools that are no longer
// listed, of which before are the last that were known.
func (s *Sightings) Aliases(c *catalog.Catalog, withdrawn []data.Withdrawn, before []data.Alias) []data.Alias {
	a := newAliasIndex(c)
	for name, at := range s.known {
		a.addSighting(name, at)
	}
	all := append(a.list(), withdrawnAliases(c, withdrawn, before)...)
	slices.SortFunc(all, func(x, y data.Alias) int {
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Tool, y.Tool), cmp.Compare(x.Only, y.Only),
			cmp.Compare(x.From, y.From), cmp.Compare(x.Until, y.Until), cmp.Compare(x.Effort, y.Effort), cmp.Compare(x.Harness, y.Harness))
	})
	return all
}

// withdrawnAliases are those of tools that were listed once: the last that were known of each, and those that the
// catalogue keeps, or its id and name.
func withdrawnAliases(c *catalog.Catalog, withdrawn []data.Withdrawn, before []data.Alias) []data.Alias {
	var all []data.Alias
	for _, w := range withdrawn {
		mine := slices.DeleteFunc(slices.Clone(before), func(a data.Alias) bool { return a.Tool != w.ID })
		for _, kept := range keptAliases(c, w) {
			if !slices.ContainsFunc(mine, func(a data.Alias) bool { return a.Name == kept.Name }) {
				mine = append(mine, kept)
			}
		}
		for _, a := range mine {
			a.Withdrawn, a.Successor, a.Sources = w.Since, w.Successor, nil
			all = append(all, a)
		}
	}
	return all
}

// keptAliases are the names of a withdrawn tool that do not depend on what was published before.
func keptAliases(c *catalog.Catalog, w data.Withdrawn) []data.Alias {
	all := []data.Alias{{Name: w.ID, Tool: w.ID, Match: data.MatchID}}
	if w.Name != w.ID {
		all = append(all, data.Alias{Name: w.Name, Tool: w.ID, Match: data.MatchName})
	}
	if known := c.WithdrawnTool(w.ID); known != nil {
		for _, name := range known.Aliases {
			all = append(all, data.Alias{Name: name, Tool: w.ID, Match: curatedMatch(name)})
		}
	}
	return all
}

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

package names

import (
	"cmp"
	"maps"
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
}

// sighting is a name that a source printed and that means a tool.
type sighting struct{ name, source, tool, effort, harness, spelled string }

// Sight begins to keep the names that are resolved.
func Sight(r *Resolver) *Sightings {
	return &Sightings{Resolver: r, unknown: map[string][]string{}, known: map[sighting]time.Time{}}
}

// See finds the tool an observation is about, and keeps its name.
func (s *Sightings) See(o data.Observation) Match {
	m := s.Resolve(o.Source, o.Subject, o.FetchedAt.Time)
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

// aliasKey tells two aliases apart.
type aliasKey struct{ name, tool, only, from, until, effort, harness string }

// Aliases lists every spelling of the catalogue, every other one that was seen, and those of tools that are no longer
// listed, of which before are the last that were known.
func (s *Sightings) Aliases(c *catalog.Catalog, withdrawn []data.Withdrawn, before []data.Alias) []data.Alias {
	known := map[aliasKey]*data.Alias{}
	add := func(a data.Alias, sources ...string) {
		key := aliasKey{a.Name, a.Tool, a.Only, a.From, a.Until, a.Effort, a.Harness}
		if known[key] == nil {
			known[key] = &a
		}
		known[key].Sources = append(known[key].Sources, sources...)
	}
	for _, spelling := range slices.Concat(slices.Collect(maps.Values(s.spellings))...) {
		add(*spelling)
	}
	for name, at := range s.known {
		add(s.alias(name, at), name.source)
	}
	all := withdrawnAliases(c, withdrawn, before)
	for _, a := range known {
		slices.Sort(a.Sources)
		all = append(all, *a)
	}
	slices.SortFunc(all, func(x, y data.Alias) int {
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Tool, y.Tool), cmp.Compare(x.Only, y.Only),
			cmp.Compare(x.From, y.From), cmp.Compare(x.Until, y.Until), cmp.Compare(x.Effort, y.Effort), cmp.Compare(x.Harness, y.Harness))
	})
	return all
}

// alias is the alias of the catalogue that a printed name is, or one that follows from it: by one of them it meant its tool then.
func (s *Sightings) alias(p sighting, at time.Time) data.Alias {
	var base *data.Alias
	for _, one := range s.spellings[catalog.NormalForm(p.spelled)] {
		means := one.Tool == p.tool && (one.Only == "" || one.Only == p.source) && one.HoldsOn(at)
		if means && (base == nil || one.Name == p.spelled) { // letter by letter if there is one
			base = one
		}
	}
	a := *base
	if p.name == a.Name {
		return a
	}
	a.Name, a.Effort, a.Harness, a.Match = p.name, p.effort, p.harness, data.MatchSetting
	switch {
	case p.spelled == p.name:
		a.Match = data.MatchSpelling
	case strings.HasSuffix(p.name, "/"+p.spelled):
		a.Match = data.MatchMaker
	}
	return a
}

// withdrawnAliases are those of tools that were listed once: the last that were known of each, and those that the
// catalogue keeps, or its id and name.
func withdrawnAliases(c *catalog.Catalog, withdrawn []data.Withdrawn, before []data.Alias) []data.Alias {
	var all []data.Alias
	for _, w := range withdrawn {
		mine := slices.DeleteFunc(slices.Clone(before), func(a data.Alias) bool { return a.Tool != w.ID })
		keep := func(name string, match data.AliasMatch) {
			if !slices.ContainsFunc(mine, func(a data.Alias) bool { return a.Name == name }) {
				mine = append(mine, data.Alias{Name: name, Tool: w.ID, Match: match})
			}
		}
		keep(w.ID, data.MatchID)
		keep(w.Name, data.MatchName)
		if known := c.WithdrawnTool(w.ID); known != nil {
			for _, name := range known.Aliases {
				keep(name, curatedMatch(name))
			}
		}
		for _, a := range mine {
			a.Withdrawn, a.Successor, a.Sources = w.Since, w.Successor, nil
			all = append(all, a)
		}
	}
	return all
}

// releaseDate is how identifiers of one release end: 20251101, 2025-11-01, (2025-11-01).
var releaseDate = regexp.MustCompile(`20\d\d(-?)(0[1-9]|1[0-2])(-?)([0-2]\d|3[01])\)?$`)

func curatedMatch(name string) data.AliasMatch {
	if releaseDate.MatchString(name) {
		return data.MatchDated
	}
	return data.MatchAlias
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

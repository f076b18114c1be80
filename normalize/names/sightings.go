package names

import (
	"cmp"
	"slices"
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

package normalize

import (
	"cmp"
	"strings"
	"time"

	"pricepoint/data/catalog"
)

// Resolver finds the tool a printed name means. It matches whole names only, after a small normal form:
// a name that merely looks like a tool's is another model until someone writes an alias.
type Resolver struct {
	spellings map[string][]spelling
	others    map[string][]string // normal form -> sources it is another model in; "" is every source
	grammars  map[string]catalog.Grammar
	provider  map[string]string // tool id -> provider id
}

// spelling is one way to write a tool's name, and where and when it means that tool.
type spelling struct {
	tool, source string
	from, until  time.Time
}

// MatchKind says what a printed name turned out to be.
type MatchKind int

// The kinds of match.
const (
	NoMatch    MatchKind = iota // nobody has said what this name means
	Tool                        // one of the tools
	OtherModel                  // known to be a model that is not listed
)

// Match is what a printed name means.
type Match struct {
	Kind            MatchKind
	Tool            string // tool id, when Kind is Tool
	Effort, Harness string // settings that were written in the name
}

// NewResolver indexes every spelling of the catalogue.
func NewResolver(c *catalog.Catalog) *Resolver {
	r := &Resolver{
		spellings: map[string][]spelling{}, others: map[string][]string{},
		grammars: map[string]catalog.Grammar{}, provider: map[string]string{},
	}
	for _, t := range c.Tools {
		r.provider[t.ID] = t.Provider
		for _, name := range append([]string{t.ID, t.Name}, t.Aliases...) {
			r.add(name, spelling{tool: t.ID})
		}
		for _, a := range t.ScopedAliases {
			r.add(a.Name, spelling{tool: t.ID, source: a.Source, from: a.From.First, until: a.Until.First})
		}
	}
	for _, o := range c.Naming.Others {
		r.others[catalog.NormalForm(o.Name)] = append(r.others[catalog.NormalForm(o.Name)], o.Source)
	}
	for _, g := range c.Naming.Grammars {
		r.grammars[g.Source] = g
	}
	return r
}

func (r *Resolver) add(name string, s spelling) {
	key := catalog.NormalForm(name)
	r.spellings[key] = append(r.spellings[key], s)
}

// Resolve says what name means in source at the time it was read. The name as printed is tried first, then
// without its maker's prefix, then without suffixes that the source's grammar knows to be settings.
func (r *Resolver) Resolve(source, name string, at time.Time) Match {
	if m := r.look(source, name, at); m.Kind != NoMatch {
		return m
	}
	g := r.grammars[source]
	maker, rest, prefixed := strings.Cut(name, "/")
	if prefixed {
		provider, known := g.Makers[maker]
		if !known {
			return Match{}
		}
		m := r.withoutSuffixes(source, rest, at, g.Suffixes)
		if m.Kind == Tool && r.provider[m.Tool] != provider {
			return Match{}
		}
		return m
	}
	return r.withoutSuffixes(source, name, at, g.Suffixes)
}

// withoutSuffixes looks name up, dropping one setting after the other from its end.
func (r *Resolver) withoutSuffixes(source, name string, at time.Time, suffixes []catalog.Suffix) Match {
	if m := r.look(source, name, at); m.Kind != NoMatch {
		return m
	}
	for _, s := range suffixes {
		rest, cut := strings.CutSuffix(name, s.Text)
		if !cut || rest == "" {
			continue
		}
		m := r.withoutSuffixes(source, rest, at, suffixes)
		if m.Kind != NoMatch {
			m.Effort, m.Harness = cmp.Or(m.Effort, s.Effort), cmp.Or(m.Harness, s.Harness)
			return m
		}
	}
	return Match{}
}

// look finds one spelling: what this source is known to mean wins over what every source means.
func (r *Resolver) look(source, name string, at time.Time) Match {
	key := catalog.NormalForm(name)
	for _, scope := range []string{source, ""} {
		for _, s := range r.others[key] {
			if s == scope {
				return Match{Kind: OtherModel}
			}
		}
		for _, s := range r.spellings[key] {
			if s.source == scope && s.covers(at) {
				return Match{Kind: Tool, Tool: s.tool}
			}
		}
	}
	return Match{}
}

// covers reports whether the spelling means its tool at that time; until is the last day.
func (s spelling) covers(at time.Time) bool {
	return (s.from.IsZero() || !at.Before(s.from)) && (s.until.IsZero() || at.Before(s.until.AddDate(0, 0, 1)))
}

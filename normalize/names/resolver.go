// Package names finds the tool that a printed name means. Start at Resolver.Resolve.
//
// It matches whole names only, after a small normal form. It guesses nothing: Nearest suggests tools to people, and no
// suggestion becomes a match. What is published of the names it saw is the list of aliases, which Sightings keep.
package names

import (
	"time"

	"pricepoint/data/catalog"
)

// Resolver finds the tool a printed name means. It matches whole names only, after a small normal form:
// a name that merely looks like a tool's is another model until someone writes an alias.
type Resolver struct {
	scopes   map[string][]scope // by the normal form of a spelling
	others   map[string][]other // by normal form, those of withdrawn tools among them
	words    []pattern          // in the order of the catalogue, as are the prefixes
	prefixes map[byte][]pattern // by their first byte
	grammars map[string]grammar // by source
	provider map[string]string  // tool id -> provider id
	names    map[string]string  // tool id -> name
}

// Provider is the id of the provider that sells a tool first hand, "" for a tool that is not listed.
func (r *Resolver) Provider(tool string) string { return r.provider[tool] }

// scope is where and when a spelling means a tool.
type scope struct {
	tool, source string
	from, until  time.Time
}

// covers reports whether the spelling means its tool at that time; until is the last day.
func (s scope) covers(at time.Time) bool {
	return (s.from.IsZero() || !at.Before(s.from)) && (s.until.IsZero() || at.Before(s.until.AddDate(0, 0, 1)))
}

// other is a source in which a name is another model, "" for every source, and why.
type other struct {
	source, why string
	withdrawn   string // id, if the model was a tool once
}

// pattern covers the names of other models.
type pattern struct {
	catalog.Pattern
	other
}

// New indexes every spelling of the catalogue.
func New(c *catalog.Catalog) *Resolver {
	r := &Resolver{
		scopes: map[string][]scope{}, others: map[string][]other{}, grammars: map[string]grammar{},
		prefixes: map[byte][]pattern{}, provider: map[string]string{}, names: map[string]string{},
	}
	for _, t := range c.Tools {
		r.addTool(t)
	}
	for _, w := range c.Withdrawn {
		r.addWithdrawn(w)
	}
	for _, o := range c.Naming.Others {
		r.addOthers(o)
	}
	for _, g := range c.Naming.Grammars {
		r.grammars[g.Source] = grammar{g}
	}
	return r
}

func (r *Resolver) addTool(t catalog.Tool) {
	r.provider[t.ID], r.names[t.ID] = t.Provider, t.Name
	for _, name := range append([]string{t.ID, t.Name}, t.Aliases...) {
		r.add(name, scope{tool: t.ID})
	}
	for _, a := range t.ScopedAliases {
		r.add(a.Name, scope{tool: t.ID, source: a.Source, from: a.From.First, until: a.Until.First})
	}
}

func (r *Resolver) add(name string, s scope) {
	form := catalog.NormalForm(name)
	r.scopes[form] = append(r.scopes[form], s)
}

// addWithdrawn keeps the names of a tool that was listed once from meaning anything else.
func (r *Resolver) addWithdrawn(w catalog.Withdrawn) {
	for _, name := range w.Spellings() {
		form := catalog.NormalForm(name)
		r.others[form] = append(r.others[form], other{why: w.Name + " " + w.Why, withdrawn: w.ID})
	}
}

func (r *Resolver) addOthers(o catalog.OtherModels) {
	said := other{source: o.Source, why: o.Why}
	for _, name := range o.Names {
		form := catalog.NormalForm(name)
		r.others[form] = append(r.others[form], said)
	}
	for _, p := range o.Patterns() {
		if first, word := p.First(); word {
			r.words = append(r.words, pattern{p, said})
		} else {
			r.prefixes[first] = append(r.prefixes[first], pattern{p, said})
		}
	}
}

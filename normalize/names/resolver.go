// Package names finds the tool that a printed name means. Start at Resolver.Resolve.
//
// It matches whole names only, after a small normal form. It guesses nothing: Nearest suggests tools to people, and no
// suggestion becomes a match. What is published of the names it saw is the list of aliases, which Sightings keep.
package names

import (
	"pricepoint/data"
	"pricepoint/data/catalog"
)

// Resolver finds the tool a printed name means. It matches whole names only, after a small normal form:
// a name that merely looks like a tool's is another model until someone writes an alias.
type Resolver struct {
	spellings map[string][]*data.Alias   // of the catalogue, by normal form
	others    map[string][]other         // by normal form, those of withdrawn tools among them
	words     []pattern                  // in the order of the catalogue, as are the prefixes
	prefixes  map[byte][]pattern         // by their first byte
	grammars  map[string]catalog.Grammar // by source
	provider  map[string]string          // tool id -> provider id
	names     map[string]string          // tool id -> name
}

// Provider is the id of the provider that sells a tool first hand, "" for a tool that is not listed.
func (r *Resolver) Provider(tool string) string { return r.provider[tool] }

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
		spellings: map[string][]*data.Alias{}, others: map[string][]other{}, grammars: map[string]catalog.Grammar{},
		prefixes: map[byte][]pattern{}, provider: map[string]string{}, names: map[string]string{},
	}
	for _, t := range c.Tools {
		r.provider[t.ID], r.names[t.ID] = t.Provider, t.Name
		r.add(t.ID, catalog.ScopedAlias{Name: t.ID}, data.MatchID)
		if t.Name != t.ID {
			r.add(t.ID, catalog.ScopedAlias{Name: t.Name}, data.MatchName)
		}
		for _, name := range t.Aliases {
			r.add(t.ID, catalog.ScopedAlias{Name: name}, curatedMatch(name))
		}
		for _, a := range t.ScopedAliases {
			r.add(t.ID, a, curatedMatch(a.Name))
		}
	}
	for _, w := range c.Withdrawn { // whose names mean nothing else
		for _, name := range w.Spellings() {
			form := catalog.NormalForm(name)
			r.others[form] = append(r.others[form], other{why: w.Name + " " + w.Why, withdrawn: w.ID})
		}
	}
	for _, o := range c.Naming.Others {
		r.addOthers(o)
	}
	for _, g := range c.Naming.Grammars {
		r.grammars[g.Source] = g
	}
	return r
}

func (r *Resolver) add(tool string, a catalog.ScopedAlias, match data.AliasMatch) {
	form := catalog.NormalForm(a.Name)
	r.spellings[form] = append(r.spellings[form], &data.Alias{Name: a.Name, Tool: tool, Match: match, Only: a.Source, From: a.From.Text, Until: a.Until.Text})
}

func (r *Resolver) addOthers(o catalog.OtherModels) {
	said := other{source: o.Source, why: o.Why}
	for _, name := range o.Names {
		form := catalog.NormalForm(name)
		r.others[form] = append(r.others[form], said)
		for _, s := range r.spellings[form] {
			if s.Only == "" && o.Source != "" { // which means a tool elsewhere
				s.Except = append(s.Except, data.AliasException{Source: o.Source, Why: o.Why})
			}
		}
	}
	for _, p := range o.Patterns() {
		if first, word := p.First(); word {
			r.words = append(r.words, pattern{p, said})
		} else {
			r.prefixes[first] = append(r.prefixes[first], pattern{p, said})
		}
	}
}

package normalize

import (
	"time"

	"pricepoint/data/catalog"
)

// Resolver finds the tool a printed name means. It matches whole names only, after a small normal form:
// a name that merely looks like a tool's is another model until someone writes an alias.
type Resolver struct {
	spellings map[string][]spelling // by normal form
	others    map[string][]other    // by normal form
	words     []pattern             // in the order of the catalogue, as are the prefixes
	prefixes  map[byte][]pattern    // by their first byte
	grammars  map[string]grammar    // by source
	provider  map[string]string     // tool id -> provider id
	names     map[string]string     // tool id -> name
}

// spelling is one way to write a tool's name, and where and when it means that tool.
type spelling struct {
	tool, source string
	from, until  time.Time
}

// covers reports whether the spelling means its tool at that time; until is the last day.
func (s spelling) covers(at time.Time) bool {
	return (s.from.IsZero() || !at.Before(s.from)) && (s.until.IsZero() || at.Before(s.until.AddDate(0, 0, 1)))
}

// other is a source in which a name is another model, "" for every source, and why.
type other struct{ source, why string }

// pattern covers the names of other models.
type pattern struct {
	catalog.Pattern
	other
}

// NewResolver indexes every spelling of the catalogue.
func NewResolver(c *catalog.Catalog) *Resolver {
	r := &Resolver{
		spellings: map[string][]spelling{}, others: map[string][]other{}, grammars: map[string]grammar{},
		prefixes: map[byte][]pattern{}, provider: map[string]string{}, names: map[string]string{},
	}
	for _, t := range c.Tools {
		r.addTool(t)
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
		r.add(name, spelling{tool: t.ID})
	}
	for _, a := range t.ScopedAliases {
		r.add(a.Name, spelling{tool: t.ID, source: a.Source, from: a.From.First, until: a.Until.First})
	}
}

func (r *Resolver) add(name string, s spelling) {
	form := catalog.NormalForm(name)
	r.spellings[form] = append(r.spellings[form], s)
}

func (r *Resolver) addOthers(o catalog.OtherModels) {
	said := other{o.Source, o.Why}
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

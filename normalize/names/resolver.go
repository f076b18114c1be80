// Package names finds the tool that a printed name means. Start at Resolver.Resolve.
//
// It matches whole names only, after a small normal form. It guesses nothing: Nearest suggests tools to people, and no
// suggestion becomes a match. What is published of the names it saw is the list of aliases, which Sightings keep.
package names

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/agnivade/levenshtein"

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

// MatchKind says what a printed name turned out to be.
type MatchKind int

// The kinds of match.
const (
	NoMatch    MatchKind = iota // nobody has said what this name means
	Tool                        // one of the tools
	OtherModel                  // known to be a model that is not listed, or no model at all
	OtherRoute                  // known to be offered by another than its maker, or at other conditions
)

// Match is what a printed name means.
type Match struct {
	Kind            MatchKind
	Tool            string // tool id, when Kind is Tool
	Effort, Harness string // settings that were written in the name, when it means a tool or one that was withdrawn
	Why             string // why it is none of the tools, when Kind is OtherModel or OtherRoute
	Withdrawn       string // id of the tool that it was, when Kind is OtherModel and the tool is no longer listed

	Spelled string // the part of the name that the catalogue has, when Kind is Tool
}

// Resolve says what name means in source at the time it was read. A spelling wins over everything else, whether it
// stands alone, behind its maker or before settings; then come the beginnings and words of known other models.
func (r *Resolver) Resolve(source, name string, at time.Time) Match {
	asked := question{source, at, r.grammars[source]}
	seller, rest, divided := strings.Cut(name, "/")
	if !divided || len(asked.grammar.Makers) == 0 {
		return r.known(asked, name)
	}
	if m := r.look(asked, name); m.Kind != NoMatch {
		return m
	}
	provider, own := asked.grammar.Makers[seller]
	if !own {
		m, hosts := r.cover(source, name), asked.grammar.Hosts
		if m.Kind == NoMatch && (slices.Contains(hosts, seller) || slices.Contains(hosts, "*")) { // known to be no maker of ours
			m = Match{Kind: OtherRoute, Why: fmt.Sprintf("offered by %q, not under its maker's own key", seller)}
		}
		return m
	}
	m := r.known(asked, rest)
	if m.Kind == Tool && r.provider[m.Tool] != provider {
		return Match{Kind: OtherRoute, Why: fmt.Sprintf("%s, offered by %s", r.names[m.Tool], seller)}
	}
	return m
}

// question is what does not change while a name is taken apart.
type question struct {
	source  string
	at      time.Time
	grammar catalog.Grammar
}

// known finds a name without its maker.
func (r *Resolver) known(asked question, name string) Match {
	return cmp.Or(r.spelled(asked, name), r.cover(asked.source, name))
}

// spelled looks name up, dropping one suffix after the other from its end.
func (r *Resolver) spelled(asked question, name string) Match {
	m := r.look(asked, name)
	for _, s := range asked.grammar.Suffixes {
		if rest, cut := s.Cut(name); cut && m.Kind == NoMatch {
			m = r.spelled(asked, rest).with(s)
		}
	}
	return m
}

// with adds what a suffix says to the match of the name before it.
func (m Match) with(s catalog.Suffix) Match {
	switch {
	case m.Kind != Tool && m.Withdrawn == "":
		return m
	case s.Route != "":
		return Match{Kind: OtherRoute, Why: s.Route}
	}
	m.Effort, m.Harness = MoreExact(m.Effort, s.Effort), cmp.Or(m.Harness, s.Harness)
	return m
}

// MoreExact is the setting that says more: "thinking" says only that there is one.
func MoreExact(first, second string) string {
	if first == "thinking" {
		return cmp.Or(second, first)
	}
	return cmp.Or(first, second)
}

// look finds one spelling: what this source is known to mean wins over what every source means.
func (r *Resolver) look(asked question, name string) Match {
	form := catalog.NormalForm(name)
	for _, source := range []string{asked.source, ""} {
		for _, o := range r.others[form] {
			if o.source == source {
				return Match{Kind: OtherModel, Why: o.why, Withdrawn: o.withdrawn}
			}
		}
		for _, s := range r.spellings[form] {
			if s.Only == source && s.HoldsOn(asked.at) {
				return Match{Kind: Tool, Tool: s.Tool, Spelled: name}
			}
		}
	}
	return Match{}
}

// cover finds what is known of names that hold a word of this one, or begin like it.
func (r *Resolver) cover(source, name string) Match {
	form := catalog.NormalForm(name)
	if form == "" {
		return Match{}
	}
	for _, all := range [][]pattern{r.words, r.prefixes[form[0]]} {
		for _, p := range all {
			if (p.source == "" || p.source == source) && p.Covers(form) {
				return Match{Kind: OtherModel, Why: p.why}
			}
		}
	}
	return Match{}
}

// maxNearest is how many tools are suggested for one name.
const maxNearest = 3

// Nearest suggests tools that an unknown name may mean, the likeliest first, then by id; none when no spelling is
// near. It is for people who decide about a name: a suggestion never makes a match.
func (r *Resolver) Nearest(name string) []string {
	form := plainForm(name)
	distance := map[string]int{} // by tool id, of its nearest spelling
	for spelled, tools := range r.spellings {
		d, near := formDistance(form, plainForm(spelled))
		if !near {
			continue
		}
		for _, s := range tools {
			if before, known := distance[s.Tool]; !known || d < before {
				distance[s.Tool] = d
			}
		}
	}
	ids := slices.SortedFunc(maps.Keys(distance), func(a, b string) int {
		return cmp.Or(cmp.Compare(distance[a], distance[b]), cmp.Compare(a, b))
	})
	return ids[:min(len(ids), maxNearest)]
}

// plainForm is the normal form without what stands before the last "/", with points and brackets as hyphens, and
// without the date or number of a snapshot at its end.
func plainForm(name string) string {
	name = name[strings.LastIndex(name, "/")+1:]
	words := strings.Split(catalog.NormalForm(points.Replace(name)), "-")
	for last := len(words) - 1; last > 0 && len(words[last]) > 1 && strings.Trim(words[last], "0123456789") == ""; last-- {
		words = words[:last]
	}
	return strings.Join(words, "-")
}

var points = strings.NewReplacer(".", "-", ":", "-", "(", "-", ")", "-")

// formDistance is how many characters have to change to make one name of the other, and whether that is few: a fifth
// of the shorter name. A name that goes on behind a spelling, or stops short of one, is near too, and so far as it has
// more words.
func formDistance(name, spelled string) (int, bool) {
	short, long := name, spelled
	if len(short) > len(long) {
		short, long = long, short
	}
	if rest, longer := strings.CutPrefix(long, short+"-"); longer && strings.ContainsAny(short, "0123456789") {
		return 1 + strings.Count(rest, "-"), true
	}
	d := levenshtein.ComputeDistance(name, spelled)
	return d, d <= len(short)/5
}

// Offer is a name under which somebody else than its maker sells a tool.
type Offer struct {
	Tool   string
	Seller string // its key on the list
	Region string // as the name says it, "" where it does not
}

// The parts of names that clouds put around the maker's.
var (
	regionWord = regexp.MustCompile(`^(?:global|us|eu|apac|au|jp|ca|uk|in|us-gov|[a-z]{2}(?:-gov|-iso)?-[a-z]+-\d|(?:east|west|north|south|central|sweden|germany|france|japan|uk|australia)[a-z]*\d?)$`)
	vendorWord = regexp.MustCompile(`^(?:anthropic|openai|deepseek|mistral|qwen|moonshotai|moonshot|minimax|zai|xai|google)\.`)
	buildMark  = regexp.MustCompile(`-v\d+(?::\d+)?$`) // of Amazon Bedrock: -v1:0
	vertexDay  = regexp.MustCompile(`@(\d{8}|default|latest)$`)
)

// Offered takes a row of a price list apart that somebody else than the maker sells; false where it is the maker's own, another
// service of it (:free, :batch), or no tool. The name that is left must be a whole spelling of a tool, as everywhere.
func (r *Resolver) Offered(source, row string, at time.Time) (Offer, bool) {
	g := r.grammars[source]
	seller, rest, divided := strings.Cut(row, "/")
	if g.Seller != "" { // the list is that of one seller, by maker
		m := r.Resolve(source, row, at)
		return Offer{m.Tool, g.Seller, ""}, m.Kind == Tool
	}
	if _, maker := g.Makers[seller]; !divided || maker {
		return Offer{}, false
	}
	o := Offer{Seller: seller}
	parts := strings.Split(rest, "/")
	for _, part := range parts[:len(parts)-1] {
		if regionWord.MatchString(part) {
			o.Region = part
		}
	}
	name := parts[len(parts)-1]
	if before, after, found := strings.Cut(name, "."); found && regionWord.MatchString(before) {
		o.Region, name = before, after
	}
	name = vertexDay.ReplaceAllStringFunc(buildMark.ReplaceAllString(vendorWord.ReplaceAllString(name, ""), ""), func(day string) string {
		return strings.TrimSuffix(strings.TrimSuffix("-"+day[1:], "-default"), "-latest")
	})
	m := r.known(question{source: source, at: at}, name)
	o.Tool = m.Tool
	return o, m.Kind == Tool
}

package names

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/agnivade/levenshtein"

	"pricepoint/data/catalog"
)

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

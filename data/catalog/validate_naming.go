package catalog

import (
	"maps"
	"slices"
	"strings"
)

func (l *loader) validateNaming() {
	at := l.in("naming.yaml").key("grammars")
	var sources []string
	for i, g := range l.catalog.Naming.Grammars {
		here := at.item(i)
		sources = append(sources, g.Source)
		l.collector(here.key("source"), g.Source)
		for _, maker := range slices.Sorted(maps.Keys(g.Makers)) {
			id := g.Makers[maker]
			if !slices.ContainsFunc(l.catalog.Providers, func(p Provider) bool { return p.ID == id }) {
				l.add(here.key("makers").key(maker), "no provider in providers.yaml has the id %q", id)
			}
		}
		l.validateHosts(g, here.key("hosts"))
		l.validateSuffixes(g.Suffixes, here.key("suffixes"))
	}
	l.distinct(at, "source", sources)
}

func (l *loader) validateHosts(g Grammar, at place) {
	l.distinct(at, "", g.Hosts)
	for i, host := range g.Hosts {
		l.text(at.item(i), host, 100)
		if _, maker := g.Makers[host]; maker {
			l.add(at.item(i), "%q is a maker above; it cannot be a host too", host)
		}
		if host == "*" && len(g.Hosts) > 1 {
			l.add(at.item(i), `"*" is every host; remove the others`)
		}
	}
}

func (l *loader) validateSuffixes(suffixes []Suffix, at place) {
	var texts []string
	for i, s := range suffixes {
		here := at.item(i)
		texts = append(texts, s.Text)
		l.effort(here.key("effort"), s.Effort)
		if s.Text == "" || !strings.ContainsRune(" -_(:", rune(s.Text[0])) {
			l.add(here.key("text"), "suffix %q must begin with a separator, or it would cut words apart", s.Text)
		}
		if strings.Count(s.Text, "#") > 1 {
			l.add(here.key("text"), "suffix %q has more than one number", s.Text)
		}
		if s.Effort == "" && s.Harness == "" && s.Route == "" {
			l.add(here, "suffix %q is neither a setting nor a route; it needs an effort, a harness or a route", s.Text)
		}
	}
	l.distinct(at, "text", texts)
}

// validateOthers checks the names that are known to be other models.
func (l *loader) validateOthers(tools map[string][]spelling) {
	seen := map[scopedForm]place{}
	for i, o := range l.catalog.Naming.Others {
		at := l.in("naming.yaml").key("others").item(i)
		l.text(at.key("why"), o.Why, 200)
		if o.Source != "" {
			l.collector(at.key("source"), o.Source)
		}
		if len(o.Names)+len(o.Prefixes)+len(o.Words) == 0 {
			l.add(at, "the entry covers nothing; it needs names, prefixes or words")
		}
		for j, name := range o.Names {
			here := at.key("names").item(j)
			l.once(seen, scopedForm{"name", NormalForm(name), o.Source}, name, here)
			l.notASpelling(o, name, tools[NormalForm(name)], here)
		}
		for j, p := range o.Patterns() {
			l.validatePattern(o, p, j, tools, seen, at)
		}
	}
}

// scopedForm is what one entry says in one source.
type scopedForm struct{ kind, form, source string }

// once reports a text that has no normal form, or one that stood there before.
func (l *loader) once(seen map[scopedForm]place, key scopedForm, text string, at place) {
	l.text(at, key.form, 200)
	if first, twice := seen[key]; twice {
		l.add(at, "%q stands here twice (%s); remove one", text, first)
		return
	}
	seen[key] = at
}

func (l *loader) notASpelling(o OtherModels, name string, spellings []spelling, at place) {
	for _, s := range spellings {
		if s.Source == o.Source {
			l.add(at, "%q is a spelling of %s (%s); one of the two is wrong", name, s.tool, s.at)
		}
	}
}

// validatePattern refuses a prefix or a word that fits a spelling of a tool: the spelling would win, but the next one
// of its kind that nobody has listed yet would be lost without a word. Spellings that hold at some time only are let
// be, for the pattern says what they are at all others.
func (l *loader) validatePattern(o OtherModels, p Pattern, j int, tools map[string][]spelling, seen map[scopedForm]place, at place) {
	kind, here, texts := "prefix", at.key("prefixes").item(j), slices.Concat(o.Prefixes, o.Words)
	if p.word {
		kind, here = "word", at.key("words").item(j-len(o.Prefixes))
	}
	l.once(seen, scopedForm{kind, p.form, o.Source}, texts[j], here)
	for _, form := range slices.Sorted(maps.Keys(tools)) {
		for _, s := range tools[form] {
			sameScope := o.Source == "" || s.Source == "" || o.Source == s.Source
			if sameScope && s.From.IsZero() && s.Until.IsZero() && p.Covers(form) {
				l.add(here, "the %s %q covers %q, a spelling of %s (%s); say more exactly what is meant", kind, texts[j], s.Name, s.tool, s.at)
				return
			}
		}
	}
}

package catalog

import (
	"maps"
	"slices"
	"strings"

	"pricepoint/data/yaml"
)

func (l *loader) validateNaming() {
	at := l.in("naming.yaml").Key("grammars")
	var sources []string
	for i, g := range l.catalog.Naming.Grammars {
		here := at.Item(i)
		sources = append(sources, g.Source)
		l.collector(here.Key("source"), g.Source)
		for _, maker := range slices.Sorted(maps.Keys(g.Makers)) {
			id := g.Makers[maker]
			if !slices.ContainsFunc(l.catalog.Providers, func(p Provider) bool { return p.ID == id }) {
				l.Add(here.Key("makers").Key(maker), "no provider in providers.yaml has the id %q", id)
			}
		}
		l.validateHosts(g, here.Key("hosts"))
		l.validateSuffixes(g.Suffixes, here.Key("suffixes"))
	}
	l.distinct(at, "source", sources)
}

func (l *loader) validateHosts(g Grammar, at yaml.Place) {
	l.distinct(at, "", g.Hosts)
	for i, host := range g.Hosts {
		l.text(at.Item(i), host, 100)
		if _, maker := g.Makers[host]; maker {
			l.Add(at.Item(i), "%q is a maker above; it cannot be a host too", host)
		}
		if host == "*" && len(g.Hosts) > 1 {
			l.Add(at.Item(i), `"*" is every host; remove the others`)
		}
	}
}

func (l *loader) validateSuffixes(suffixes []Suffix, at yaml.Place) {
	var texts []string
	for i, s := range suffixes {
		here := at.Item(i)
		texts = append(texts, s.Text)
		l.effort(here.Key("effort"), s.Effort)
		if s.Text == "" || !strings.ContainsRune(" -_(:", rune(s.Text[0])) {
			l.Add(here.Key("text"), "suffix %q must begin with a separator, or it would cut words apart", s.Text)
		}
		if strings.Count(s.Text, "#") > 1 {
			l.Add(here.Key("text"), "suffix %q has more than one number", s.Text)
		}
		if s.Effort == "" && s.Harness == "" && s.Route == "" {
			l.Add(here, "suffix %q is neither a setting nor a route; it needs an effort, a harness or a route", s.Text)
		}
	}
	l.distinct(at, "text", texts)
}

// validateOthers checks the names that are known to be other models.
func (l *loader) validateOthers(tools map[string][]spelling) {
	seen := map[scopedForm]yaml.Place{}
	for i, o := range l.catalog.Naming.Others {
		at := l.in("naming.yaml").Key("others").Item(i)
		l.text(at.Key("why"), o.Why, 200)
		if o.Source != "" {
			l.collector(at.Key("source"), o.Source)
		}
		if len(o.Names)+len(o.Prefixes)+len(o.Words) == 0 {
			l.Add(at, "the entry covers nothing; it needs names, prefixes or words")
		}
		for j, name := range o.Names {
			here := at.Key("names").Item(j)
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
func (l *loader) once(seen map[scopedForm]yaml.Place, key scopedForm, text string, at yaml.Place) {
	l.text(at, key.form, 200)
	if first, twice := seen[key]; twice {
		l.Add(at, "%q stands here twice (%s); remove one", text, first)
		return
	}
	seen[key] = at
}

func (l *loader) notASpelling(o OtherModels, name string, spellings []spelling, at yaml.Place) {
	for _, s := range spellings {
		if s.Source == o.Source {
			l.Add(at, "%q is a spelling of %s (%s); one of the two is wrong", name, s.tool, s.at)
		}
	}
}

// validatePattern refuses a prefix or a word that fits a spelling of a tool: the spelling would win, but the next one
// of its kind that nobody has listed yet would be lost without a word. Spellings that hold at some time only are let
// be, for the pattern says what they are at all others.
func (l *loader) validatePattern(o OtherModels, p Pattern, j int, tools map[string][]spelling, seen map[scopedForm]yaml.Place, at yaml.Place) {
	kind, here, texts := "prefix", at.Key("prefixes").Item(j), slices.Concat(o.Prefixes, o.Words)
	if p.word {
		kind, here = "word", at.Key("words").Item(j-len(o.Prefixes))
	}
	l.once(seen, scopedForm{kind, p.form, o.Source}, texts[j], here)
	for _, form := range slices.Sorted(maps.Keys(tools)) {
		for _, s := range tools[form] {
			sameScope := o.Source == "" || s.Source == "" || o.Source == s.Source
			if sameScope && s.From.IsZero() && s.Until.IsZero() && p.Covers(form) {
				l.Add(here, "the %s %q covers %q, a spelling of %s (%s); say more exactly what is meant", kind, texts[j], s.Name, s.tool, s.at)
				return
			}
		}
	}
}

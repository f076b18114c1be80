// Package lifecycle reads how long makers sell their models, on their own pages: the state of a model, since when it is
// deprecated, when it is retired and what its maker recommends instead. Start at the makers, in init.
//
// It decides nothing: see package collectors. A promise not to retire a model sooner than a day is no day of retirement.
package lifecycle

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// sources are every page of lives.
var sources collectors.Sources

func register(s collectors.Source, addresses ...string) {
	sources.Add(data.LifecycleSource, 0, s, addresses...)
}

func init() {
	register(collectors.Source{Name: "lifecycle_anthropic", Publisher: "Anthropic", Parse: parseAnthropic},
		"https://platform.claude.com/docs/en/about-claude/model-deprecations.md",
		"https://platform.claude.com/docs/en/about-claude/model-deprecations",
	)
	register(collectors.Source{Name: "lifecycle_google", Publisher: "Google", Parse: parseGoogle},
		"https://ai.google.dev/gemini-api/docs/deprecations.md.txt",
		"https://ai.google.dev/gemini-api/docs/deprecations",
	)
	register(collectors.Source{Name: "lifecycle_openai", Publisher: "OpenAI", Parse: parseOpenAI},
		"https://developers.openai.com/api/docs/deprecations.md",
		"https://developers.openai.com/api/docs/deprecations",
		"https://platform.openai.com/docs/deprecations",
	)
}

// Sources are every page of lives, in no particular order.
func Sources() []collectors.Source { return sources }

// minModels is the least number of models of which a page must say something.
const minModels = 3

// life is what one row of a table says of the models that it names. What it does not say is empty.
type life struct {
	names                            []string
	state                            string
	deprecated, retires, notBefore   string // days, 2006-01-02
	replacement                      string
	stateAt, dayAt, endAt, insteadAt page.Place
	quote                            string
}

// reader collects what a page says. Of two rows about a model the first counts: the newest stand on top.
type reader struct {
	doc     web.Payload
	found   []data.Observation
	refused page.Refused
	said    map[string]bool
}

// read reads the tables of a page, one by one; lacking is what the page has not where none of them says anything.
func read(doc web.Payload, lacking string, table func(*reader, page.Table)) ([]data.Observation, error) {
	p, err := page.Read(doc)
	if err != nil {
		return nil, err
	}
	r := &reader{doc: doc, said: map[string]bool{}}
	for _, t := range p.Tables {
		table(r, t)
	}
	return r.result(lacking)
}

// columns are where a table has what; -1: nowhere.
type columns struct{ name, since, end, instead int }

// rows reads the rows of a table that name models. What else a row says is put in by further, if that is not nil.
func (r *reader) rows(t page.Table, c columns, further func(*life, []page.Cell) error) {
	for _, row := range t.Rows {
		l := life{names: idsIn(row[c.name].Text), quote: quoteOf(row)}
		if len(l.names) == 0 {
			continue
		}
		err := r.days(&l, t, row, c)
		if err == nil && further != nil {
			err = further(&l, row)
		}
		if err != nil {
			r.refused.Row(r.doc, row[c.name].Text, row, err)
			continue
		}
		r.add(row, l)
	}
}

// days reads the days of a row, the state that follows from its end, and what is recommended instead.
func (r *reader) days(l *life, t page.Table, row []page.Cell, c columns) (err error) {
	if c.instead >= 0 {
		l.replacement, l.insteadAt = firstID(row[c.instead].Text), t.At(row, c.instead)
	}
	if c.since >= 0 {
		l.dayAt = t.At(row, c.since)
		if l.deprecated, _, err = endIn(row[c.since].Text); err != nil {
			return err
		}
	}
	if c.end >= 0 {
		l.endAt, l.stateAt = t.At(row, c.end), t.At(row, c.end)
		l.retires, l.notBefore, err = endIn(row[c.end].Text)
		l.state = stateBy(l.retires, r.doc)
	}
	return err
}

// add writes down one row.
func (r *reader) add(row []page.Cell, l life) {
	if l.deprecated != "" && l.retires != "" && l.deprecated > l.retires {
		r.refused.Row(r.doc, strings.Join(l.names, ", "), row, fmt.Errorf("it is deprecated on %s, after its end on %s", l.deprecated, l.retires))
		return
	}
	for _, name := range l.names {
		r.say(l.stateAt, name, data.LifeState, l.state, data.StateUnit, l)
		r.say(l.dayAt, name, data.LifeDeprecated, l.deprecated, data.DayUnit, l)
		r.say(l.endAt, name, data.LifeRetires, l.retires, data.DayUnit, l)
		r.say(l.insteadAt, name, data.LifeReplacement, l.replacement, data.NameUnit, l)
	}
}

func (r *reader) say(at page.Place, name string, field data.Field, value string, unit data.Unit, l life) {
	key := name + " " + string(field)
	if value == "" || r.said[key] {
		return
	}
	r.said[key] = true
	at.Of, at.Address.Row = r.doc, name
	o := at.Observe(name, field, value, unit, l.quote)
	if field == data.LifeState {
		o.Qualifiers.Promised = l.notBefore
	}
	r.found = append(r.found, o)
}

// result is what was read, or why the page is not the one that was expected.
func (r *reader) result(lacking string) ([]data.Observation, error) {
	models := map[string]bool{}
	for _, o := range r.found {
		models[o.Subject] = true
	}
	if len(models) < minModels {
		return nil, r.refused.Lacking(fmt.Errorf("%d models have a state or an end, expected at least %d: %s", len(models), minModels, lacking))
	}
	return r.found, r.refused.Err()
}

// quoteOf is a row as it is printed.
func quoteOf(row []page.Cell) string {
	var texts []string
	for _, cell := range row {
		texts = append(texts, cell.Text)
	}
	return strings.Join(texts, " | ")
}

// modelID is a name by which a model is asked for.
var modelID = regexp.MustCompile(`^[a-z][a-z0-9]*(?:[-._:][a-z0-9]+)+$`)

// idsIn are the ids of models in a cell: those in its brackets where there are some, "GPT-4o (gpt-4o-2024-08-06)", else those
// that it lists. A cell with other words is about something else, such as an endpoint.
func idsIn(text string) []string {
	if open := strings.Index(text, "("); open >= 0 && strings.HasSuffix(text, ")") {
		if ids := idsIn(text[open+1 : len(text)-1]); ids != nil {
			return ids
		}
	}
	parts := strings.FieldsFunc(strings.ReplaceAll(text, " and ", ", "), func(r rune) bool { return r == ',' || r == ';' || r == '(' || r == ')' })
	var ids []string
	for _, part := range parts {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		if !modelID.MatchString(part) {
			return nil
		}
		ids = append(ids, part)
	}
	return ids
}

// firstID is the first id in a cell that recommends a model, in whatever words; "" for none.
func firstID(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;()`", r) })
	if i := slices.IndexFunc(words, modelID.MatchString); i >= 0 {
		return words[i]
	}
	return ""
}

// notSooner is how pages say that an end is only promised not to come before a day.
var notSooner = regexp.MustCompile(`(?i)\b(?:not? (?:sooner|earlier|before)(?: than)?|at (?:the )?earliest|earliest|not before|after|tentative(?:ly)?|estimated|expected)\b`)

var dayLayouts = []string{time.DateOnly, "January 2, 2006", "Jan 2, 2006", "2 January 2006"}

// endIn reads when a model ends: on a day, or not before one. "N/A" and a dash are neither; other words are an error.
func endIn(text string) (day, notBefore string, err error) {
	rest := strings.Trim(page.OneLine(notSooner.ReplaceAllString(text, " ")), " :.")
	promise := rest != strings.Trim(page.OneLine(text), " :.")
	if page.IsAbsent(rest) || strings.EqualFold(rest, "n/a") || strings.EqualFold(rest, "tbd") || page.HasWords(rest, "no", "shutdown", "date") {
		return "", "", nil
	}
	for _, layout := range dayLayouts {
		if d, err := time.Parse(layout, rest); err == nil && plausible(d) {
			if promise {
				return "", d.Format(time.DateOnly), nil
			}
			return d.Format(time.DateOnly), "", nil
		}
	}
	for _, layout := range []string{"January 2006", "Jan 2006", "2006-01"} { // a month says no day
		if d, err := time.Parse(layout, rest); err == nil && plausible(d) {
			return "", d.Format(time.DateOnly), nil
		}
	}
	return "", "", fmt.Errorf("%q is no day of an end", text)
}

// plausible reports whether models can have ended on a day.
func plausible(day time.Time) bool { return day.Year() >= 2020 && day.Year() < 2050 }

// stateBy is the state of a model that a page lists with the day of its end.
func stateBy(retires string, doc web.Payload) string {
	switch {
	case retires == "":
		return ""
	case retires <= doc.FetchedAt.UTC().Format(time.DateOnly):
		return data.RetiredState
	default:
		return data.DeprecatedState
	}
}

// parseAnthropic reads the table of states, and the tables of the history for what is recommended instead.
func parseAnthropic(docs []web.Payload) ([]data.Observation, error) {
	return read(docs[0], `there is no table with the columns "API model name" and "Current state"`, func(r *reader, t page.Table) {
		if name, state := t.Column("model", "name"), t.Column("state"); name >= 0 && state >= 0 {
			c := columns{name: name, since: t.Column("deprecated"), end: t.Column("retirement"), instead: -1}
			r.rows(t, c, func(l *life, row []page.Cell) error {
				l.state, l.stateAt = strings.ToLower(row[state].Text), t.At(row, state)
				switch l.state {
				case data.ActiveState, data.LegacyState, data.DeprecatedState, data.RetiredState:
					return nil
				}
				return fmt.Errorf("%q is no state of a model", row[state].Text)
			})
		} else if name, instead := t.Column("deprecated", "model"), t.Column("replacement"); name >= 0 && instead >= 0 {
			r.rows(t, columns{name: name, since: -1, end: -1, instead: instead}, nil)
		}
	})
}

// parseGoogle reads the tables of shutdowns. "Earliest June 2026" is a promise; a model with such a one is active.
func parseGoogle(docs []web.Payload) ([]data.Observation, error) {
	return read(docs[0], `there is no table with the columns "Model" and "Shutdown date"`, func(r *reader, t page.Table) {
		c := columns{name: t.Column("model"), since: -1, end: t.Column("shutdown"), instead: t.Column("replacement")}
		if c.name < 0 || c.end < 0 {
			return
		}
		r.rows(t, c, func(l *life, _ []page.Cell) error {
			if l.notBefore != "" {
				l.state = data.ActiveState
			}
			return nil
		})
	})
}

// announcedOn is the day in a heading: "2025-11-17: codex-mini-latest model snapshot".
var announcedOn = regexp.MustCompile(`^(20\d\d-\d\d-\d\d)\b`)

// parseOpenAI reads the tables of shutdowns. A model that is in none of them is not said to be active.
func parseOpenAI(docs []web.Payload) ([]data.Observation, error) {
	return read(docs[0], `there is no table with the columns "Shutdown date" and "Model"`, func(r *reader, t page.Table) {
		name := slices.IndexFunc(t.Header, func(title string) bool {
			return page.HasAnyWord(title, "model", "system") && !page.HasAnyWord(title, "price", "replacement")
		})
		if end := t.Column("shutdown", "date"); name >= 0 && end >= 0 {
			r.ends(t, columns{name: name, since: t.Column("notice"), end: end, instead: t.Column("replacement")})
		}
	})
}

// ends reads a table of the days on which models end, of which each row says when, or its heading, that it was announced.
func (r *reader) ends(t page.Table, c columns) {
	r.rows(t, c, func(l *life, row []page.Cell) error {
		if n := len(t.Headings); c.since < 0 && n > 0 {
			l.dayAt, l.deprecated = t.At(row, c.end), announcedOn.FindString(strings.TrimSpace(t.Headings[n-1]))
		}
		return nil
	})
}

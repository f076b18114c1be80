// Package lifecycle reads how long makers sell their models, on their own pages: the state of a model, since when it is
// deprecated, when it is retired and what its maker recommends instead. Start at the makers, in init.
//
// It decides nothing: see package collectors. A promise not to retire a model sooner than a day is no day of retirement.
package lifecycle

import (
	"cmp"
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

func init() {
	collectors.Register(collectors.Source{Name: "lifecycle_anthropic", Publisher: "Anthropic", Parse: anthropic.parse},
		"https://platform.claude.com/docs/en/about-claude/model-deprecations.md",
		"https://platform.claude.com/docs/en/about-claude/model-deprecations",
	)
	collectors.Register(collectors.Source{Name: "lifecycle_google", Publisher: "Google", Parse: google.parse},
		"https://ai.google.dev/gemini-api/docs/deprecations.md.txt",
		"https://ai.google.dev/gemini-api/docs/deprecations",
	)
	collectors.Register(collectors.Source{Name: "lifecycle_openai", Publisher: "OpenAI", Parse: openAI.parse},
		"https://developers.openai.com/api/docs/deprecations.md",
		"https://developers.openai.com/api/docs/deprecations",
		"https://platform.openai.com/docs/deprecations",
	)
}

// minModels is the least number of models of which a page must say something.
const minModels = 3

// lifePage is how a page of lives is read.
type lifePage struct {
	lacking  string // what it has not where none of its tables says anything
	promised string // the state of a model of which it only says before which day the model does not end
	tables   []titles
}

// titles are the words in the titles of the columns of a table: of the models, of their states, of the days on which their end was
// announced and on which it comes, and of what is recommended instead. A table has the first of a state, an end and something instead
// that has words here.
type titles struct{ name, state, since, end, instead []string }

// anthropic has a table of states, and those of the history for what is recommended instead.
var anthropic = lifePage{
	lacking: `there is no table with the columns "API model name" and "Current state"`,
	tables: []titles{
		{name: []string{"model", "name"}, state: []string{"state"}, since: []string{"deprecated"}, end: []string{"retirement"}},
		{name: []string{"deprecated", "model"}, instead: []string{"replacement"}},
	},
}

// google has tables of shutdowns. "Earliest June 2026" is a promise; a model with such a one is active.
var google = lifePage{
	lacking: `there is no table with the columns "Model" and "Shutdown date"`, promised: data.ActiveState,
	tables: []titles{{name: []string{"model"}, end: []string{"shutdown"}, instead: []string{"replacement"}}},
}

// openAI has tables of shutdowns. A model that is in none of them is not said to be active.
var openAI = lifePage{
	lacking: `there is no table with the columns "Shutdown date" and "Model"`,
	tables: []titles{
		{name: []string{"model"}, since: []string{"notice"}, end: []string{"shutdown", "date"}, instead: []string{"replacement"}},
		{name: []string{"system"}, since: []string{"notice"}, end: []string{"shutdown", "date"}, instead: []string{"replacement"}},
	},
}

// columns are where a table has what; -1: nowhere.
type columns struct{ name, state, since, end, instead int }

// in finds the columns of a table; false where it is another one.
func (w titles) in(t page.Table) (c columns, ok bool) {
	find := func(words []string) int {
		if words == nil {
			return -1
		}
		return t.Column(words...)
	}
	c = columns{find(w.name), find(w.state), find(w.since), find(w.end), find(w.instead)}
	anchor := c.instead
	if w.state != nil {
		anchor = c.state
	} else if w.end != nil {
		anchor = c.end
	}
	return c, min(c.name, anchor) >= 0
}

// reader collects what a page says. Of two rows about a model the first counts: the newest stand on top.
type reader struct {
	lifePage
	doc     web.Payload
	found   []data.Observation
	refused *page.Refused
	said    map[string]bool
}

// parse reads the tables of the page, the first of the documents.
func (l lifePage) parse(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	p, err := page.Read(docs[0])
	if err != nil {
		return nil, err
	}
	r := &reader{lifePage: l, doc: docs[0], refused: refused, said: map[string]bool{}}
	for _, t := range p.Tables {
		for _, words := range l.tables {
			if c, ok := words.in(t); ok {
				r.rows(t, c)
				break
			}
		}
	}
	models := map[string]bool{}
	for _, o := range r.found {
		models[o.Subject] = true
	}
	if len(models) < minModels {
		return nil, fmt.Errorf("%d models have a state or an end, expected at least %d: %s", len(models), minModels, l.lacking)
	}
	return r.found, nil
}

// rows reads the rows of a table that name models. Each is kept or refused whole.
func (r *reader) rows(t page.Table, c columns) {
	for _, row := range t.Rows {
		names := idsIn(row[c.name].Text)
		if len(names) == 0 {
			continue
		}
		facts, err := r.facts(t, row, c)
		if err != nil {
			r.refused.Row(r.doc, strings.Join(names, ", "), row, err)
		}
		for _, name := range names {
			r.say(name, facts)
		}
	}
}

// facts are what one row says of the models that it names.
func (r *reader) facts(t page.Table, row []page.Cell, c columns) (facts []data.Observation, err error) {
	quote := quoteOf(row)
	say := func(column int, field data.Field, value string, unit data.Unit, q data.Qualifiers) {
		if value != "" {
			facts = append(facts, t.At(row, column).Observe("", field, value, unit, quote, q))
		}
	}
	text := func(column int) string {
		if column < 0 {
			return ""
		}
		return row[column].Text
	}
	sinceAt, announced := c.since, text(c.since)
	if n := len(t.Headings); c.since < 0 && c.end >= 0 && n > 0 {
		sinceAt, announced = c.end, announcedOn.FindString(strings.TrimSpace(t.Headings[n-1]))
	}
	since, _, errSince := endIn(announced)
	ends, notBefore, errEnds := endIn(text(c.end))
	if err := cmp.Or(errSince, errEnds); err != nil {
		return nil, err
	}
	stateAt, state := c.end, r.stateBy(ends, notBefore)
	if c.state >= 0 {
		stateAt, state = c.state, strings.ToLower(text(c.state))
	}
	switch {
	case c.state >= 0 && !slices.Contains(states, state):
		return nil, fmt.Errorf("%q is no state of a model", text(c.state))
	case since != "" && ends != "" && since > ends:
		return nil, fmt.Errorf("it is deprecated on %s, after its end on %s", since, ends)
	}
	say(stateAt, data.LifeState, state, data.StateUnit, data.Qualifiers{Promised: notBefore})
	say(sinceAt, data.LifeDeprecated, since, data.DayUnit, data.Qualifiers{})
	say(c.end, data.LifeRetires, ends, data.DayUnit, data.Qualifiers{})
	say(c.instead, data.LifeReplacement, firstID(text(c.instead)), data.NameUnit, data.Qualifiers{})
	return facts, nil
}

var states = []string{data.ActiveState, data.LegacyState, data.DeprecatedState, data.RetiredState}

// announcedOn is the day in a heading: "2025-11-17: codex-mini-latest model snapshot".
var announcedOn = regexp.MustCompile(`^(20\d\d-\d\d-\d\d)\b`)

// stateBy is the state of a model that a page lists with the day of its end, or with a promise.
func (r *reader) stateBy(ends, notBefore string) string {
	switch {
	case notBefore != "":
		return r.promised
	case ends == "":
		return ""
	case ends <= r.doc.FetchedAt.UTC().Format(time.DateOnly):
		return data.RetiredState
	default:
		return data.DeprecatedState
	}
}

// say says of a model what nothing has said before.
func (r *reader) say(name string, facts []data.Observation) {
	for _, o := range facts {
		if key := name + " " + string(o.Field); !r.said[key] {
			r.said[key] = true
			o.Subject, o.Address.Row = name, name
			r.found = append(r.found, o)
		}
	}
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
	var ids []string
	parts := func(r rune) bool { return strings.ContainsRune(",;()", r) }
	for part := range strings.FieldsFuncSeq(strings.ReplaceAll(text, " and ", ", "), parts) {
		part = strings.TrimSpace(part)
		switch {
		case modelID.MatchString(part):
			ids = append(ids, part)
		case part != "":
			return nil
		}
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

// dayLayouts are how pages write days, and monthLayouts months, which say no day.
var (
	dayLayouts   = []string{time.DateOnly, "January 2, 2006", "Jan 2, 2006", "2 January 2006"}
	monthLayouts = []string{"January 2006", "Jan 2006", "2006-01"}
)

// endIn reads when a model ends: on a day, or not before one. "N/A" and a dash are neither; other words are an error.
func endIn(text string) (day, notBefore string, err error) {
	rest := strings.Trim(page.OneLine(notSooner.ReplaceAllString(text, " ")), " :.")
	promise := rest != strings.Trim(page.OneLine(text), " :.")
	if page.IsAbsent(rest) || page.HasWords(rest, "no", "shutdown", "date") {
		return "", "", nil
	}
	for i, layout := range slices.Concat(dayLayouts, monthLayouts) {
		d, err := time.Parse(layout, rest)
		switch {
		case err != nil, d.Year() < 2020, d.Year() >= 2050: // no models end so early or late
		case promise || i >= len(dayLayouts):
			return "", d.Format(time.DateOnly), nil
		default:
			return d.Format(time.DateOnly), "", nil
		}
	}
	return "", "", fmt.Errorf("%q is no day of an end", text)
}

package lifecycle

import (
	"regexp"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(collectors.Source{
		Name: "lifecycle_openai", Kind: data.LifecycleSource, Publisher: "OpenAI",
		Requests: [][]web.Request{{
			{URL: "https://developers.openai.com/api/docs/deprecations.md"},
			{URL: "https://developers.openai.com/api/docs/deprecations"},
			{URL: "https://platform.openai.com/docs/deprecations"},
		}},
		Parse: parseOpenAI,
	})
}

// announcedOn is the day in a heading: "2025-11-17: codex-mini-latest model snapshot".
var announcedOn = regexp.MustCompile(`^(20\d\d-\d\d-\d\d)\b`)

// parseOpenAI reads the tables of shutdowns. A model that is in none of them is not said to be active.
func parseOpenAI(docs []web.Payload) ([]data.Observation, error) {
	p, err := page.Read(docs[0])
	if err != nil {
		return nil, err
	}
	r := newReader(docs[0])
	for _, t := range p.Tables {
		name := slices.IndexFunc(t.Header, func(title string) bool {
			return page.HasAnyWord(title, "model", "system") && !page.HasAnyWord(title, "price", "replacement")
		})
		if end := t.Column("shutdown", "date"); name >= 0 && end >= 0 {
			r.ends(t, name, end)
		}
	}
	return r.result(`there is no table with the columns "Shutdown date" and "Model"`)
}

// ends reads a table of the days on which models end, of which each row says when, or its heading, that it was announced.
func (r *reader) ends(t page.Table, name, end int) {
	instead, notice := t.Column("replacement"), t.Column("notice")
	for _, row := range t.Rows {
		l := life{names: idsIn(row[name].Text), endAt: t.At(row, end), stateAt: t.At(row, end), quote: quoteOf(row)}
		var err error
		l.retires, l.notBefore, err = endIn(row[end].Text)
		if len(l.names) == 0 {
			continue
		}
		if notice >= 0 && err == nil {
			l.dayAt = t.At(row, notice)
			l.deprecated, _, err = endIn(row[notice].Text)
		} else if n := len(t.Headings); n > 0 {
			l.dayAt, l.deprecated = t.At(row, end), announcedOn.FindString(strings.TrimSpace(t.Headings[n-1]))
		}
		if err != nil {
			r.refused.Row(r.doc, row[name].Text, row, err)
			continue
		}
		if instead >= 0 {
			l.replacement, l.insteadAt = firstID(row[instead].Text), t.At(row, instead)
		}
		l.state = stateBy(l.retires, r.doc)
		r.add(row, l)
	}
}

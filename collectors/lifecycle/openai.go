package lifecycle

import (
	"regexp"
	"slices"
	"strings"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register("lifecycle_openai", "OpenAI", parseOpenAI,
		"https://developers.openai.com/api/docs/deprecations.md",
		"https://developers.openai.com/api/docs/deprecations",
		"https://platform.openai.com/docs/deprecations",
	)
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

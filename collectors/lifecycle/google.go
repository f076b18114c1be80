package lifecycle

import (
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register("lifecycle_google", "Google", parseGoogle,
		"https://ai.google.dev/gemini-api/docs/deprecations.md.txt",
		"https://ai.google.dev/gemini-api/docs/deprecations",
	)
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

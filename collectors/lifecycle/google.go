package lifecycle

import (
	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(collectors.Source{
		Name: "lifecycle_google", Kind: data.LifecycleSource, Publisher: "Google",
		Requests: [][]web.Request{{
			{URL: "https://ai.google.dev/gemini-api/docs/deprecations.md.txt"},
			{URL: "https://ai.google.dev/gemini-api/docs/deprecations"},
		}},
		Parse: parseGoogle,
	})
}

// parseGoogle reads the tables of shutdowns. "Earliest June 2026" is a promise; a model with such a one is active.
func parseGoogle(docs []web.Payload) ([]data.Observation, error) {
	p, err := page.Read(docs[0])
	if err != nil {
		return nil, err
	}
	r := newReader(docs[0])
	for _, t := range p.Tables {
		name, end, instead := t.Column("model"), t.Column("shutdown"), t.Column("replacement")
		if name < 0 || end < 0 {
			continue
		}
		for _, row := range t.Rows {
			l := life{names: idsIn(row[name].Text), endAt: t.At(row, end), stateAt: t.At(row, end), quote: quoteOf(row)}
			if l.retires, l.notBefore, err = endIn(row[end].Text); err != nil {
				r.refused.Row(r.doc, row[name].Text, row, err)
				continue
			}
			if l.state = stateBy(l.retires, r.doc); l.notBefore != "" {
				l.state = data.ActiveState
			}
			if instead >= 0 {
				l.replacement, l.insteadAt = firstID(row[instead].Text), t.At(row, instead)
			}
			r.add(row, l)
		}
	}
	return r.result(`there is no table with the columns "Model" and "Shutdown date"`)
}

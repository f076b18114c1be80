package lifecycle

import (
	"fmt"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(collectors.Source{
		Name: "lifecycle_anthropic", Kind: data.LifecycleSource, Publisher: "Anthropic",
		Requests: [][]web.Request{{
			{URL: "https://platform.claude.com/docs/en/about-claude/model-deprecations.md"},
			{URL: "https://platform.claude.com/docs/en/about-claude/model-deprecations"},
		}},
		Parse: parseAnthropic,
	})
}

// parseAnthropic reads the table of states, and the tables of the history for what is recommended instead.
func parseAnthropic(docs []web.Payload) ([]data.Observation, error) {
	p, err := page.Read(docs[0])
	if err != nil {
		return nil, err
	}
	r := newReader(docs[0])
	for _, t := range p.Tables {
		if name, state := t.Column("model", "name"), t.Column("state"); name >= 0 && state >= 0 {
			r.anthropicStates(t, name, state)
		} else if name, instead := t.Column("deprecated", "model"), t.Column("replacement"); name >= 0 && instead >= 0 {
			for _, row := range t.Rows {
				r.add(row, life{names: idsIn(row[name].Text), replacement: firstID(row[instead].Text), insteadAt: t.At(row, instead), quote: quoteOf(row)})
			}
		}
	}
	return r.result(`there is no table with the columns "API model name" and "Current state"`)
}

func (r *reader) anthropicStates(t page.Table, name, state int) {
	since, end := t.Column("deprecated"), t.Column("retirement")
	for _, row := range t.Rows {
		l := life{names: idsIn(row[name].Text), state: strings.ToLower(row[state].Text), stateAt: t.At(row, state), quote: quoteOf(row)}
		err := l.anthropicDays(t, row, since, end)
		switch l.state {
		case data.ActiveState, data.LegacyState, data.DeprecatedState, data.RetiredState:
		default:
			err = fmt.Errorf("%q is no state of a model", row[state].Text)
		}
		if err != nil {
			r.refused.Row(r.doc, row[name].Text, row, err)
			continue
		}
		r.add(row, l)
	}
}

func (l *life) anthropicDays(t page.Table, row []page.Cell, since, end int) (err error) {
	if since >= 0 {
		l.dayAt = t.At(row, since)
		if l.deprecated, _, err = endIn(row[since].Text); err != nil {
			return err
		}
	}
	if end >= 0 {
		l.endAt = t.At(row, end)
		l.retires, l.notBefore, err = endIn(row[end].Text)
	}
	return err
}

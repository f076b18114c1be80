package lifecycle

import (
	"fmt"
	"strings"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register("lifecycle_anthropic", "Anthropic", parseAnthropic,
		"https://platform.claude.com/docs/en/about-claude/model-deprecations.md",
		"https://platform.claude.com/docs/en/about-claude/model-deprecations",
	)
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

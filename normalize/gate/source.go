package gate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// Source is a source with everything it states of the tools.
type Source struct {
	Record      data.SourceRecord // after this run
	Read        bool              // this run read it
	Before, Now map[data.ToolField]data.Number
	Withheld    *data.Finding // why its changes did not count in the snapshot before; nil: they did
}

// Withhold finds out whether too much of a feed moved, or too much of any source went missing, at once: then nothing that it changed counts,
// until it states that as before or an operator accepts it.
func (g Gate) Withhold(s Source) (data.Finding, bool) {
	f, ok := g.tooMuch(s)
	if !ok {
		f, ok = g.still(s)
	}
	_, accepted := g.Accepted[f.ID]
	return f, ok && !accepted
}

// tooMuch holds what a source states against what it stated before. What it now states as published is no matter. What moves
// together on a page or a board is held value by value: it stands in tables there.
func (g Gate) tooMuch(s Source) (f data.Finding, ok bool) {
	var moved, missing []string
	words := func(of data.ToolField) string { return of.Tool + " " + of.Field }
	for _, of := range slices.SortedFunc(maps.Keys(s.Before), func(x, y data.ToolField) int { return strings.Compare(words(x), words(y)) }) {
		was := s.Before[of]
		if is, ok := s.Now[of]; !ok {
			f.Missing, missing = append(f.Missing, of), append(missing, words(of))
		} else if !is.Equal(was) && !g.published(of, is) {
			f.Moves = append(f.Moves, data.Move{ToolField: of, Was: was, Is: is})
			moved = append(moved, fmt.Sprintf("%s %s -> %s", words(of), was, is))
		}
	}
	switch all := len(s.Before); {
	case !s.Read:
		return data.Finding{}, false
	case s.Record.Kind == data.FeedSource && len(moved) >= int(g.Limits.MovedAtLeast) && exceeds(len(moved), all, g.Limits.MovedShare):
		f.Missing = nil
		return s.withholding(f, moved, data.RuleMoved, fmt.Sprintf("%d of %d values moved at once", len(moved), all)), true
	case exceeds(len(missing), all, g.Limits.GoneShare):
		f.Moves = nil
		return s.withholding(f, missing, data.RuleGone, fmt.Sprintf("%d of %d values are missing", len(missing), all)), true
	default:
		return data.Finding{}, false
	}
}

// withholding completes a finding that has the moves, or what is missing.
func (s Source) withholding(f data.Finding, quotes []string, rule data.GateRule, why string) data.Finding {
	why = fmt.Sprintf("what %s changed does not count: %s", s.Record.ID, why)
	f.Kind, f.Source, f.Rules, f.Breaches = data.Withheld, s.Record.ID, []data.GateRule{rule}, []data.Breach{{Rule: rule, Why: why}}
	f.Quote, f.URL, f.Evidence = strings.Join(quotes, ", "), s.Record.URL, s.Record.LastConfirmed
	f.Why, f.Ends = why+"; the last good values stay", "the source states them again as before, or an operator accepts it"
	return f.Identified()
}

// still repeats the finding of the snapshot before while the source still states what did not count then and is not
// published, or still lacks too much of what was missing. Looking twice makes nothing right.
func (g Gate) still(s Source) (data.Finding, bool) {
	if s.Withheld == nil {
		return data.Finding{}, false
	}
	missing := 0
	for _, of := range s.Withheld.Missing {
		if _, back := s.Now[of]; !back {
			missing++
		}
	}
	moved := slices.ContainsFunc(s.Withheld.Moves, func(m data.Move) bool {
		is, ok := s.Now[m.ToolField]
		return ok && is.Equal(m.Is) && !g.published(m.ToolField, is)
	})
	return *s.Withheld, moved || missing > 0 && exceeds(missing, missing+len(s.Now), g.Limits.GoneShare)
}

// published reports whether a value was published in the snapshot before.
func (g Gate) published(of data.ToolField, n data.Number) bool {
	e, ok := g.Published[of]
	return ok && e.Value.Equal(n)
}

// exceeds reports whether part is more than limit of whole.
func exceeds(part, whole int, limit data.Number) bool {
	return decimal.NewFromInt(int64(part)).GreaterThan(limit.Mul(decimal.NewFromInt(int64(whole))))
}

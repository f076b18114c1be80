package cost

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/tariff"
)

// Ranking are the answers of several tools to one question, the cheapest first by what they cost at most, and at the end those
// with which it cannot be priced.
type Ranking []Answer

// Rank prices a usage with some tools, by id.
func (h Histories) Rank(ids []string, u tariff.Usage) (Ranking, error) {
	var all Ranking
	for _, id := range ids {
		a, err := h.Ask(id, u)
		if problems := (tariff.Problems)(nil); errors.As(err, &problems) || errors.Is(err, ErrUnknownThen) {
			a = Answer{Tool: id, Name: id, Version: h.Version, At: data.At(u.At), Requests: u.Requests, Lines: []Line{}, Problem: err.Error()}
		} else if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	slices.SortStableFunc(all, func(a, b Answer) int {
		if a.USD == nil || b.USD == nil {
			return cmp.Compare(len(a.Problem), len(b.Problem)) // those without an amount have one
		}
		return cmp.Or(a.USD.Cmp(b.USD.Decimal), a.least().Cmp(b.least().Decimal), cmp.Compare(a.Tool, b.Tool))
	})
	return all, nil
}

// Table is a ranking for people, a line a tool.
func (r Ranking) Table() terminal.Table {
	t := terminal.Table{Header: terminal.Row{"model", "USD", "unknown, or why there is no cost"}}
	for _, a := range r {
		var unknown []string
		for _, gap := range a.Unknown {
			unknown = append(unknown, string(gap.Class))
		}
		t.Add(a.Tool, a.amount(), cmp.Or(a.Problem, strings.Join(unknown, ", ")))
	}
	return t
}

// Remarks say what the table cannot.
func (r Ranking) Remarks(stored bool) string {
	words := []string{fmt.Sprintf("at %s, by snapshot %s; of one model alone every line of its tariff is shown", r[0].At.Format("2006-01-02T15:04Z"), r[0].Version)}
	for _, a := range r {
		if a.Assumed {
			words = append(words, a.Name+": nobody had read prices so early: these are the earliest prices that are known")
		}
		for _, n := range a.Notes {
			words = append(words, a.Name+": "+n.text(a.At))
		}
	}
	return strings.Join(append(words, unread(stored)...), "\n")
}

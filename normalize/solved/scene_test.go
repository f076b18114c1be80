package solved

import (
	"strings"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
	"pricepoint/normalize/names"
)

var now = time.Date(2026, 10, 15, 0, 0, 0, 0, time.UTC)

// scene is a board with rows, and the tools with their tariffs.
type scene struct {
	Input
	printed []data.Observation
}

func newScene() *scene {
	s := &scene{}
	s.Catalog = &catalog.Catalog{
		Tools: []catalog.Tool{
			{ID: "one", Provider: "acme", Scores: []catalog.Score{{Column: "sweBench", Entry: "One (checked)"}}}, {ID: "two", Provider: "bolt"},
		},
		Scoring: catalog.Scoring{EffortOrder: []string{"low", "", "high", "max"}},
		Solved: catalog.Solved{
			Boards: []catalog.SolvedBoard{{Column: "sweBench", SolvedBoard: rating.SolvedBoard{
				ID: "board", Name: "Board", Release: "v1", Work: rating.RepositoryWork, Source: "leaderboard_b", Harness: "agent", Tasks: 500,
			}}},
		},
	}
	s.Mean = func(o data.Observation) names.Match {
		name, harness, _ := strings.Cut(o.Subject, " in ")
		name, _, _ = strings.Cut(name, " (")
		switch id := strings.ToLower(name); id {
		case "one", "two":
			return names.Match{Kind: names.Tool, Tool: id, Harness: harness}
		}
		return names.Match{}
	}
	s.Proves = func(o data.Observation) data.BriefEvidence {
		return data.BriefEvidence{Quote: o.Quote, FetchedAt: o.FetchedAt}
	}
	s.History = func(string) (data.PricesDocument, error) { return data.PricesDocument{}, nil }
	s.Tariffs = map[string]data.Tariff{"one": tariffOf("5", "0.5", "", "25"), "two": tariffOf("1", "0.1", "1.25", "4")}
	s.Now = now
	return s
}

// tariffOf has lines for input, cache read, cache write and output; without a write price writing costs the same as input.
func tariffOf(input, read, write, output string, more ...data.TariffLine) data.Tariff {
	line := func(class data.BillingClass, price string) data.TariffLine {
		l := data.TariffLine{Class: class, State: data.PriceNotStated, Per: data.Measure{Amount: 1_000_000, Of: "tokens"}}
		if price != "" {
			n := data.MustNumber(price)
			l.State, l.Price = data.Priced, &n
		}
		return l
	}
	t := data.Tariff{ID: "tool", Lines: []data.TariffLine{line(data.ClassInput, input), line(data.ClassCacheRead, read), line(data.ClassCacheWrite, write), line(data.ClassOutput, output)}}
	if write == "" {
		t.Lines[2].State = data.BilledAsInput
	}
	t.Lines = append(t.Lines, more...)
	return t
}

// dearerLong adds lines for prompts of 200,000 tokens and more at twice the price.
func dearerLong(t data.Tariff) data.Tariff {
	for _, l := range t.Lines[:4] {
		long := l
		if l.Price != nil {
			n := data.Number{Decimal: l.Price.Add(l.Price.Decimal)}
			long.Price = &n
		}
		long.Terms.Context = &data.ContextBand{From: 200_000}
		t.Lines = append(t.Lines, long)
	}
	for i := range 4 {
		t.Lines[i].Terms.Context = &data.ContextBand{Below: 200_000}
	}
	return t
}

// row prints a row: fields with values, under qualifiers.
func (s *scene) row(subject string, q data.Qualifiers, cells ...any) *scene {
	if q.Board == "" {
		q.Board = "v1"
	}
	for i := 0; i < len(cells); i += 2 {
		o := data.Observation{Source: "leaderboard_b", Subject: subject, Field: cells[i].(data.Field), Value: cells[i+1].(string), Qualifiers: q,
			Quote: subject, FetchedAt: data.At(now.AddDate(0, 0, -1))}
		switch o.Field {
		case data.SolvedShare:
			o.Unit = data.Fraction
		case data.TokensInput, data.TokensOutput:
			o.Unit = data.TokensPerAttempt
		}
		s.printed = append(s.printed, o)
	}
	return s
}

func (s *scene) join(t *testing.T) ([]rating.SolvedBoard, []rating.SolvedCost) {
	t.Helper()
	s.Sources = map[string]Source{"leaderboard_b": {Observations: s.printed}}
	made, err := Join(s.Input)
	if err != nil {
		t.Fatal(err)
	}
	return made.Boards, made.Rows
}

func (s *scene) only(t *testing.T) rating.SolvedCost {
	t.Helper()
	_, rows := s.join(t)
	if len(rows) != 1 {
		t.Fatalf("%d rows, want one", len(rows))
	}
	return rows[0]
}

var agent = data.Qualifiers{Harness: "agent 1.2"}

// classTokens are tokens that cost 2.5 by the tariff of tool one: 100,000 uncached, 1,000,000 read, 60,000 written by the model.
var classTokens = []any{data.TokensInput, "1100000", data.TokensCacheRead, "1000000", data.TokensOutput, "60000"}

func with(cells []any, more ...any) []any { return append(append([]any{}, cells...), more...) }

package normalize

import (
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// now is the time of every build in these tests.
var now = time.Date(2026, 10, 15, 0, 0, 0, 0, time.UTC)

func day(text string) catalog.Date {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return catalog.Date{Text: text, First: t}
}

// smallCatalog has one provider of each cache rule and four tools that were all verified on a page on 2026-09-01.
func smallCatalog() *catalog.Catalog {
	c := &catalog.Catalog{
		Verified:   day("2026-11-21"),
		Digest:     "catalogue-digest",
		Providers:  []catalog.Provider{{ID: "acme", Name: "Acme"}, {ID: "bolt", Name: "Bolt"}},
		Categories: []catalog.Category{{Slug: "balanced", Name: "Balanced"}},
		Platforms:  []catalog.Platform{{ID: "ed", Name: "Ed"}},
		Scoring: catalog.Scoring{
			MethodologyVersion: "0", Methodology: "text", MinObservedWeight: data.MustNumber("0.30"),
			EffortOrder: []string{"low", "", "high"},
			Columns: []catalog.Column{
				{ID: "sweBench", Name: "SWE-bench Verified", Weight: data.MustNumber("0.4"), Source: "leaderboard_vals", Field: data.ScoreSWEBench},
				{ID: "liveCodeBench", Name: "LiveCodeBench", Weight: data.MustNumber("0.3"), Source: "leaderboard_vals", Field: data.ScoreLiveCode},
				{ID: "bigCodeBench", Name: "BigCodeBench", Weight: data.MustNumber("0.2"), Source: "leaderboard_big", Field: data.ScoreBigCode,
					Qualifiers: map[string]string{"board": "hard", "split": "instruct"}, FrozenSince: day("2025-04-17")},
				{ID: "humanEval", Name: "HumanEval", Weight: data.MustNumber("0.1"), Source: "leaderboard_eval", Field: data.ScoreHumanEval},
			},
		},
		Calibration: catalog.Calibration{
			MethodologyVersion: "0",
			Population:         catalog.Population{Origin: data.Int(2026), Trend: data.Int(2), Spread: data.Int(1)},
			Boards:             []catalog.CalibratedBoard{curve("sweBench", "0", "1"), curve("liveCodeBench", "-1", "0.9"), curve("bigCodeBench", "1", "0.5"), curve("humanEval", "-3", "1")},
		},
		Naming: catalog.Naming{
			Grammars: []catalog.Grammar{{
				Source: "leaderboard_vals", Makers: map[string]string{"acme": "acme", "bolt": "bolt"},
				Suffixes: []catalog.Suffix{{Text: "-thinking", Effort: "high"}, {Text: "-agent", Harness: "agent"}},
			}},
			Others: []catalog.OtherModels{{Names: []string{"acme/one-old"}, Source: "leaderboard_vals", Why: "the model of the year before"}},
		},
		Gate: catalog.Gate{
			Ratio: data.Int(3), CacheRatio: data.Int(10), RereadBelow: data.Int(10), ScorePoints: data.Int(10),
			MovedShare: data.MustNumber("0.3"), MovedAtLeast: 5, GoneShare: data.MustNumber("0.2"),
			StandIns: []string{"feed_careful", "feed_copy", "feed_other"}, Bands: map[data.Field]catalog.Band{
				data.PriceInput: {Min: data.MustNumber("0.01"), Max: data.MustNumber("200")},
			}},
	}
	c.Tools = []catalog.Tool{
		smallTool("one", "Acme One", "acme", "5", "25"),
		smallTool("two", "Acme Two", "acme", "1", "4"),
		smallTool("three", "Bolt Three", "bolt", "0.5", "2"),
		smallTool("four", "Bolt Four", "bolt", "0.1", "0.4"),
	}
	c.UseCases = []catalog.UseCase{{
		Slug: "chat", Title: "Chat", SortBy: catalog.ByOverallScore,
		Scenario: catalog.Scenario{InputTokens: 1000, OutputTokens: 500, Requests: 1},
		FAQ:      []catalog.Question{{Q: "Which?", A: "{{.First.Name}} at {{.First.Cost}}."}},
	}}
	return c
}

// curve is a board's curve with round parameters.
func curve(id, difficulty, ceiling string) catalog.CalibratedBoard {
	return catalog.CalibratedBoard{ID: id, Slope: data.Int(1), Difficulty: data.MustNumber(difficulty), Ceiling: data.MustNumber(ceiling),
		Noise: data.MustNumber("0.1"), Released: data.Int(2026), Width: data.Int(2)}
}

func smallTool(id, name, provider, input, output string) catalog.Tool {
	verified := catalog.Evidence{Verified: day("2026-09-01"), Source: "https://" + provider + ".example/pricing", Basis: catalog.Page}
	score := func(column, value string) catalog.Score {
		return catalog.Score{Evidence: verified, Column: column, Value: data.MustNumber(value), Entry: id}
	}
	return catalog.Tool{
		ID: id, Name: name, Provider: provider, Categories: []string{"balanced"}, Released: "2026-05",
		Context: catalog.Context{Evidence: verified, Tokens: 400_000},
		Prices: catalog.Prices{Evidence: verified, Confidence: catalog.High, CacheRule: catalog.SameAsInput,
			Input: data.MustNumber(input), Output: data.MustNumber(output)},
		Scores: []catalog.Score{score("sweBench", "70"), score("liveCodeBench", "80")},
	}
}

// printed is one price as Acme's page printed it on 2026-10-01.
func printed(subject string, field data.Field, value string, q data.Qualifiers) data.Observation {
	return data.Observation{
		Source: "pricing_acme", Subject: subject, Field: field, Value: value, Unit: data.USDPerMillion, Qualifiers: q,
		Quote: "$" + value, URL: "https://acme.example/pricing", SHA256: "page-digest",
		FetchedAt: data.At(time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)),
	}
}

// row is one score as a board printed it on 2026-10-01.
func row(source, subject string, field data.Field, value string, q data.Qualifiers) data.Observation {
	o := printed(subject, field, value, q)
	o.Source, o.Unit, o.Quote = source, data.Percent, value
	return o
}

func acmePage(all ...data.Observation) Reading {
	return Reading{Source: "pricing_acme", Kind: "pricing", Publisher: "Acme", URL: "https://acme.example/pricing", Attempted: true, Observations: all}
}

func board(source string, all ...data.Observation) Reading {
	return Reading{Source: source, Kind: "leaderboard", Publisher: "vals.ai", URL: "https://board.example", Attempted: true, Observations: all}
}

// whys are the sentences of the findings of one kind.
func whys(r Result, kind data.FindingKind) []string {
	var all []string
	for _, f := range r.Findings {
		if f.Kind == kind {
			all = append(all, f.Why)
		}
	}
	return all
}

package normalize_test

import (
	"testing"

	"pricepoint/data"
	"pricepoint/normalize/fixture"
)

// Who measured a result and who printed what was read of it are two facts, and a copy counts for less.
func TestCopiesAreToldApart(t *testing.T) {
	const ada = "ada/copies"
	for _, tt := range []struct {
		name       string
		publisher  string // of the column; the source is vals.ai's
		copy, fact string // who prints the copy that a run, a person read
		alone      bool   // nothing but the person's word
		printedBy  string
		confidence data.Confidence
	}{
		{name: "the board's own page", publisher: "vals.ai", confidence: data.High},
		{name: "a copy", publisher: "vals.ai", copy: ada, printedBy: ada, confidence: data.Medium},
		{name: "a source that prints another's results", publisher: "EvalPlus", printedBy: "vals.ai", confidence: data.Medium},
		{name: "its own page before a copy that a person read", publisher: "vals.ai", fact: ada, confidence: data.High},
		{name: "a copy that a person read alone", publisher: "vals.ai", fact: ada, alone: true, printedBy: ada, confidence: data.Medium},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := smallCatalog()
			c.Scoring.Columns[0].Publisher = tt.publisher
			c.Tools[0].Scores[0].PrintedBy = tt.fact
			o := row("leaderboard_vals", "acme/one", data.ScoreSWEBench, "70", data.Qualifiers{})
			o.PrintedBy = tt.copy
			readings := []data.Reading{board("leaderboard_vals", o)}
			if tt.alone {
				readings[0].Observations = nil
			}
			built := built(t, c, readings...)
			e := fixture.EvidenceOf(t, built.Snapshot, "one", "sweBench")
			if e.Publisher != tt.publisher || e.PrintedBy != tt.printedBy || e.Confidence != tt.confidence {
				t.Errorf("measured by %q, printed by %q with confidence %s; want %q, %q, %s", e.Publisher, e.PrintedBy, e.Confidence, tt.publisher, tt.printedBy, tt.confidence)
			}
			if got := fixture.EvidenceOf(t, built.Snapshot, "one", data.FieldOverall).Confidence; got != data.Medium {
				t.Errorf("the overall score has confidence %s, want medium", got)
			}
			if got := document[data.ScoresDocument](t, built, data.ScoresPath).Columns[0].PrintedBy; got != tt.printedBy {
				t.Errorf("the column is printed by %q, want %q", got, tt.printedBy)
			}
			if got := document[data.FreshnessDocument](t, built, data.FreshnessPath).Sources[0].PrintedBy; got != tt.copy {
				t.Errorf("the source is printed by %q, want %q", got, tt.copy)
			}
		})
	}
}

func TestAPageThatSaysTheSameAsItsCopyHasNotChanged(t *testing.T) {
	own := row("leaderboard_vals", "acme/one", data.ScoreSWEBench, "70", data.Qualifiers{})
	copied := own
	copied.PrintedBy = "ada/copies"
	weeks := history(t, smallCatalog(), week{board("leaderboard_vals", copied)}, week{board("leaderboard_vals", own)})
	var changed []data.Timestamp
	for _, r := range weeks {
		changed = append(changed, document[data.FreshnessDocument](t, r, data.FreshnessPath).Sources[0].LastChanged)
	}
	if !changed[0].Equal(changed[1].Time) {
		t.Errorf("last changed %s and %s, want the same", changed[0], changed[1])
	}
}

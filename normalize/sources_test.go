package normalize_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
	"pricepoint/normalize/fixture"
)

// status builds with one reading after another and returns the last state of the first source.
func status(t *testing.T, at time.Time, runs ...data.Reading) data.SourceStatus {
	t.Helper()
	var previous *data.Snapshot
	var last data.SourceStatus
	c := smallCatalog()
	c.Scoring.Columns[slices.IndexFunc(c.Scoring.Columns, func(c catalog.Column) bool { return c.ID == "bigCodeBench" })].FrozenSince = day("2025-04-17")
	for _, r := range runs {
		result, err := Build(Input{Catalog: c, Readings: []data.Reading{r}, Previous: previous, Now: at})
		if err != nil {
			t.Fatal(err)
		}
		previous = &result.Snapshot
		last = document[data.FreshnessDocument](t, result, data.FreshnessPath).Sources[0]
	}
	return last
}

func TestSourceStatus(t *testing.T) {
	read := data.At(time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC))
	later := data.At(time.Date(2026, 10, 8, 0, 0, 0, 0, time.UTC))
	good := acmePage(printed("Acme One", data.PriceInput, "4", data.Qualifiers{}))
	again := acmePage(printed("Acme One", data.PriceInput, "4", data.Qualifiers{}))
	again.Observations[0].FetchedAt, again.Observations[0].SHA256 = later, "other-bytes"
	changed := acmePage(printed("Acme One", data.PriceInput, "3", data.Qualifiers{}))
	changed.Observations[0].FetchedAt = later
	failed := good // the last good reading, carried
	failed.Failure = data.Failed(data.SiteError, "the server answered 503")
	unasked := good // the last good reading, carried
	unasked.Attempted = false
	refused := failed
	refused.Failure = data.Failed(data.RobotsRefuse, "robots.txt refuses it")
	useless := failed
	useless.Fetched = later
	never := data.Reading{Source: "pricing_acme", Kind: "pricing", Publisher: "Acme", URL: "https://acme.example/pricing"}
	frozen := board("leaderboard_big", row("leaderboard_big", "one", data.ScoreBigCode, "30", data.Qualifiers{}))

	base := data.SourceStatus{ID: "pricing_acme", Kind: "pricing", Publisher: "Acme", URL: "https://acme.example/pricing", Rows: 1,
		LastFetched: read, LastConfirmed: read, LastChanged: read}
	with := func(change func(*data.SourceStatus)) data.SourceStatus {
		s := base
		change(&s)
		return s
	}
	for _, tt := range []struct {
		name string
		at   time.Time
		runs []data.Reading
		want data.SourceStatus
	}{
		{"fresh", now, []data.Reading{good}, with(func(s *data.SourceStatus) { s.State = data.Fresh })},
		{"stale", now.AddDate(0, 1, 0), []data.Reading{good}, with(func(s *data.SourceStatus) { s.State, s.Cause = data.Stale, "last found on 2026-10-01" })},
		{"found-again-does-not-move-changed", now, []data.Reading{good, again}, with(func(s *data.SourceStatus) {
			s.State, s.LastFetched, s.LastConfirmed = data.Fresh, later, later
		})},
		{"changed", now, []data.Reading{good, changed}, with(func(s *data.SourceStatus) {
			s.State, s.LastFetched, s.LastConfirmed, s.LastChanged = data.Fresh, later, later, later
		})},
		{"failing-keeps-the-clocks", now, []data.Reading{good, failed}, with(func(s *data.SourceStatus) {
			s.State, s.Cause, s.Class = data.Failing, "the server answered 503", data.SiteError
		})},
		{"received-without-the-values-moves-fetched-only", now, []data.Reading{good, useless}, with(func(s *data.SourceStatus) {
			s.State, s.Cause, s.Class, s.LastFetched = data.Failing, "the server answered 503", data.SiteError, later
		})},
		{"not-asked-again-still-fails", now, []data.Reading{good, failed, unasked}, with(func(s *data.SourceStatus) {
			s.State, s.Cause, s.Class = data.Failing, "the server answered 503", data.SiteError
		})},
		{"disallowed", now, []data.Reading{good, refused}, with(func(s *data.SourceStatus) {
			s.State, s.Cause, s.Class = data.Disallowed, "robots.txt refuses it", data.RobotsRefuse
		})},
		{"never-read", now, []data.Reading{never}, data.SourceStatus{ID: "pricing_acme", Kind: "pricing", Publisher: "Acme", URL: "https://acme.example/pricing",
			State: data.Stale, Cause: "not read yet; the values verified in the catalogue are served"}},
		{"frozen-board", now, []data.Reading{frozen}, data.SourceStatus{ID: "leaderboard_big", Kind: "leaderboard", Publisher: "vals.ai", URL: "https://board.example",
			State: data.Frozen, Cause: "the board takes no new models since 2025-04-17", LastFetched: read, LastConfirmed: read, LastChanged: read, Rows: 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, status(t, tt.at, tt.runs...)); diff != "" {
				t.Errorf("status differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAFailedSourceKeepsItsLastGoodPrice(t *testing.T) {
	carried := acmePage(printed("Acme One", data.PriceInput, "4", data.Qualifiers{}))
	carried.Failure = data.Failed(data.NotUnderstood, "the page has no pricing table")
	if got, want := pricing(t, built(t, smallCatalog(), carried), "one"), "4 25 4 4"; got != want {
		t.Errorf("pricing of one = %s, want %s", got, want)
	}
}

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
			if got := document[rating.ScoresDocument](t, built, data.ScoresPath).Columns[0].PrintedBy; got != tt.printedBy {
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

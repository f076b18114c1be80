package normalize_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
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

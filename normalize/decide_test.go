package normalize_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/fixture"
)

// built builds the small catalogue with these readings and decodes what users see.
func built(t *testing.T, c *catalog.Catalog, readings ...data.Reading) Result {
	t.Helper()
	result, err := Build(Input{Catalog: c, Readings: readings, Now: now, Generator: "pricepoint/test"})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// document is one document of a result.
func document[T any](t *testing.T, r Result, path string) T {
	t.Helper()
	return fixture.Document[T](t, r.Snapshot, path)
}

func pricing(t *testing.T, r Result, id string) string {
	t.Helper()
	for _, tool := range fixture.Document[data.ToolsDocument](t, r.Snapshot, data.ToolsPath).Tools {
		if tool.ID == id {
			p := tool.Pricing
			return strings.Join([]string{p.Input.String(), p.Output.String(), p.CacheRead.String(), p.CacheWrite.String()}, " ")
		}
	}
	t.Fatalf("tools.json has no %s", id)
	return ""
}

func TestPublishedPrice(t *testing.T) {
	input, output, read, write := data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.PriceCacheWrite
	any := data.Qualifiers{}
	for _, tt := range []struct {
		name    string
		printed []data.Observation
		want    string // input output cacheRead cacheCreate of tool "one"; the catalogue says 5 25
	}{
		{"nothing-read", nil, "5 25 5 5"},
		{"newer-page-wins", []data.Observation{printed("Acme One", input, "4.00", any), printed("Acme One", output, "20", any)}, "4 20 4 4"},
		{"cache-prices-of-the-page", []data.Observation{printed("Acme One", read, "0.025", any), printed("Acme One", write, "6.25", data.Qualifiers{CacheTTL: "5m"}), printed("Acme One", write, "10", data.Qualifiers{CacheTTL: "1h"})}, "5 25 0.025 6.25"},
		{"free-is-no-small-step", []data.Observation{printed("Acme One", input, "0", any)}, "5 25 5 5"},
		{"another-name-is-another-model", []data.Observation{printed("Acme One Mini", input, "9", any)}, "5 25 5 5"},
		{"case-and-hyphens-do-not-matter", []data.Observation{printed("acme-ONE", input, "4", any)}, "4 25 4 4"},
		{"batch-and-long-context-are-no-headline", []data.Observation{
			printed("Acme One", input, "2", data.Qualifiers{Service: "batch"}),
			printed("Acme One", input, "8", data.Qualifiers{ContextOver: "200000"}),
			printed("Acme One", input, "4", data.Qualifiers{Service: "standard", ContextUpTo: "200000"})}, "4 25 4 4"},
		{"smallest-tier", []data.Observation{
			printed("Acme One", input, "3", data.Qualifiers{ContextUpTo: "32000"}),
			printed("Acme One", input, "4", data.Qualifiers{ContextUpTo: "128000"})}, "3 25 3 3"},
		{"peak-not-off-peak", []data.Observation{
			printed("Acme One", input, "3", data.Qualifiers{Window: "offPeak"}),
			printed("Acme One", input, "6", data.Qualifiers{Window: "peak"})}, "6 25 6 6"},
		{"promotion-not-list", []data.Observation{
			printed("Acme One", input, "5", data.Qualifiers{Kind: "list"}),
			printed("Acme One", input, "1.25", data.Qualifiers{Kind: "promotional"})}, "1.25 25 1.25 1.25"},
		{"announced-waits-for-its-date", []data.Observation{
			printed("Acme One", input, "2", data.Qualifiers{ValidUntil: "2026-10-31"}),
			printed("Acme One", input, "3", data.Qualifiers{ValidFrom: "2026-11-01", Kind: "announced"})}, "2 25 2 2"},
		{"announced-without-a-date-waits-too", []data.Observation{printed("Acme One", input, "3", data.Qualifiers{Kind: "announced"})}, "5 25 5 5"},
		{"a-price-that-ended-is-not-billed", []data.Observation{printed("Acme One", input, "2", data.Qualifiers{ValidUntil: "2026-09-30"})}, "5 25 5 5"},
		{"two-prices-for-one-thing-publish-neither", []data.Observation{printed("Acme One", input, "4", any), printed("Acme One", input, "3", any)}, "5 25 5 5"},
		{"a-millionth-is-held", []data.Observation{printed("Acme One", input, "0.000005", any)}, "5 25 5 5"},
		{"a-million-times-is-held", []data.Observation{printed("Acme One", input, "5000000", any)}, "5 25 5 5"},
		{"more-digits-are-no-contradiction", []data.Observation{printed("Acme One", input, "4", any), printed("Acme One", input, "4.00", any)}, "4 25 4 4"},
		{"promotion-beside-an-unmarked-price", []data.Observation{printed("Acme One", input, "6", any), printed("Acme One", input, "4", data.Qualifiers{Kind: "promotional"})}, "4 25 4 4"},
		{"a-region-is-no-headline", []data.Observation{printed("Acme One", input, "5.5", data.Qualifiers{Region: "eu"})}, "5 25 5 5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var readings []data.Reading
			if tt.printed != nil {
				readings = []data.Reading{acmePage(tt.printed...)}
			}
			if got := pricing(t, built(t, smallCatalog(), readings...), "one"); got != tt.want {
				t.Errorf("pricing of one = %s, want %s", got, tt.want)
			}
		})
	}
}

func TestProviderWithRegions(t *testing.T) {
	c := smallCatalog()
	c.Providers[0].Region = "international"
	page := acmePage(
		printed("Acme One", data.PriceInput, "4", data.Qualifiers{Region: "international"}),
		printed("Acme One", data.PriceInput, "1", data.Qualifiers{Region: "global"}))
	if got, want := pricing(t, built(t, c, page), "one"), "4 25 4 4"; got != want {
		t.Errorf("pricing of one = %s, want %s", got, want)
	}
}

// TestAPersonsDoubtCounts until the page is read again: who has read the same on the same day knows more than a program.
func TestAPersonsDoubtCounts(t *testing.T) {
	for verified, want := range map[string]data.Confidence{"2026-09-30": data.High, "2026-10-01": data.Low, "2026-10-10": data.Low} {
		c := smallCatalog()
		c.Tools[0].Prices.Verified, c.Tools[0].Prices.Confidence, c.Tools[0].Prices.Note = day(verified), data.Low, "A discount without an end."
		e := evidenceOf(t, built(t, c, acmePage(printed("Acme One", data.PriceInput, "5.00", data.Qualifiers{}))), "one", data.FieldInput)
		if e.Method == data.Curated != (verified == "2026-10-10") || e.Confidence != want || (e.Note != "") != (want == data.Low) {
			t.Errorf("read on 2026-10-01 and doubted on %s: %s at %s confidence, note %q; want %s", verified, e.Method, e.Confidence, e.Note, want)
		}
	}
}

func TestPublishedPriceUnits(t *testing.T) {
	for _, tt := range []struct {
		unit  data.Unit
		value string
		want  string
	}{
		{data.USDPerMillion, "4.50", "4.5 25 4.5 4.5"},
		{data.USDPerThousand, "0.0045", "4.5 25 4.5 4.5"},
		{data.USDPerToken, "4.5e-06", "4.5 25 4.5 4.5"},
		{data.CentsPerToken, "0.00045", "4.5 25 4.5 4.5"},
		{data.CNYPerMillion, "4.5", "5 25 5 5"},
	} {
		o := printed("Acme One", data.PriceInput, tt.value, data.Qualifiers{})
		o.Unit = tt.unit
		if got := pricing(t, built(t, smallCatalog(), acmePage(o)), "one"); got != tt.want {
			t.Errorf("%s %s is published as %s, want %s", tt.value, tt.unit, got, tt.want)
		}
	}
}

func TestCatalogueAgainstPage(t *testing.T) {
	page := acmePage(printed("Acme One", data.PriceInput, "4", data.Qualifiers{}))
	for _, tt := range []struct {
		name     string
		verified string
		basis    data.Basis
		want     string
	}{
		{"older-verification-loses", "2026-09-01", data.OwnPage, "4 25 4 4"},
		{"later-verification-wins", "2026-10-10", data.OwnPage, "5 25 5 5"},
		{"later-third-party-loses-to-first-hand", "2026-10-10", data.ThirdParty, "4 25 4 4"},
		{"verified-after-the-build-is-a-placeholder", "2026-11-20", data.OwnPage, "4 25 4 4"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := smallCatalog()
			c.Tools[0].Prices.Verified, c.Tools[0].Prices.Basis = day(tt.verified), tt.basis
			if got := pricing(t, built(t, c, page), "one"); got != tt.want {
				t.Errorf("pricing of one = %s, want %s", got, tt.want)
			}
		})
	}
}

func TestAnotherProvidersPageIsNotFirstHand(t *testing.T) {
	page := acmePage(printed("Bolt Three", data.PriceInput, "4", data.Qualifiers{}))
	if got, want := pricing(t, built(t, smallCatalog(), page), "three"), "0.5 2 0.5 0.5"; got != want {
		t.Errorf("pricing of three = %s, want %s: Acme's page says nothing first hand about Bolt", got, want)
	}
}

func TestContextWindow(t *testing.T) {
	const early, late = "2026-09-01", "2026-11-20" // the second one is after the build
	for _, tt := range []struct{ name, printed, known, verified, want string }{
		{"verified-only", "", "400000", early, "400K tokens, 400000 of catalogue"},
		{"rounded-down", "", "1048576", early, "1048K tokens, 1048576 of catalogue"},
		{"page-wins", "500000", "400000", early, "500K tokens, 500000 of pricing_acme"},
		{"page-and-person", "1048576", "1048576", early, "1048K tokens, 1048576 of pricing_acme"},
		{"a-rounded-figure-does-not-unsettle-an-exact-one", "1000000", "1048576", early, "1048K tokens, 1048576 of catalogue"},
		{"rounded-before-anyone-verified-it", "1000000", "1048576", late, "1000K tokens, 1000000 of pricing_acme"},
		{"close-is-not-rounded", "420000", "400000", early, "420K tokens, 420000 of pricing_acme"},
		{"not-a-number-of-tokens", "0.5", "400000", early, "400K tokens, 400000 of catalogue"},
		{"a-thousandth", "1050", "1050000", early, "1050K tokens, 1050000 of catalogue"},
		{"too-large", "99999999999999999999", "400000", early, "400K tokens, 400000 of catalogue"},
	} {
		c := smallCatalog()
		c.Tools[0].Context.Tokens, c.Tools[0].Context.Verified = data.MustNumber(tt.known).IntPart(), day(tt.verified)
		var readings []data.Reading
		if tt.printed != "" {
			o := printed("Acme One", data.ContextTokens, tt.printed, data.Qualifiers{})
			o.Unit = data.Tokens
			readings = []data.Reading{acmePage(o)}
		}
		r := built(t, c, readings...)
		e := evidenceOf(t, r, "one", data.FieldContext)
		got := fmt.Sprintf("%s, %s of %s", document[data.ToolsDocument](t, r, data.ToolsPath).Tools[0].ContextWindow, e.Value, e.Source)
		if got != tt.want || e.Placeholder {
			t.Errorf("%s: context window is %s, placeholder %t, want %s", tt.name, got, e.Placeholder, tt.want)
		}
	}
}

func TestPublishedScores(t *testing.T) {
	swe, big := data.ScoreSWEBench, data.ScoreBigCode
	none := data.Qualifiers{}
	for _, tt := range []struct {
		name string
		rows []data.Observation
		want string // overall sweBench liveCodeBench bigCodeBench of "one"; the catalogue says 70 80
	}{
		{"catalogue-only", nil, "69.7 70 80 -"},
		{"newer-reading-wins", []data.Observation{row("leaderboard_vals", "acme/one", swe, "78.04", none)}, "73.8 78 80 -"},
		{"highest-effort", []data.Observation{
			row("leaderboard_vals", "acme/one", swe, "71", data.Qualifiers{Effort: "low"}),
			row("leaderboard_vals", "acme/one-thinking", swe, "75", none),
			row("leaderboard_vals", "acme/one", swe, "78", none)}, "72.3 75 80 -"},
		{"a-product-is-not-the-model", []data.Observation{row("leaderboard_vals", "acme/one-agent", swe, "99", none)}, "69.7 70 80 -"},
		{"a-known-other-model", []data.Observation{row("leaderboard_vals", "acme/one-old", swe, "10", none)}, "69.7 70 80 -"},
		{"a-host-is-not-the-maker", []data.Observation{row("leaderboard_vals", "bolt/one", swe, "10", none)}, "69.7 70 80 -"},
		{"only-the-stated-variant", []data.Observation{
			row("leaderboard_big", "one", big, "50", data.Qualifiers{Board: "full", Split: "instruct"}),
			row("leaderboard_big", "one", big, "30", data.Qualifiers{Board: "hard", Split: "instruct"})}, "67.5 70 80 30"},
		{"a-measured-zero-counts", []data.Observation{row("leaderboard_big", "one", big, "0", data.Qualifiers{Board: "hard", Split: "instruct"})}, "61.6 70 80 0"},
		{"an-effort-nobody-ranks-counts-as-unstated", []data.Observation{
			row("leaderboard_vals", "acme/one", swe, "60", data.Qualifiers{Effort: "ultra"}),
			row("leaderboard_vals", "acme/one", swe, "75", data.Qualifiers{Effort: "high"})}, "72.3 75 80 -"},
		{"outside-the-scale", []data.Observation{row("leaderboard_vals", "acme/one", swe, "170", none)}, "69.7 70 80 -"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bySource := map[string][]data.Observation{}
			for _, o := range tt.rows {
				bySource[o.Source] = append(bySource[o.Source], o)
			}
			var readings []data.Reading
			for _, source := range []string{"leaderboard_big", "leaderboard_vals"} {
				if rows := bySource[source]; rows != nil {
					readings = append(readings, board(source, rows...))
				}
			}
			if got := scores(t, built(t, smallCatalog(), readings...), "one"); got != tt.want {
				t.Errorf("scores of one = %s, want %s", got, tt.want)
			}
		})
	}
}

func scores(t *testing.T, r Result, id string) string {
	t.Helper()
	text := func(n *data.Number) string {
		if n == nil {
			return "-"
		}
		return n.String()
	}
	for _, m := range fixture.Document[data.BenchmarksDocument](t, r.Snapshot, data.BenchmarksPath).Benchmarks.Models {
		if m.ModelID == id {
			return strings.Join([]string{m.OverallScore.String(), text(m.SWEBench), text(m.LiveCodeBench), text(m.BigCodeBench)}, " ")
		}
	}
	return "not scored"
}

func TestUseCaseThatFitsNobodyIsAnError(t *testing.T) {
	c := smallCatalog()
	c.UseCases[0].MinContext = 2_000_000
	_, err := Build(Input{Catalog: c, Now: now})
	if want := "use case chat: only 0 fitting models"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Build = %v, want an error that says %q", err, want)
	}
}

func TestSameInputSameBytes(t *testing.T) {
	build := func() (texts []string) {
		weeks := []week{
			{page(1, asVerified+", nobody.input 4, someone.input 3"), feed("feed_careful", 1, "one.input 5"), feed("feed_copy", 1, "one.input 6, two.input 7"), feed("feed_other", 1, "one.input 5"),
				board("leaderboard_vals", row("leaderboard_vals", "acme/one", data.ScoreSWEBench, "78", data.Qualifiers{}), row("leaderboard_vals", "acme/one-thinking", data.ScoreSWEBench, "79", data.Qualifiers{}))},
			{page(2, "one.input 15, one.output 25, two.input 0, two.output 4"), feed("feed_careful", 2, "one.input 5"), feed("feed_other", 2, "two.input 0")},
		}
		for i := range weeks[1][0].Observations { // under a heading that nobody knows
			weeks[1][0].Observations[i].Address.Section = []string{"Early access"}
		}
		for _, w := range weeks {
			for _, r := range w {
				rand.Shuffle(len(r.Observations), func(i, j int) { r.Observations[i], r.Observations[j] = r.Observations[j], r.Observations[i] })
			}
		}
		for _, r := range history(t, smallCatalog(), weeks...) {
			for _, d := range r.Snapshot.Documents {
				texts = append(texts, d.Path+"\n"+string(d.Body))
			}
		}
		return texts
	}
	want := build()
	for range 20 {
		if diff := cmp.Diff(want, build()); diff != "" {
			t.Fatalf("another order of the same readings gives another snapshot (-first +now):\n%s", diff)
		}
	}
}

func TestHeadlineSaysWhatContradicts(t *testing.T) {
	page := acmePage(printed("Acme One", data.PriceInput, "4", data.Qualifiers{}), printed("Acme One", data.PriceInput, "3", data.Qualifiers{}))
	want := []string{`pricing_acme: ambiguous: price.input of Acme One is "$4" and "$3" under the same conditions`}
	if diff := cmp.Diff(want, whys(built(t, smallCatalog(), page), data.Refused)); diff != "" {
		t.Errorf("refused differs (-want +got):\n%s", diff)
	}
}

// A row that its reader has refused is a finding, and the rest of the page counts.
func TestRefusedRowsAreFindings(t *testing.T) {
	page := acmePage(printed("Acme One", data.PriceInput, "4", data.Qualifiers{}))
	page.Refused = []data.Refusal{{Subject: "Acme Two", Quote: "Acme Two | $1 | $7", Why: "two values", URL: "https://acme.example/pricing"}}
	result := built(t, smallCatalog(), page)
	want := []string{`pricing_acme: the row of "Acme Two" is left out: two values`}
	if diff := cmp.Diff(want, whys(result, data.Refused)); diff != "" {
		t.Errorf("refused differs (-want +got):\n%s", diff)
	}
}

func TestRunDateIsWhenAScoreWasLastFound(t *testing.T) {
	c := smallCatalog()
	c.Tools[0].Scores[0].Verified = day("2026-11-01") // after the build
	supporting := catalog.Column{ID: "extra", Source: "leaderboard_extra", Field: "score.extra"}
	c.Scoring.Columns = append(c.Scoring.Columns, supporting)
	fixture.Fingerprint(c)
	extra := board("leaderboard_extra", row("leaderboard_extra", "one", "score.extra", "30", data.Qualifiers{}))
	got := document[data.BenchmarksDocument](t, built(t, c, extra), data.BenchmarksPath).Benchmarks.RunDate
	if want := data.At(day("2026-09-01").First); got != want {
		t.Errorf("runDate = %s, want %s: neither a board without weight nor a placeholder counts", got, want)
	}
}

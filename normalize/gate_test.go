package normalize_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/fixture"
)

// week is what is read in one weekly refresh.
type week []data.Reading

// history builds one snapshot a week, each on the one before, the first a week after the catalogue was verified.
func history(t *testing.T, c *catalog.Catalog, weeks ...week) (all []Result) {
	t.Helper()
	historyWith(t, c, weeks, func(_ int, r Result) { all = append(all, r) })
	return all
}

// historyWith tells of each snapshot, the n-th from 0 on, before the next one is built.
func historyWith(t *testing.T, c *catalog.Catalog, weeks []week, built func(n int, r Result)) {
	t.Helper()
	in := Input{Catalog: c, Now: c.Tools[0].Prices.Verified.First.AddDate(0, 0, 7), Generator: "pricepoint/test"}
	read := map[string]data.Reading{} // by digest
	for n, readings := range weeks {
		in.Readings = comparedWith(in.Previous, readings, read)
		result, err := Build(in)
		if err != nil {
			t.Fatal(err)
		}
		built(n, result)
		in.Previous, in.Now = &result.Snapshot, in.Now.AddDate(0, 0, 7)
	}
}

// comparedWith gives each page what its changes are judged against, as a refresh does from its archives.
func comparedWith(previous *data.Snapshot, readings week, read map[string]data.Reading) week {
	all := slices.Clone(readings)
	for i, r := range all {
		if len(r.Inputs) == 0 {
			continue
		}
		read[r.Inputs[0].SHA256] = r
		if previous == nil || r.Kind == data.FeedSource {
			continue
		}
		var earlier []data.Reading
		all[i].Standards = previous.Manifest.Standards(r.Source)
		for _, s := range all[i].Standards {
			earlier = append(earlier, read[s.Inputs[0].SHA256])
		}
		all[i].Compared, all[i].ComparedTexts = data.RowByRow(all[i].Standards, earlier)
	}
	return all
}

// weekly is when the n-th week's pages are fetched: an hour before its build.
func weekly(n int) time.Time {
	return time.Date(2026, 9, 8, 0, 0, 0, 0, time.UTC).AddDate(0, 0, 7*(n-1)).Add(-time.Hour)
}

// page is Acme's pricing page in the n-th week: "one.input 5, one.output 25".
func page(n int, prices string) data.Reading {
	return source("pricing_acme", "pricing", "Acme", n, prices)
}

// feed is a price feed in the n-th week. feed_copy copies feed_careful and feed_root.
func feed(name string, n int, prices string) data.Reading {
	r := source(name, "feed", name, n, prices)
	if name == "feed_copy" {
		r.Lineage = []string{"feed_careful", "feed_root"}
	}
	return r
}

// fields are what pages and feeds state, by the words of the tests.
var fields = map[string]data.Field{
	"input": data.PriceInput, "output": data.PriceOutput, "read": data.PriceCacheRead, "write": data.PriceCacheWrite, "context": data.ContextTokens,
}

// source is a reading: "one.input 4 ~5~, one.input@batch 2" is a promotion beside its list price, and what a batch costs.
func source(name string, kind data.SourceKind, publisher string, n int, prices string) data.Reading {
	r := data.Reading{Source: name, Kind: kind, Publisher: publisher, Attempted: true, Fetched: data.At(weekly(n))}
	for _, cell := range strings.Split(prices, ",") {
		key, text, _ := strings.Cut(strings.TrimSpace(cell), " ")
		tool, column, _ := strings.Cut(key, ".")
		column, service, other := strings.Cut(column, "@")
		heading := "Prices"
		if other {
			heading = service
		}
		for _, value := range strings.Fields(text) {
			o := printed(tool, fields[column], strings.Trim(value, "~"), data.Qualifiers{Service: service})
			o.Source, o.FetchedAt = name, data.At(weekly(n))
			o.Address = data.PageAddress{Section: []string{heading}, Table: "model | prices", Column: column, Row: tool}
			switch {
			case column == "context":
				o.Unit = data.Tokens
			case strings.HasPrefix(value, "~"):
				o.Qualifiers.Kind = data.KindList
			case strings.Contains(text, "~"):
				o.Qualifiers.Kind = data.KindPromotional
			}
			r.Observations = append(r.Observations, o)
		}
	}
	r.Inputs = []data.Input{{Source: name, URL: r.URL, FetchedAt: r.Fetched, SHA256: fmt.Sprintf("%s of week %d: %s", name, n, prices)}}
	return r
}

// with is a page on which some prices are others.
func with(page string, others ...string) string {
	for _, other := range others {
		key, _, _ := strings.Cut(other, " ")
		page = regexp.MustCompile(regexp.QuoteMeta(key)+" [^,]*").ReplaceAllLiteralString(page, other)
	}
	return page
}

// each changes every observation of a reading.
func each(r data.Reading, change func(*data.Observation)) data.Reading {
	r.Observations = slices.Clone(r.Observations)
	for i := range r.Observations {
		change(&r.Observations[i])
	}
	return r
}

const (
	asVerified = "one.input 5, one.output 25, two.input 1, two.output 4"
	cheaper    = "one.input 0.4, one.output 25, two.input 1, two.output 4"
	services   = asVerified + ", zed.input 0.7, zed.output 3, one.input@batch 2.5, one.output@batch 12.5, two.input@batch 0.5, two.output@batch 2"
)

func TestGate(t *testing.T) {
	for _, tt := range []struct {
		name  string
		weeks []week
		want  string   // pricing of "one" in the last week; the catalogue verified 5 25 on 2026-09-01
		held  []string // what the held findings of the last week say
	}{
		{"a-factor-of-three", []week{{page(1, asVerified)}, {page(2, "one.input 15, one.output 25, two.input 1, two.output 4")}}, "5 25 5 5",
			[]string{"the input price of Acme One is held: it moved from 5 to 15, by a factor of 3 or more"}},
		{"the-first-snapshot-is-compared-with-the-catalogue", []week{{page(1, "one.input 15, one.output 25")}}, "5 25 5 5",
			[]string{"the input price of Acme One is held: it moved from 5 to 15, by a factor of 3 or more"}},
		{"read-again-a-week-later", []week{{page(1, "one.input 15, one.output 25")}, {page(2, "one.input 15, one.output 25")}}, "15 25 15 15", nil},
		{"the-same-reading-again-is-no-second-one", []week{{page(1, "one.input 15, one.output 25")}, {page(1, "one.input 15, one.output 25")}}, "5 25 5 5",
			[]string{"the input price of Acme One is held: it moved from 5 to 15, by a factor of 3 or more"}},
		{"a-factor-of-ten-is-not-confirmed-by-its-own-page", []week{{page(1, "one.input 0.5, one.output 25")}, {page(2, "one.input 0.5, one.output 25")}}, "5 25 5 5",
			[]string{"the input price of Acme One is held: it moved from 5 to 0.5, by a factor of 3 or more"}},
		{"an-independent-feed-agrees", []week{{page(1, "one.input 0.5, one.output 25"), feed("feed_other", 1, "one.input 0.5")}}, "0.5 25 0.5 0.5", nil},
		{"two-columns-swapped", []week{{page(1, asVerified)}, {page(2, "one.input 25, one.output 5, two.input 1, two.output 4")}, {page(3, "one.input 25, one.output 5, two.input 1, two.output 4")}}, "5 25 5 5",
			[]string{"the input price of Acme One is held: it moved from 5 to 25, by a factor of 3 or more; 25 was the output price until now; output at 5 would cost less than input at 25",
				"the output price of Acme One is held: it moved from 25 to 5, by a factor of 3 or more; 5 was the input price until now; output at 5 would cost less than input at 25"}},
		{"the-row-stays-together", []week{{page(1, "one.input 5, one.output 25, one.read 2")}, {page(2, "one.input 1, one.output 10, one.read 0.5"), feed("feed_other", 2, "one.output 10")}}, "5 25 2 5",
			[]string{"the cache read price of Acme One is held: the input price of the same row is held",
				"the input price of Acme One is held: it moved from 5 to 1, by a factor of 3 or more",
				"the output price of Acme One is held: the input price of the same row is held"}},
		{"and-is-released-together", []week{{page(1, "one.input 5, one.output 25, one.read 2")}, {page(2, "one.input 1, one.output 10, one.read 0.5")}, {page(3, "one.input 1, one.output 10, one.read 0.5")}}, "1 10 0.5 1", nil},
		{"two-feeds-that-a-third-copies-agree", []week{{page(1, "one.input 0.5, one.output 25"), feed("feed_copy", 1, "one.input 0.5")}}, "0.5 25 0.5 0.5", nil},
		{"what-was-read-before-a-change-does-not-undo-it", []week{{page(1, asVerified), feed("feed_careful", 1, "one.input 5"), feed("feed_other", 1, "one.input 5")}, {page(2, cheaper), feed("feed_careful", 1, "one.input 5"), feed("feed_other", 2, "one.input 0.4")}, {page(3, asVerified), feed("feed_careful", 1, "one.input 5")}}, "0.4 25 0.4 0.4",
			[]string{"the input price of Acme One is held: it moved from 0.4 to 5, by a factor of 3 or more; feed_careful has said 5 since before the page said 0.4: the page is perhaps an old one"}},
		{"a-feed-that-changed-since-does", []week{{page(1, asVerified), feed("feed_other", 1, "one.input 5")}, {page(2, cheaper), feed("feed_other", 2, "one.input 0.4")}, {page(3, asVerified), feed("feed_other", 3, "one.input 5")}}, "5 25 5 5", nil},
		{"a-page-from-the-future", []week{{page(9, "one.input 4, one.output 25")}}, "5 25 5 5",
			[]string{"the input price of Acme One is held: its page is of 2026-11-02T23:00:00.000Z, which has not come yet",
				"the output price of Acme One is held: its page is of 2026-11-02T23:00:00.000Z, which has not come yet"}},
		{"and-one-of-the-present-after-it", []week{{page(9, "one.input 5, one.output 25")}, {page(2, "one.input 4, one.output 25")}}, "4 25 4 4", nil},
		{"received-while-the-run-lasted", []week{{each(page(1, "one.input 4, one.output 25"), func(o *data.Observation) { o.FetchedAt = data.At(weekly(1).Add(2 * time.Hour)) })}}, "4 25 4 4", nil},
		{"the-hold-ends-when-the-page-recovers", []week{{page(1, asVerified)}, {page(2, "one.input 15, one.output 25")}, {page(3, asVerified)}}, "5 25 5 5", nil},
	} {
		comesTo(t, tt.name, smallCatalog(), tt.weeks, andWhys(pricingOf("one"), data.Held), append([]string{tt.want}, tt.held...)...)
	}
}

func TestClocksThatGoBack(t *testing.T) {
	all := history(t, smallCatalog(), week{page(1, "one.input 4, one.output 25")}, week{page(-1, "one.input 6, one.output 25")})
	if got, want := pricing(t, all[1], "one"), "4 25 4 4"; got != want {
		t.Errorf("pricing of one = %s, want %s: an older page undoes nothing", got, want)
	}
	want := []string{
		"what pricing_acme brought is of 2026-08-24, older than the input price of Acme One that was last found on 2026-09-07; the later one stays",
		"what pricing_acme brought is of 2026-08-24, older than the output price of Acme One that was last found on 2026-09-07; the later one stays",
	}
	if diff := cmp.Diff(want, whys(all[1], data.Gone)); diff != "" {
		t.Errorf("findings differ (-want +got):\n%s", diff)
	}
}

// promoted is Acme's pricing page with a promotion of tool one and the list price beside it.
func promoted(n int, promotion, list string) data.Reading {
	return page(n, "one.input "+promotion+" ~"+list+"~, one.output 25")
}

func TestPromotionsThatAreHardlyTrue(t *testing.T) {
	for _, tt := range []struct {
		name  string
		weeks []week
		held  []string
	}{
		{"a-promotion-of-nearly-everything", []week{{page(1, "one.input 5, one.output 25")}, {promoted(2, "0.4", "5")}},
			[]string{"the input price of Acme One is held: it moved from 5 to 0.4, by a factor of 3 or more"}},
		{"a-list-price-far-above", []week{{promoted(1, "5", "60")}, {page(2, "one.input 60, one.output 60")}},
			[]string{"the input price of Acme One is held: it moved from 5 to 60, by a factor of 3 or more",
				"the output price of Acme One is held: it moved from 25 to 60, which was the input price of one (list price) until now"}},
	} {
		comesTo(t, tt.name, smallCatalog(), tt.weeks, andWhys(pricingOf("one"), data.Held), append([]string{"5 25 5 5"}, tt.held...)...)
	}
}

func TestPromotionsAreComparedLikeWithLike(t *testing.T) {
	all := history(t, smallCatalog(), week{promoted(1, "1", "5")}, week{page(2, "one.input 5, one.output 25")})
	if got, want := pricing(t, all[0], "one"), "1 25 1 1"; got != want {
		t.Errorf("while the promotion lasts pricing of one = %s, want %s: the list price has not moved", got, want)
	}
	if got, want := pricing(t, all[1], "one"), "5 25 5 5"; got != want {
		t.Errorf("after the promotion pricing of one = %s, want %s: the list price has not moved", got, want)
	}
}

// TestAnAcceptanceIsUsedUp accepts what is held in the first week: it counts for that change, and for no other.
func TestAnAcceptanceIsUsedUp(t *testing.T) {
	in := Input{Catalog: smallCatalog(), Now: weekly(1).Add(time.Hour)}
	for i, step := range []struct {
		read week
		want string
	}{
		{week{page(1, "one.input 0, one.output 25")}, "5 25 5 5"},
		{week{page(2, "one.input 0.001, one.output 25")}, "5 25 5 5"},
		{week{page(3, "one.input 0, one.output 25"), feed("feed_other", 3, "one.input 0")}, "0 25 0 0"},
		{week{page(4, "one.input 4, one.output 25"), feed("feed_other", 4, "one.input 4")}, "4 25 4 4"},
		{week{page(5, "one.input 0, one.output 25")}, "4 25 4 4"},
	} {
		in.Readings = step.read
		result, err := Build(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := pricing(t, result, "one"); got != step.want {
			t.Errorf("in week %d pricing of one = %s, want %s", i+1, got, step.want)
		}
		if rule := evidenceOf(t, result, "one", data.FieldInput).Rule; i == 2 && rule != "accepted by ada on 2026-09-08" {
			t.Errorf("the evidence says %q", rule)
		}
		if diff := cmp.Diff(in.Accepted, result.Snapshot.Manifest.Accepted); diff != "" {
			t.Errorf("the manifest names other acceptances (-want +got):\n%s", diff)
		}
		if i == 0 {
			in.Accepted = []data.Acceptance{{ID: result.Findings[0].ID, By: "ada", At: data.At(in.Now)}}
		}
		in.Previous, in.Now = &result.Snapshot, in.Now.AddDate(0, 0, 7)
	}
}

func TestScoreThatJumpsIsHeld(t *testing.T) {
	board := func(n int, name, value string) data.Reading {
		r := board("leaderboard_vals", row("leaderboard_vals", name, data.ScoreSWEBench, value, data.Qualifiers{}))
		return each(r, func(o *data.Observation) { o.FetchedAt = data.At(weekly(n)) })
	}
	for _, tt := range []struct {
		name  string
		weeks []week
		want  string
		held  []string
	}{
		{"ten-points", []week{{board(1, "acme/one", "72")}, {board(2, "acme/one", "82")}}, "75.8 82 80 -", nil},
		{"more", []week{{board(1, "acme/one", "72")}, {board(2, "acme/one", "82.1")}}, "70.7 72 80 -",
			[]string{"the SWE-bench Verified score of Acme One is held: it moved from 72 to 82.1, more than 10 points, though model, publisher and setting are the same"}},
		{"a-higher-setting", []week{{board(1, "acme/one", "72")}, {board(2, "acme/one-thinking", "90")}}, "79.6 90 80 -", nil},
		{"the-higher-setting-vanished", []week{{board(1, "acme/one-thinking", "90")}, {board(2, "acme/one", "72")}}, "79.6 90 80 -",
			[]string{"the SWE-bench Verified score of Acme One is held: it moved from 90 to 72, more than 10 points, though model, publisher and setting are the same"}},
	} {
		result := func(t *testing.T, r Result) string { return scores(t, r, "one") }
		comesTo(t, tt.name, smallCatalog(), tt.weeks, andWhys(result, data.Held), append([]string{tt.want}, tt.held...)...)
	}
}

func evidenceOf(t *testing.T, r Result, tool, field string) data.Evidence {
	t.Helper()
	return fixture.EvidenceOf(t, r.Snapshot, tool, field)
}

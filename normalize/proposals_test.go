package normalize_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// thirdParty is the small catalogue with a price of tool "one" that nobody has read first hand.
func thirdParty() *catalog.Catalog {
	c := smallCatalog()
	c.Tools[0].Prices.Basis, c.Tools[0].Prices.CacheRule = data.ThirdParty, catalog.Unknown
	return c
}

// doubted is the same when whoever found it doubted it.
func doubted() *catalog.Catalog {
	c := thirdParty()
	c.Tools[0].Prices.Confidence = data.Low
	return c
}

// unverified is the same before anyone has verified it; the weeks are counted from its second tool.
func unverified() *catalog.Catalog {
	c := thirdParty()
	c.Tools[0], c.Tools[1] = c.Tools[1], c.Tools[0]
	c.Tools[1].Prices.Verified = day("2026-11-01")
	return c
}

// broken is a source that cannot be read any more, and what it said last.
func broken(r data.Reading) data.Reading {
	r.Failure = data.Failed(data.NoAnswerInTime, "no answer")
	return r
}

func TestWhoStatesThePrice(t *testing.T) {
	careful, other := "feed_careful", "feed_other"
	for _, tt := range []struct {
		name    string
		catalog *catalog.Catalog
		weeks   []week
		want    string // pricing of one, and who states its input
	}{
		{"first-hand-before-feeds", smallCatalog(), []week{{page(1, "one.input 4, one.output 20"), feed(careful, 1, "one.input 6, one.output 30")}}, "4 20 4 4 pricing_acme"},
		{"a-verified-page-before-feeds", smallCatalog(), []week{{feed(careful, 1, "one.input 6, one.output 30")}}, "5 25 5 5 catalogue"},
		{"one-feed-does-not-overrule-a-person", thirdParty(), []week{{feed(careful, 1, "one.input 6, one.output 30")}}, "5 25 5 5 catalogue"},
		{"nor-do-copies", thirdParty(), []week{{feed(careful, 1, "one.input 6, one.output 30"), feed("feed_copy", 1, "one.input 6, one.output 30")}}, "5 25 5 5 catalogue"},
		{"nor-does-one-that-another-confirmed-before", thirdParty(), []week{{feed(careful, 1, "one.input 6, one.output 30"), feed(other, 0, "one.input 6, one.output 30")}}, "5 25 5 5 catalogue"},
		{"two-independent-feeds-do", thirdParty(), []week{{feed(careful, 1, "one.input 6, one.output 30"), feed(other, 1, "one.input 6, one.output 30")}}, "6 30 6 6 feed_careful"},
		{"a-feed-before-a-fact-of-low-confidence", doubted(), []week{{feed(careful, 1, "one.input 6, one.output 30")}}, "6 30 6 6 feed_careful"},
		{"even-where-another-repeats-it", doubted(), []week{{feed(careful, 1, "one.input 6, one.output 30"), feed(other, 1, "one.input 5, one.output 25")}}, "6 30 6 6 feed_careful"},
		{"a-list-corrects-itself-while-the-page-is-held", doubted(), []week{
			{feed(careful, 1, "one.input 6, one.output 33")}, {page(2, "one.input 6, one.output 5"), feed(careful, 2, "one.input 6, one.output 33"), feed(other, 2, "one.input 6, one.output 30")},
			{page(3, "one.input 6, one.output 5"), feed(careful, 3, "one.input 6, one.output 30"), feed(other, 3, "one.input 6, one.output 30")},
		}, "6 30 6 6 pricing_acme"},
		{"lists-that-disagree-leave-the-fact", thirdParty(), []week{{feed(careful, 1, "one.input 6, one.output 30"), feed(other, 1, "one.input 7, one.output 35")}}, "5 25 5 5 catalogue"},
		{"an-old-fact-yields-to-a-later-list", thirdParty(), after(9, week{feed(careful, 9, "one.input 6, one.output 30")}), "6 30 6 6 feed_careful"},
		{"but-not-to-one-that-another-contradicts", thirdParty(), after(9, week{feed(careful, 9, "one.input 6, one.output 30"), feed(other, 9, "one.input 7, one.output 35")}), "5 25 5 5 catalogue"},
		{"nor-where-another-confirms-it", thirdParty(), after(9, week{feed(careful, 9, "one.input 6, one.output 30"), feed(other, 9, "one.input 5, one.output 25")}), "5 25 5 5 catalogue"},
		{"two-who-agree-before-one", unverified(), []week{{feed(careful, 1, "one.input 6, one.output 30"), feed(other, 1, "one.input 7, one.output 30"), feed("feed_route", 1, "one.input 7, one.output 30")}}, "7 30 7 7 feed_other"},
		{"a-list-does-not-take-the-place-of-another", unverified(), []week{{feed(other, 1, "one.input 7, one.output 30")}, {feed(other, 2, "one.input 7, one.output 30"), feed(careful, 2, "one.input 6, one.output 30")}}, "7 30 7 7 feed_other"},
		{"a-feed-before-a-placeholder", unverified(), []week{{feed(careful, 1, "one.input 6, one.output 30")}}, "6 30 6 6 feed_careful"},
		{"newer-third-party-before-an-older-feed", thirdParty(), []week{{feed(careful, 0, "one.input 6, one.output 30")}}, "5 25 5 5 catalogue"},
		{"feeds-in-the-catalogues-order", unverified(), []week{{feed(other, 1, "one.input 6, one.output 30"), feed(careful, 1, "one.input 6, one.output 30")}}, "6 30 6 6 feed_careful"},
		{"feeds-that-disagree-before-anyone-was-published", unverified(), []week{{feed(other, 1, "one.input 7, one.output 35"), feed(careful, 1, "one.input 6, one.output 30")}}, "5 25 5 5 catalogue"},
		{"a-feed-that-moves-alone", unverified(), []week{{feed(other, 1, "one.input 6, one.output 30"), feed(careful, 1, "one.input 6, one.output 30")}, {feed(other, 2, "one.input 6, one.output 30"), feed(careful, 2, "one.input 7, one.output 35")}}, "6 30 6 6 feed_other"},
		{"a-feed-that-moves-while-the-other-was-not-read-again", unverified(), []week{{feed(other, 1, "one.input 6, one.output 30"), feed(careful, 1, "one.input 6, one.output 30")}, {feed(other, 1, "one.input 6, one.output 30"), feed(careful, 2, "one.input 7, one.output 35")}}, "7 35 7 7 feed_careful"},
		{"a-feed-alone-while-another-cannot-be-read", unverified(), []week{{broken(feed(other, 1, "two.input 1")), feed(careful, 1, "one.input 6, one.output 30")}}, "5 25 5 5 catalogue"},
		{"a-feed-alone-when-the-other-is-silent", unverified(), []week{{feed(other, 1, "two.input 1"), feed(careful, 1, "one.input 6, one.output 30")}}, "6 30 6 6 feed_careful"},
		{"a-feed-not-in-the-order-never-stands-in", unverified(), []week{{feed("feed_route", 1, "one.input 6, one.output 30")}}, "5 25 5 5 catalogue"},
		{"a-feed-tells-a-cache-price-nobody-else-states", unverified(), []week{{feed(careful, 1, "one.input 6, one.output 30, one.read 0.6")}}, "6 30 0.6 6 feed_careful"},
		{"a-feed-writes-0-for-none", unverified(), []week{{feed(careful, 1, "one.input 6, one.output 30, one.write 0")}}, "6 30 6 6 feed_careful"},
		{"a-cache-price-of-another-tariff", smallCatalog(), []week{{feed(careful, 1, "one.input 6, one.read 0.6")}}, "5 25 5 5 catalogue"},
		{"the-first-page-replaces-a-feed", unverified(), []week{{feed(careful, 1, "one.input 6, one.output 30")}, {feed(careful, 2, "one.input 6, one.output 30"), page(2, "one.input 6, one.output 30")}}, "6 30 6 6 pricing_acme"},
		{"a-first-page-that-nobody-agrees-with", unverified(), []week{{feed(careful, 1, "one.input 6, one.output 30")}, {feed(careful, 2, "one.input 6, one.output 30"), page(2, "one.input 4, one.output 20")}}, "6 30 6 6 feed_careful"},
		{"and-one-that-another-feed-agrees-with", unverified(), []week{{feed(careful, 1, "one.input 6, one.output 30")}, {feed(careful, 2, "one.input 6, one.output 30"), page(2, "one.input 4, one.output 20"), feed(other, 2, "one.input 4, one.output 20")}}, "4 20 4 4 pricing_acme"},
		{"a-page-once-read-is-still-first-hand", thirdParty(), []week{{page(1, "one.input 4, one.output 20")}, {feed(careful, 2, "one.input 6, one.output 30")}}, "4 20 4 4 pricing_acme"},
		{"a-page-does-not-fall-back-to-the-catalogue", smallCatalog(), []week{{page(1, "one.input 4, one.output 20")}, {page(2, "two.input 1")}}, "4 20 4 4 pricing_acme"},
	} {
		comesTo(t, tt.name, tt.catalog, tt.weeks, func(t *testing.T, r Result) string {
			return pricing(t, r, "one") + " " + evidenceOf(t, r, "one", data.FieldInput).Source
		}, tt.want)
	}
}

func TestCopiesConfirmNothing(t *testing.T) {
	for _, tt := range []struct {
		name  string
		feeds week
		want  string
	}{
		{"alone", week{feed("feed_careful", 2, "one.input 0.01, one.output 25")}, "5"},
		{"with-its-copy", week{feed("feed_careful", 2, "one.input 0.01, one.output 25"), feed("feed_copy", 2, "one.input 0.01")}, "5"},
		{"a-copy-with-both-it-copies", week{feed("feed_copy", 2, "one.input 0.01, one.output 25"), feed("feed_careful", 2, "one.input 0.01"), feed("feed_root", 2, "one.input 0.01")}, "0.01"},
		{"with-an-independent-one", week{feed("feed_careful", 2, "one.input 0.01, one.output 25"), feed("feed_other", 2, "one.input 0.01")}, "0.01"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			first := week{feed("feed_careful", 1, "one.input 5, one.output 25")}
			var again week // a week later every feed still says so
			for _, r := range tt.feeds {
				again = append(again, each(r, func(o *data.Observation) { o.FetchedAt = data.At(weekly(3)) }))
			}
			for i, result := range history(t, unverified(), first, tt.feeds, again)[1:] {
				if got := evidenceOf(t, result, "one", data.FieldInput).Value.String(); got != tt.want {
					t.Errorf("in week %d input of one = %s, want %s", i+2, got, tt.want)
				}
			}
		})
	}
}

func TestWhoAgrees(t *testing.T) {
	all := history(t, smallCatalog(), week{page(1, "one.input 4, one.output 25"), feed("feed_careful", 1, "one.input 4"),
		feed("feed_copy", 1, "one.input 4"), feed("feed_other", 1, "one.input 4.5"), feed("feed_root", 1, "one.input 4")})
	e := evidenceOf(t, all[0], "one", data.FieldInput)
	at := data.At(weekly(1))
	agrees := []data.Statement{
		{Source: "feed_careful", Value: data.Int(4), Quote: "$4", FetchedAt: at},
		{Source: "feed_root", Value: data.Int(4), Quote: "$4", FetchedAt: at}, // what a copy of it says takes nothing away
		{Source: "feed_copy", Value: data.Int(4), Quote: "$4", FetchedAt: at, CopyOf: "feed_careful"},
	}
	disagrees := []data.Statement{{Source: "feed_other", Value: data.MustNumber("4.5"), Quote: "$4.5", FetchedAt: at}}
	if diff := cmp.Diff(agrees, e.Agrees); diff != "" {
		t.Errorf("agrees differs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(disagrees, e.Disagrees); diff != "" {
		t.Errorf("disagrees differs (-want +got):\n%s", diff)
	}
}

func TestClocks(t *testing.T) {
	c := smallCatalog()
	all := history(t, c, week{page(1, "one.input 5, one.output 20")}, week{page(2, "one.input 5, one.output 20")}, week{page(3, "one.input 4, one.output 20")}, week{page(4, "one.input 4, one.output 20")})
	type clocks struct{ Fetched, Confirmed, Changed, Verified string }
	var got []clocks
	for _, r := range all {
		e := evidenceOf(t, r, "one", data.FieldInput)
		got = append(got, clocks{day10(e.FetchedAt), day10(e.ConfirmedAt), day10(e.ChangedAt), day10(e.VerifiedAt)})
	}
	want := []clocks{
		{"2026-09-07", "2026-09-07", "2026-09-07", "2026-09-01"},
		{"2026-09-14", "2026-09-14", "2026-09-07", "2026-09-01"},
		{"2026-09-21", "2026-09-21", "2026-09-21", ""},
		{"2026-09-28", "2026-09-28", "2026-09-21", ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the clocks of input differ (-want +got):\n%s", diff)
	}
}

func day10(t data.Timestamp) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2006-01-02")
}

func TestWhatIsComputedFromPlaceholders(t *testing.T) {
	c := smallCatalog()
	c.Tools[0].Scores[0].Verified, c.Tools[1].Prices.Verified = day("2026-11-20"), day("2026-11-20")
	r := built(t, c)
	for _, tt := range []struct {
		tool, field string
		want        bool
	}{
		{"one", data.FieldOverall, true},
		{"one", data.FieldPerPoint, true},
		{"two", data.FieldOverall, false},
		{"two", data.FieldPerPoint, true},
		{"three", data.FieldPerPoint, false},
	} {
		if got := evidenceOf(t, r, tt.tool, tt.field).Placeholder; got != tt.want {
			t.Errorf("%s of %s: placeholder %t, want %t", tt.field, tt.tool, got, tt.want)
		}
	}
}

func TestNameThatMeantAnotherTool(t *testing.T) {
	c := smallCatalog()
	c.Tools[0].Aliases = []string{"uno"}
	first := history(t, c, week{page(1, "uno.input 2, uno.output 10")})[0]
	c.Tools[0].Aliases, c.Tools[1].Aliases = nil, []string{"uno"}
	second, err := Build(Input{Catalog: c, Readings: week{page(2, "uno.input 2, uno.output 10")}, Previous: &first.Snapshot, Now: weekly(3)})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := pricing(t, first, "one"), "2 10 2 2"; got != want {
		t.Errorf("while the name means it, pricing of one = %s, want %s", got, want)
	}
	if got, want := pricing(t, second, "one")+" and "+pricing(t, second, "two"), "5 25 5 5 and 2 10 2 2"; got != want {
		t.Errorf("then pricing of one and two = %s, want %s: it never was about one", got, want)
	}
}

func TestPlaceholderConfirmsNothing(t *testing.T) {
	all := history(t, unverified(), week{page(1, "one.input 0.5, one.output 25")}, week{page(2, "one.input 5, one.output 25")})
	if got, want := pricing(t, all[1], "one"), "0.5 25 0.5 0.5"; got != want {
		t.Errorf("pricing of one = %s, want %s: that it would be verified as 5 was not known by then", got, want)
	}
}

func TestWhatAPersonHasReadSince(t *testing.T) {
	first := history(t, smallCatalog(), week{page(1, "one.input 5, one.output 25")})[0]
	c := smallCatalog()
	c.Tools[0].Prices.Verified, c.Tools[0].Prices.Input = day("2026-09-08"), data.MustNumber("4")
	second, err := Build(Input{Catalog: c, Readings: week{page(2, "one.input 50, one.output 25")}, Previous: &first.Snapshot, Now: weekly(2).Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := pricing(t, second, "one"), "4 25 4 4"; got != want {
		t.Errorf("pricing of one = %s, want %s: that stays while the page is held", got, want)
	}
	if e := evidenceOf(t, second, "one", data.FieldInput); e.Held == "" || !e.ChangedAt.Equal(weekly(2).Add(time.Hour)) {
		t.Errorf("held by %q, changed at %s; until now something else was published", e.Held, e.ChangedAt)
	}
}

func TestPlaceholdersAreNoChange(t *testing.T) {
	c := smallCatalog()
	later := c.Tools[0]
	later.Prices.Verified = day("2026-11-01")
	c.Tools = append(c.Tools[1:], later) // the weeks are counted from the first tool's verification
	all := history(t, c, week{}, week{page(2, "one.input 0.5, one.output 25")})
	if e := evidenceOf(t, all[0], "one", data.FieldInput); !e.Placeholder || e.Value.String() != "5" {
		t.Errorf("in the first week input is %s, placeholder %t, want a placeholder of 5", e.Value, e.Placeholder)
	}
	e := evidenceOf(t, all[1], "one", data.FieldInput)
	if e.Placeholder || e.Value.String() != "0.5" || e.ChangedAt != data.At(weekly(2)) {
		t.Errorf("in the second week input is %s, placeholder %t, since %s; what replaces a placeholder is not compared with it", e.Value, e.Placeholder, e.ChangedAt)
	}
}

// TestDisorderedAnnouncement announces a row whose columns were mixed up.
func TestDisorderedAnnouncement(t *testing.T) {
	for _, tt := range []struct {
		name, row string
		want      int
	}{
		{"in-order", "one.input 8, one.output 30, one.read 0.8", 1},
		{"output-below-input", "one.input 30, one.output 8", 0},
		{"cache-read-above-input", "one.input 8, one.output 30, one.read 9", 0},
		{"input-is-free", "one.input 0, one.output 30", 0},
		{"cache-read-is-free", "one.input 8, one.output 30, one.read 0", 0},
		{"all-is-free", "one.input 0, one.output 0, one.read 0", 1},
	} {
		p := page(1, "one.input 5, one.output 25")
		later := each(page(1, tt.row), func(o *data.Observation) { o.Qualifiers.Kind, o.Qualifiers.ValidFrom = "announced", "2026-09-21" })
		p.Observations = append(p.Observations, later.Observations...)
		if got := evidenceOf(t, history(t, smallCatalog(), week{p})[0], "one", data.FieldInput).Announced; len(got) != tt.want {
			t.Errorf("%s: announced is %v, want %d prices", tt.name, got, tt.want)
		}
	}
}

func TestAnnouncedPriceWaitsToBeReadOnItsDay(t *testing.T) {
	announced := func(n int, from string) data.Reading {
		p := page(n, "one.input 5, one.output 25")
		later := each(page(n, "one.input 8"), func(o *data.Observation) { o.Qualifiers.Kind, o.Qualifiers.ValidFrom = "announced", from })
		p.Observations[0].Qualifiers.ValidUntil = "2026-09-20"
		p.Observations = append(p.Observations, later.Observations...)
		return p
	}
	all := history(t, smallCatalog(), week{announced(1, "2026-09-21")}, week{announced(1, "2026-09-21")}, week{announced(1, "2026-09-21")}, week{announced(4, "2026-09-21")})
	for i, want := range []string{"5", "5", "5", "8"} {
		if got := evidenceOf(t, all[i], "one", data.FieldInput).Value.String(); got != want {
			t.Errorf("in week %d input is %s, want %s", i+1, got, want)
		}
	}
	want := data.Announcement{
		Value: data.Int(8), From: "2026-09-21", Quote: "$8", Source: "pricing_acme", Basis: data.OwnPage, Publisher: "Acme", URL: "https://acme.example/pricing", SHA256: "page-digest",
		FetchedAt: announced(1, "2026-09-21").Observations[0].FetchedAt,
	}
	if diff := cmp.Diff([]data.Announcement{want}, evidenceOf(t, all[0], "one", data.FieldInput).Announced); diff != "" {
		t.Errorf("announced differs (-want +got):\n%s", diff)
	}
	due := []string{"the input price of Acme One was last seen on 2026-09-07: 8 was announced for 2026-09-21"}
	if diff := cmp.Diff(due, whys(all[2], data.Due)); diff != "" {
		t.Errorf("findings on the day differ (-want +got):\n%s", diff)
	}
	if got := whys(all[1], data.Due); got != nil {
		t.Errorf("a week before nothing is due, but %q", got)
	}
}

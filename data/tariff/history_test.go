package tariff_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// week is what one snapshot says of the input price of a tool.
type week struct {
	day    string
	price  string // "": no line
	source string // "": the provider's page
	from   string // day that is stated for its beginning
	kind   string
	coming string // price announced for 2026-03-01; "": none
}

func (w week) tariff() data.Tariff {
	t := data.Tariff{ID: "model", Name: "Model", Seller: "Provider"}
	add := func(price, kind, from string) {
		n := data.MustNumber(price)
		l := data.TariffLine{
			Class: data.ClassInput, Terms: data.Terms{Kind: kind}, State: data.Priced, Price: &n, Per: data.Measure{Amount: 1_000_000, Of: "tokens"},
			Evidence: data.BriefEvidence{Method: data.Collected, Source: "page", FetchedAt: day(w.day)},
		}
		if w.source != "" {
			l.Evidence.Source = w.source
		}
		if from != "" {
			l.Terms.From = day(from)
		}
		t.Lines = append(t.Lines, l)
	}
	if w.price != "" {
		add(w.price, w.kind, w.from)
	}
	if w.coming != "" {
		add(w.coming, data.KindAnnounced, "2026-03-01")
	}
	return t
}

func day(text string) data.Timestamp {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return data.At(at)
}

func history(weeks []week) (h data.PricesDocument) {
	for _, w := range weeks {
		h = tariff.Extend(h, w.tariff(), day(w.day))
	}
	return h
}

// TestHistory asks what was billed at a day, as far as was known at another.
func TestHistory(t *testing.T) {
	type question struct{ at, known, price string } // "": no price; with ?: assumed
	for _, tt := range []struct {
		name  string
		weeks []week
		asked []question
	}{
		{"a price changes", []week{{day: "2026-01-05", price: "5"}, {day: "2026-01-12", price: "5"}, {day: "2026-01-19", price: "4"}}, []question{
			{"2026-01-05", "2026-01-19", "5"}, {"2026-01-18", "2026-01-19", "5"}, {"2026-01-19", "2026-01-19", "4"},
			{"2026-01-19", "2026-01-18", "5"}, {"2026-02-01", "2026-02-01", "4"}, {"2026-01-01", "2026-02-01", "5?"}, {"2026-01-05", "2026-01-04", ""},
		}},
		{"the day of a change is stated", []week{{day: "2026-01-05", price: "5"}, {day: "2026-01-19", price: "4", from: "2026-01-15"}}, []question{
			{"2026-01-14", "2026-01-19", "5"}, {"2026-01-15", "2026-01-19", "4"}, {"2026-01-15", "2026-01-18", "5"},
		}},
		{"another source corrects", []week{{day: "2026-01-05", price: "5", source: "list"}, {day: "2026-01-19", price: "4"}}, []question{
			{"2026-01-10", "2026-01-18", "5"}, {"2026-01-10", "2026-01-19", "4"}, {"2026-01-01", "2026-01-19", "4?"},
		}},
		{"a price is announced and comes", []week{
			{day: "2026-02-02", price: "5", coming: "7"}, {day: "2026-02-23", price: "5", coming: "7"}, {day: "2026-03-05", price: "7"},
		}, []question{
			{"2026-03-02", "2026-02-23", "5"}, {"2026-03-02", "2026-03-05", "7"}, {"2026-02-28", "2026-03-05", "5"},
		}},
		{"a price is announced and cancelled", []week{
			{day: "2026-02-02", price: "5", coming: "7"}, {day: "2026-02-23", price: "5"}, {day: "2026-03-05", price: "5"},
		}, []question{{"2026-03-02", "2026-02-10", "5"}, {"2026-03-02", "2026-03-05", "5"}}},
		{"a promotion begins and ends", []week{
			{day: "2026-01-05", price: "5"}, {day: "2026-01-12", price: "2.5", kind: data.KindPromotional}, {day: "2026-01-26", price: "5"},
		}, []question{{"2026-01-06", "2026-01-26", "5"}, {"2026-01-20", "2026-01-26", "2.5"}, {"2026-01-26", "2026-01-26", "5"}}},
		{"a price goes", []week{{day: "2026-01-05", price: "5"}, {day: "2026-01-19"}}, []question{
			{"2026-01-06", "2026-01-19", "5"}, {"2026-01-19", "2026-01-19", ""}, {"2026-01-19", "2026-01-18", "5"},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := history(tt.weeks)
			for _, q := range tt.asked {
				found, assumed, _ := tariff.At(h, day(q.at).Time, day(q.known).Time)
				got := ""
				for _, l := range found.Lines {
					if l.Terms.Kind != data.KindAnnounced {
						got += l.Price.String()
					}
				}
				if len(assumed) > 0 {
					got += "?"
				}
				if got != q.price {
					t.Errorf("at %s, known at %s: %q, want %q", q.at, q.known, got, q.price)
				}
			}
		})
	}
}

// TestHistoryNeverForgets: what was known at some time is answered alike by every later document.
func TestHistoryNeverForgets(t *testing.T) {
	weeks := []week{
		{day: "2026-01-05", price: "5", source: "list"}, {day: "2026-01-12", price: "4"}, {day: "2026-01-19", price: "4", coming: "7"},
		{day: "2026-01-26", price: "2", kind: data.KindPromotional}, {day: "2026-02-02"}, {day: "2026-03-02", price: "7"}, {day: "2026-03-09", price: "6", source: "list"},
	}
	for i := range weeks {
		then, last := history(weeks[:i+1]), history(weeks)
		known := day(weeks[i].day).Time
		for at := day("2025-12-25").Time; at.Before(day("2026-04-01").Time); at = at.AddDate(0, 0, 1) {
			was, wasAssumed, _ := tariff.At(then, at, known)
			is, isAssumed, _ := tariff.At(last, at, known)
			if diff := cmp.Diff(was, is) + cmp.Diff(wasAssumed, isAssumed); diff != "" {
				t.Fatalf("on %s, known on %s: %s", at.Format(time.DateOnly), weeks[i].day, diff)
			}
		}
	}
}

// TestHistoryStaysTheSame: a week that says nothing new changes no byte.
func TestHistoryStaysTheSame(t *testing.T) {
	weeks := []week{{day: "2026-01-05", price: "5", coming: "7"}, {day: "2026-01-12", price: "5", coming: "7"}}
	if diff := cmp.Diff(history(weeks[:1]), history(weeks)); diff != "" || len(history(weeks).Intervals) != 3 {
		t.Errorf("%d intervals: %s", len(history(weeks).Intervals), diff)
	}
}

// TestHistoryOfBands: when a price begins to depend on the size of prompts, what was for all sizes ends that instant.
func TestHistoryOfBands(t *testing.T) {
	line := func(price, read string, band *data.ContextBand) data.TariffLine {
		n := data.MustNumber(price)
		return data.TariffLine{
			Class: data.ClassInput, Terms: data.Terms{Context: band}, State: data.Priced, Price: &n, Per: data.Measure{Amount: 1_000_000, Of: "tokens"},
			Evidence: data.BriefEvidence{Method: data.Collected, Source: "page", FetchedAt: day(read)},
		}
	}
	h := tariff.Extend(data.PricesDocument{}, data.Tariff{ID: "model", Name: "Model", Lines: []data.TariffLine{line("5", "2026-01-02", nil)}}, day("2026-01-05"))
	h = tariff.Extend(h, data.Tariff{ID: "model", Name: "Model", Lines: []data.TariffLine{
		line("5", "2026-01-10", &data.ContextBand{Below: 272000}), line("10", "2026-01-10", &data.ContextBand{From: 272000}),
	}}, day("2026-01-12"))
	for at, want := range map[string]string{"2026-01-09": "5", "2026-01-10": "5 10", "2026-01-12": "5 10"} {
		found, _, _ := tariff.At(h, day(at).Time, day("2026-01-12").Time)
		var prices []string
		for _, l := range found.Lines {
			prices = append(prices, l.Price.String())
		}
		if got := strings.Join(prices, " "); got != want {
			t.Errorf("on %s: %s, want %s", at, got, want)
		}
	}
}

// TestHistoryBeforeTheRelease: what is assumed of the time before the first reading ends where the tool was released.
func TestHistoryBeforeTheRelease(t *testing.T) {
	today := week{day: "2026-01-05", price: "5"}.tariff()
	today.Sale.From = day("2025-12-01")
	h := tariff.Extend(data.PricesDocument{}, today, day("2026-01-05"))
	for at, want := range map[string]int{"2025-11-30": 0, "2025-12-01": 1, "2026-01-05": 1} {
		if found, _, _ := tariff.At(h, day(at).Time, day("2026-01-05").Time); len(found.Lines) != want {
			t.Errorf("on %s: %d lines, want %d", at, len(found.Lines), want)
		}
	}
}

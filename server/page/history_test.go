package page

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// week is what a snapshot said of the input price of a tool, in USD per million tokens.
type week struct {
	day, price string
	from       string // day that is stated for its beginning
	verified   string // day on which a person read it; "": it was fetched
	released   string // day of the release of the tool
}

// pastOf is the history that snapshots made. "" as price is no line.
func pastOf(weeks []week) (h data.PricesDocument) {
	for _, w := range weeks {
		t := data.Tariff{ID: "model", Name: "Model", Sale: data.SalePeriod{From: dayOf(w.released)}}
		if w.price != "" {
			n := data.MustNumber(w.price)
			l := data.TariffLine{Class: data.ClassInput, State: data.Priced, Price: &n, Per: data.Measure{Amount: 1_000_000, Of: "tokens"}, Terms: data.Terms{From: dayOf(w.from)}}
			l.Evidence.VerifiedAt = dayOf(w.verified)
			if w.verified == "" {
				l.Evidence.FetchedAt = dayOf(w.day)
			}
			t.Lines = append(t.Lines, l)
		}
		h = tariff.Extend(h, t, dayOf(w.day))
	}
	return h
}

func dayOf(text string) data.Timestamp {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return data.Timestamp{}
	}
	return data.At(at)
}

// TestPast has one table of cases, which At of package tariff and history.js both answer: the price at a day, with "?" where nobody had
// read it so early.
func TestPast(t *testing.T) {
	type question struct{ Day, Price string }
	first := week{day: "2026-01-05", price: "5"}
	cases := []struct {
		weeks []week
		asked []question
	}{
		{[]week{first, {day: "2026-01-19", price: "4"}}, []question{{"2026-01-04", "5?"}, {"2026-01-05", "5"}, {"2026-01-18", "5"}, {"2026-01-19", "4"}}},
		{[]week{first, {day: "2026-01-19", price: "4", from: "2026-01-15"}}, []question{{"2026-01-14", "5"}, {"2026-01-15", "4"}}},
		{[]week{first, {day: "2026-01-19"}}, []question{{"2026-01-06", "5"}, {"2026-01-19", ""}}},
		{[]week{{day: "2026-01-05", price: "5", released: "2025-12-01"}}, []question{{"2025-11-30", ""}, {"2025-12-01", "5?"}}},
		{[]week{{day: "2026-01-05", price: "5", verified: "2025-12-20"}}, []question{{"2025-12-19", "5?"}, {"2025-12-20", "5"}}},
	}
	type past struct {
		History data.PricesDocument
		Asked   []question
	}
	var given []past
	for _, c := range cases {
		given = append(given, past{pastOf(c.weeks), c.asked})
	}
	out := run(t, `import { readFileSync } from "node:fs";
		import { at } from "./history.js";
		const say = (known) => known ? known.tariff.lines.map((l) => l.price).join("") + (known.assumed > 0 ? "?" : "") : "";
		console.log(JSON.stringify(JSON.parse(readFileSync("input.json", "utf8")).map((c) => c.Asked.map(({ Day }) => say(at(c.History, Day + "T00:00:00.000Z"))))));`, given)
	var scripted [][]string
	if err := json.Unmarshal(out, &scripted); err != nil {
		t.Fatal(err)
	}
	for i, c := range given {
		for j, q := range c.Asked {
			if diff := cmp.Diff([]string{q.Price, q.Price}, []string{priceAt(c.History, q.Day), scripted[i][j]}); diff != "" {
				t.Errorf("case %d at %s (-want +[At, script]):\n%s", i, q.Day, diff)
			}
		}
	}
}

// priceAt is what At of package tariff says.
func priceAt(h data.PricesDocument, day string) (price string) {
	found, assumed, _ := tariff.At(h, dayOf(day).Time, dayOf("2027-01-01").Time)
	for _, l := range found.Lines {
		price += l.Price.String()
	}
	if len(assumed) > 0 {
		price += "?"
	}
	return price
}

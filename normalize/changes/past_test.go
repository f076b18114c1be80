package changes

import (
	"testing"
	"time"

	"pricepoint/data"
)

// TestFirstSnapshotTellsOfPastPrices has a store begin with a price that fell in the year before, one that was only announced, and one
// that falls later.
func TestFirstSnapshotTellsOfPastPrices(t *testing.T) {
	day := func(text string) data.Timestamp {
		at, err := time.Parse(time.DateOnly, text)
		if err != nil {
			t.Fatal(err)
		}
		return data.At(at)
	}
	line := func(class data.BillingClass, price string, terms data.Terms) data.TariffLine {
		p := data.MustNumber(price)
		return data.TariffLine{Class: class, Terms: terms, State: data.Priced, Price: &p, Evidence: data.BriefEvidence{Basis: "page", Quote: "$" + price}}
	}
	fell, falls := day("2026-01-03"), data.At(now.AddDate(0, 1, 0))
	s := priced(t, now, map[string]string{"tool-01": "2"})
	s.Documents = append(s.Documents, asDocument(t, data.TariffsPath, data.TariffsDocument{Tools: []data.Tariff{{ID: "tool-01", Lines: []data.TariffLine{
		line(data.ClassInput, "2", data.Terms{From: fell}),
		line(data.ClassInput, "2.5", data.Terms{Until: fell}),
		line(data.ClassInput, "3", data.Terms{From: fell, Kind: data.KindList}),
		line(data.ClassInput, "1", data.Terms{From: fell, Service: "batch"}),
		line(data.ClassOutput, "30", data.Terms{Until: falls}),
		line(data.ClassOutput, "20", data.Terms{From: falls}),
	}}}}))
	doc := changesOf(t, following(t, nil, s))
	if len(doc.Changes) != 1 {
		t.Fatalf("%d changes, want one: %+v", len(doc.Changes), doc.Changes)
	}
	c := doc.Changes[0]
	got := []string{c.ID, c.At.Format(time.DateOnly), string(c.Kind), c.Field, c.Old.String(), c.New.String(), c.Percent.String(), c.Evidence.Quote}
	want := []string{s.Manifest.Version + "/tool-01/pricing.input/2026-01-03", "2026-01-03", "changed", "pricing.input", "2.5", "2", "-20", "$2"}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
}

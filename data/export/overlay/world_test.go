package overlay_test

import (
	"encoding/json"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/export"
	"pricepoint/data/export/overlay"
)

// now is when the documents of the tests were updated: a Monday, outside the dearest hours of DeepSeek.
var now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// world builds the documents that overlays are made from.
type world struct{ export.Documents }

func newWorld() *world {
	w := &world{}
	w.Tariffs.LastUpdated = data.At(now)
	return w
}

// tool adds a tool with its lines; names are those that feeds print.
func (w *world) tool(id, seller string, names []string, lines ...data.TariffLine) *data.Tariff {
	w.Tools.Tools = append(w.Tools.Tools, data.Tool{ID: id, Name: id, Provider: seller})
	w.Tools.TotalTools++
	w.Tariffs.Tools = append(w.Tariffs.Tools, data.Tariff{ID: id, Name: id, Seller: seller, Lines: lines})
	w.Provenance.Tools = append(w.Provenance.Tools, data.ToolProvenance{ID: id, Name: id})
	for _, name := range names {
		w.Aliases.Aliases = append(w.Aliases.Aliases, data.Alias{Name: name, Tool: id, Match: data.MatchMaker})
	}
	return &w.Tariffs.Tools[len(w.Tariffs.Tools)-1]
}

// evidence is what the published price of a class rests on.
func (w *world) evidence(tool string, e data.Evidence) {
	for i := range w.Provenance.Tools {
		if w.Provenance.Tools[i].ID == tool {
			w.Provenance.Tools[i].Values = append(w.Provenance.Tools[i].Values, e)
		}
	}
}

var perMillion = data.Measure{Amount: 1_000_000, Of: "tokens"}

// read is a price that a collector has read on the provider's page, in USD per million tokens.
func read(class data.BillingClass, price string, terms data.Terms) data.TariffLine {
	n := data.MustNumber(price)
	return data.TariffLine{Class: class, Terms: terms, State: data.Priced, Price: &n, Per: perMillion,
		Evidence: data.BriefEvidence{Method: data.Collected, Source: "pricing_test", Confidence: data.High, URL: "https://example.com/pricing", Quote: "$" + price}}
}

// curated is a price that a person has verified.
func curated(class data.BillingClass, price string) data.TariffLine {
	l := read(class, price, data.Terms{})
	l.Evidence.Method, l.Evidence.Source, l.Evidence.Quote = data.Curated, "catalogue", ""
	return l
}

// asInput is a cache that nobody prices: such tokens are billed as input, by rule.
func asInput(class data.BillingClass, terms data.Terms) data.TariffLine {
	return data.TariffLine{Class: class, Terms: terms, State: data.BilledAsInput, Per: perMillion, Rule: &data.Ruling{Rule: data.SameAsInput},
		Evidence: data.BriefEvidence{Method: data.Ruled, Source: "pricing_test", Confidence: data.High}}
}

func from(tokens int64) data.Terms  { return data.Terms{Context: &data.ContextBand{From: tokens}} }
func below(tokens int64) data.Terms { return data.Terms{Context: &data.ContextBand{Below: tokens}} }
func mode(name string) data.Terms   { return data.Terms{Service: name} }

// hours are those of DeepSeek, or all others.
func hours(outside bool) data.Terms {
	working := []string{"mon", "tue", "wed", "thu", "fri"}
	return data.Terms{Hours: &data.WeeklyHours{Zone: "UTC", Outside: outside, Windows: []data.WeeklyWindow{
		{Days: working, From: "01:00", To: "04:00"}, {Days: working, From: "06:00", To: "10:00"},
	}}}
}

// The addresses of the lists.
const (
	modelsDevURL = "https://models.dev/api.json"
	genaiURL     = "https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/new_data/v2/data.json"
)

var addresses = map[string]string{"feed_modelsdev": modelsDevURL, "feed_genaiprices": genaiURL}

func lay(feed, body string, w *world) (export.File, error) {
	return overlay.Make(overlay.Upstream{About: data.ExportUpstream{Source: feed, URL: addresses[feed]}, Body: []byte(body)}, w.Documents)
}

// laid is the file that is laid over a list.
func laid(t testing.TB, feed, body string, w *world) export.File {
	t.Helper()
	file, err := lay(feed, body, w)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// checkReport wants a file to be JSON, and to say so wherever it differs from the list. What it says is held against real lists
// in cmd/acceptance/figures.
func checkReport(t *testing.T, upstream string, f export.File) {
	t.Helper()
	same := string(data.VisibleJSON([]byte(upstream))) == string(f.Body)
	if told := len(f.Replaced) + len(f.Added) + len(f.Dropped) + len(f.Unreviewed); !json.Valid(f.Body) || same != (told == 0) {
		t.Errorf("%d places are told of, and the file is %s", told, f.Body)
	}
}

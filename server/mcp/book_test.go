package mcp

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/rating"
	"pricepoint/data/tariff"
)

var (
	monday = time.Date(2026, 11, 16, 3, 0, 0, 0, time.UTC)
	later  = monday.AddDate(0, 0, 2)
)

// line is a price of the page that the collector reads.
func line(class data.BillingClass, usd, quote string, terms data.Terms) data.TariffLine {
	l := data.TariffLine{Class: class, Terms: terms, State: data.PriceNotStated, Per: data.Measure{Amount: 1_000_000, Of: "tokens"},
		Evidence: data.BriefEvidence{Method: data.Collected, Confidence: data.High, Source: "pricing_acme", Publisher: "Acme",
			URL: "https://acme.example/pricing", Quote: quote, FetchedAt: data.At(monday), ConfirmedAt: data.At(monday)}}
	if usd != "" {
		n := data.MustNumber(usd)
		l.State, l.Price = data.Priced, &n
	}
	return l
}

var (
	short200k = data.Terms{Context: &data.ContextBand{UpTo: 200_000}}
	long200k  = data.Terms{Context: &data.ContextBand{Over: 200_000}}
	batch     = data.Terms{Service: "batch"}
)

// bolt has tiers, a batch service, and a cache that nobody states a price for; nut has one price and will be dearer; the
// price of gear is what it was.
func tariffs() []data.Tariff {
	return []data.Tariff{
		{ID: "acme-bolt-2", Name: "Bolt 2", Seller: "Acme", Limits: data.TokenLimits{Context: 1_000_000}, Lines: []data.TariffLine{
			line("input", "2", "$2.00 ≤ 200K", short200k), line("input", "4", "$4.00 > 200K", long200k),
			line("output", "12", "$12.00 ≤ 200K", short200k), line("output", "18", "$18.00 > 200K", long200k),
			line("cacheRead", "", "", data.Terms{}), {Class: "cacheWrite", State: data.BilledAsInput, Per: data.Measure{Amount: 1_000_000, Of: "tokens"}},
			line("input", "1", "", batch), line("output", "6", "", batch),
		}},
		{ID: "acme-nut", Name: "Nut", Seller: "Acme", Limits: data.TokenLimits{Context: 128_000}, Lines: []data.TariffLine{
			line("input", "0.25", "$0.25", data.Terms{}), line("output", "1", "$1", data.Terms{}), line("cacheRead", "0.025", "$0.025", data.Terms{}),
			line("cacheWrite", "0.3", "$0.30", data.Terms{}), line("input", "0.5", "$0.50 from December", data.Terms{Kind: data.KindAnnounced, From: data.At(later.AddDate(0, 1, 0))}),
		}},
		{ID: "gear", Name: "Gear", Seller: "Globex", Lines: []data.TariffLine{line("input", "3", "3 USD", data.Terms{}), line("output", "3", "3 USD", data.Terms{})}},
	}
}

// documents are those that the tools look things up in.
func documents() map[string]any {
	n := data.MustNumber
	ptr := func(text string) *data.Number { v := n(text); return &v }
	tools := []data.Tool{
		{ID: "acme-bolt-2", Name: "Bolt 2", Provider: "Acme", Pricing: data.Pricing{Input: n("2"), Output: n("12")}, Features: []string{"Vision input", "Tool calling"}},
		{ID: "acme-nut", Name: "Nut", Provider: "Acme", Pricing: data.Pricing{Input: n("0.25"), Output: n("1")}, Features: []string{"Tool calling"}},
		{ID: "gear", Name: "Gear", Provider: "Globex", Pricing: data.Pricing{Input: n("3"), Output: n("3")}, Features: []string{"Vision input"}},
		{ID: "washer", Name: "Washer", Provider: "Acme"}, {ID: "rust", Name: "Rust", Provider: "Acme"},
	}
	evidence := func(id, context string, more ...data.Evidence) data.ToolProvenance {
		return data.ToolProvenance{ID: id, Values: append(more, data.Evidence{Field: data.FieldContext, Value: n(context)})}
	}
	nut := evidence("acme-nut", "128000", data.Evidence{Field: data.FieldInput, Value: n("0.25"), Confidence: data.High,
		Disagrees: []data.Statement{{Source: "feed_x", Value: n("0.2")}, {Source: "feed_y", Value: n("0.2"), CopyOf: "feed_x"}}})
	nut.Properties = data.Properties{Deprecated: true, ShutdownDate: "2027-01-31", Successor: "acme-bolt-2"}
	scored := func(id, score, low, high string) rating.ScoredModel {
		return rating.ScoredModel{ModelID: id, OverallScore: n(score), Interval: rating.ScoreInterval{Low: n(low), High: n(high)}, Coverage: n("0.7")}
	}
	washer := rating.ProvisionalPick{ID: "washer", USD: n("0.1"), Expected: n("81.26"), Interval: rating.ScoreInterval{Low: n("60"), High: n("95.04")}}
	after := func(p rating.ProvisionalPick, of string) rating.ProvisionalPick { p.Of = of; return p }
	ran := func(tool, effort, share, usd string, today ...rating.RepricedCost) rating.SolvedCost {
		return rating.SolvedCost{ModelID: tool, Board: "bench", Effort: effort, Share: n(share), CostPerAttempt: n(usd), Repriced: today}
	}
	solved := rating.SolvedDocument{Boards: []rating.SolvedBoard{{ID: "bench", Name: "Bench"}}, Rows: []rating.SolvedCost{
		ran("acme-nut", "high", "0.6", "0.25", rating.RepricedCost{Kind: rating.RepricedExact, CostPerAttempt: ptr("0.2")}),
		ran("acme-nut", "low", "0.3", "0.1", rating.RepricedCost{Kind: rating.RepricedExact, CostPerAttempt: ptr("0.08")}),
		ran("acme-bolt-2", "high", "0.8", "4.6", rating.RepricedCost{Kind: rating.RepricedPair, CostPerAttempt: ptr("4"), CostPerAttemptHigh: ptr("4.6")}),
		ran("gear", "high", "0.5", "5", rating.RepricedCost{Kind: rating.RepricedUnknown}),
	}}
	scores := rating.ScoresDocument{
		Models:   []rating.ScoredModel{scored("acme-bolt-2", "80.44", "78.01", "82.96"), scored("gear", "74", "70", "78"), scored("acme-nut", "60", "55", "65")},
		Unscored: []rating.UnscoredModel{{ModelID: "washer"}},
		UseCases: []rating.UseCaseCosts{{
			ID: "bug-fixing", Boards: []string{"bench"}, FailureUSD: ptr("20"), AtTenth: "acme-nut", AtTenTimes: "acme-bolt-2",
			USD: map[string]data.Number{"acme-bolt-2": n("0.144"), "gear": n("0.186"), "acme-nut": n("0.017")},
			Order: []rating.RankedTool{
				{ID: "acme-nut", Relative: ptr("0.8"), Finished: &rating.FinishedTask{Board: "bench", Effort: "high", Share: n("0.6"), AttemptUSD: n("0.2"), Basis: rating.RepricedExact, USD: n("8.2"), Low: n("7"), High: n("9.4")}},
				{ID: "acme-bolt-2", Relative: ptr("0.9"), Finished: &rating.FinishedTask{Board: "bench", Share: n("0.8"), AttemptUSD: n("4.6"), Basis: rating.RepricedEstimate, USD: n("8.6"), Low: n("8"), High: n("9.2")}},
				{ID: "gear", Relative: ptr("1.4"), BeatenBy: "acme-bolt-2", Finished: &rating.FinishedTask{Board: "bench", Share: n("0.5"), AttemptUSD: n("5"), Basis: rating.RepricedExact, USD: n("15"), Low: n("14"), High: n("16")}},
			},
			Picks: []rating.PickReason{{ID: "acme-nut", Why: rating.PickTied}, {ID: "acme-bolt-2", Why: rating.PickTied}}, Ties: [][]string{{"acme-nut", "acme-bolt-2"}},
			Excluded:    []rating.ExcludedTool{{ID: "washer", Reason: rating.ExcludedUnmeasured}, {ID: "rust", Reason: rating.ExcludedRetired}},
			Provisional: []rating.ProvisionalPick{washer}, Successors: []rating.ProvisionalPick{after(washer, "acme-bolt-2")},
		}, {
			ID: "code-review", Boards: []string{}, USD: map[string]data.Number{"acme-bolt-2": n("0.144"), "gear": n("0.186"), "acme-nut": n("0.017")},
			Bounds: map[string]rating.Bound{"acme-bolt-2": {Least: n("0.1"), Most: ptr("0.144")}, "acme-nut": {Least: n("0.01")}},
			Order:  []rating.RankedTool{{ID: "acme-nut"}, {ID: "acme-bolt-2"}, {ID: "gear", BeatenBy: "acme-bolt-2"}},
		}},
	}
	evidenced := &data.BriefEvidence{Method: data.Collected, Confidence: data.High, Source: "pricing_acme", Publisher: "Acme", URL: "https://acme.example/pricing", Quote: "$0.25", ConfirmedAt: data.At(monday)}
	changes := data.ChangesDocument{Since: data.Version(monday.AddDate(0, 0, -7)), Earlier: "2026-11-02T030000Z", Changes: []data.Change{
		{At: data.At(monday), Kind: data.Changed, Tool: "acme-nut", Provider: "Acme", Field: data.FieldInput, Unit: "USD/1M tokens", Old: ptr("0.5"), New: ptr("0.25"), Percent: ptr("-50"), Evidence: evidenced},
		{At: data.At(monday.AddDate(0, 0, -7)), Kind: data.Listed, Tool: "gear", Provider: "Globex"},
	}, Events: []data.CalendarEvent{
		{Tool: "acme-nut", Provider: "Acme", Event: data.Event{Kind: data.PriceEvent, Day: "2026-12-18"}, URL: "https://acme.example/pricing"},
		{Tool: "acme-nut", Provider: "Acme", Event: data.Event{Kind: data.PriceEvent, Day: "2026-11-01"}},
	}}
	all := map[string]any{
		data.ToolsPath: data.ToolsDocument{Tools: tools}, data.TariffsPath: data.TariffsDocument{Tools: tariffs()}, data.ScoresPath: scores, data.SolvedPath: solved, data.ChangesPath: changes,
		data.ProvenancePath: data.ProvenanceDocument{Tools: []data.ToolProvenance{evidence("acme-bolt-2", "1000000"), nut, evidence("gear", "64000"), evidence("washer", "400000")}},
		data.AliasesPath: data.AliasesDocument{Aliases: []data.Alias{
			{Name: "bolt-2.0", Tool: "acme-bolt-2"}, {Name: "acme/bolt", Tool: "acme-bolt-2"}, {Name: "spanner", Tool: "acme-spanner", Withdrawn: "2026-11-02T030000Z", Successor: "acme-nut"},
			{Name: "preview", Tool: "acme-nut", Only: "feed_x"}, {Name: "preview", Tool: "gear", Only: "feed_y"}, {Name: "latest", Tool: "gear", Until: "2026-10"}, {Name: "latest", Tool: "acme-bolt-2", From: "2026-11"},
		}},
	}
	for _, t := range tariffs() {
		all[data.PricesPath(t.ID)] = tariff.Extend(data.PricesDocument{}, t, data.At(monday.AddDate(0, 0, -7)))
	}
	return all
}

// snapshotOf has some documents.
func snapshotOf(t testing.TB, all map[string]any) data.Snapshot {
	t.Helper()
	s := data.Snapshot{Manifest: data.Manifest{Version: data.Version(monday), GeneratedAt: data.At(monday)}}
	for path, document := range all {
		body := data.Encode(document)
		s.Documents = append(s.Documents, data.Document{Path: path, Body: body})
	}
	return s
}

// TestFind: what a name means everywhere wins, the day counts, and nothing is guessed.
func TestFind(t *testing.T) {
	book := Open(snapshotOf(t, documents()))
	for _, tt := range []struct{ name, asked, want string }{
		{"an id", "acme-bolt-2", "acme-bolt-2"},
		{"a name", "bolt 2", "acme-bolt-2"},
		{"another spelling", "Bolt_2.0", "acme-bolt-2"},
		{"behind its maker", "acme/bolt", "acme-bolt-2"},
		{"of this month", "latest", "acme-bolt-2"},
		{"of single sources", "preview", `"preview" means acme-nut or gear, depending on who writes it; ask for one of these`},
		{"no longer listed", "spanner", "acme-spanner is no longer listed; its successor is acme-nut"},
		{"unknown", "acme-bold-2", `no model is called "acme-bold-2"; the nearest are acme-bolt-2, acme-nut, gear`},
		{"a part of a name", "globex/gears", `no model is called "globex/gears"; the nearest are gear, acme-bolt-2, acme-nut`},
		{"nothing", " - ", "say which model is meant"},
		{"endless", strings.Repeat("x", 60000), "no model has a name of 60000 characters"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tool, err := book.find(tt.asked, later)
			if got := tool.ID; got != tt.want && fmt.Sprint(err) != tt.want {
				t.Errorf("%q, %v; want %s", got, err, tt.want)
			}
		})
	}
}

// TestABrokenDocumentIsSaid: what cannot be read is no answer, and never an empty one.
func TestABrokenDocumentIsSaid(t *testing.T) {
	s := snapshotOf(t, documents())
	for i := range s.Documents {
		if s.Documents[i].Path == data.ScoresPath {
			s.Documents[i].Body = []byte(`{"models": 7}`)
		}
	}
	if _, err := Open(s).choose(chooseQuestion{}, later); err == nil || !strings.Contains(err.Error(), data.ScoresPath) {
		t.Errorf("%v; want an error that names the document", err)
	}
	if _, err := Open(data.Snapshot{}).find("gear", later); err == nil || !strings.Contains(err.Error(), "an older pricepoint made it") {
		t.Errorf("%v; want an error that says what is missing", err)
	}
}

// TestDocumentsMayGrow: what a later program says besides is ignored.
func TestDocumentsMayGrow(t *testing.T) {
	s := snapshotOf(t, documents())
	for i, d := range s.Documents {
		more := strings.Replace(string(d.Body), "{", `{"weather": {"of": "tomorrow"},`, 1)
		s.Documents[i].Body = []byte(strings.ReplaceAll(more, `"id": `, `"colour": "red", "id": `))
	}
	session := agent(t, served(Open(s)))
	for _, tt := range []struct{ tool, arguments string }{
		{"price", `{"model":"bolt-2.0","prompt_tokens":200001}`}, {"price", `{"model":"gear","at":"2026-11-10"}`},
		{"cost", `{"models":["gear","acme-nut"],"input_tokens":100000}`}, {"choose", `{"use_case":"bug-fixing"}`}, {"solved", `{}`}, {"changes", `{"since":"2026-11-10"}`},
	} {
		if text, failed := call(t, session, tt.tool, tt.arguments); failed {
			t.Errorf("%s %s: %s", tt.tool, tt.arguments, text)
		}
	}
}

package page_test

import (
	"encoding/json"
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/data/rating"
	"pricepoint/server/page"
)

var made = data.At(time.Date(2026, 11, 16, 3, 0, 0, 0, time.UTC))

// hostile is a name that a source could print.
var hostile = "<script>alert(1)</script>\"'\u202e\x1b[31m" + strings.Repeat("x", 10_000)

// site has two tools: of one everything is known, of the other nothing, and its texts are hostile.
func site(t testing.TB) page.Site {
	t.Helper()
	known := data.Tool{ID: "known-1", Name: "Known 1", Provider: "Acme", Category: []string{"fast"}, ContextWindow: "200K tokens", ReleaseDate: "2026-02", URL: "https://acme.example/",
		Pricing: data.Pricing{Input: data.MustNumber("1.5"), Output: data.MustNumber("7.5"), CacheRead: data.MustNumber("0.15"), CacheWrite: data.MustNumber("1.5")}}
	strange := known
	strange.ID, strange.Name, strange.Description, strange.URL, strange.Features = "strange", hostile, hostile, "javascript:alert(1)", []string{hostile}
	outside := known
	outside.ID = "../outside"
	evidence := func(field, value string) data.Evidence {
		return data.Evidence{Field: field, Value: data.MustNumber(value), Method: data.Collected, Confidence: data.High, Source: "pricing_acme", URL: "https://acme.example/prices",
			Quote: "$" + value + " " + hostile, FetchedAt: made, ConfirmedAt: made, ChangedAt: made, SHA256: "0123456789abcdef0123", Archive: "archive/x.warc.gz",
			Agrees:    []data.Statement{{Source: "feed_list", Value: data.MustNumber(value)}},
			Disagrees: []data.Statement{{Source: "feed_other", Value: data.MustNumber("99"), FetchedAt: made}}}
	}
	line := func(class data.BillingClass, from, until, amount string) data.PriceInterval {
		n := data.MustNumber(amount)
		p := data.PriceInterval{ValidFrom: at(t, from), KnownFrom: at(t, from), Line: &data.TariffLine{Class: class, State: data.Priced, Price: &n, Per: data.Measure{Amount: 1_000_000, Of: "tokens"}}}
		if until != "" {
			p.ValidUntil = at(t, until)
		}
		return p
	}
	price := data.MustNumber("1.65")
	documents := map[string]any{
		data.ToolsPath: data.ToolsDocument{Tools: []data.Tool{known, strange, outside}, LastUpdated: made},
		data.ProvenancePath: data.ProvenanceDocument{Tools: []data.ToolProvenance{{ID: "known-1", Values: []data.Evidence{
			evidence(data.FieldInput, "1.5"), evidence(data.FieldOutput, "7.5"), evidence(data.FieldContext, "200000"),
		}}}},
		data.PricesPath("known-1"): data.PricesDocument{ID: "known-1", Since: at(t, "2026-05-01"), Intervals: []data.PriceInterval{
			line(data.ClassInput, "2026-05-01", "2026-08-01", "3"), line(data.ClassInput, "2026-08-01", "", "1.5"), line(data.ClassOutput, "2026-05-01", "", "7.5"),
		}},
		data.UseCasesPath: data.UseCasesDocument{UseCases: []data.UseCase{{ID: "work", Title: hostile, TopPicks: []string{"known-1", "strange"}}}},
		data.PlansPath:    market.PlansDocument{Offers: []market.PlanOffer{{ID: "plan", Name: hostile, URL: "javascript:alert(2)", Plans: []market.Plan{{Name: "Pro", Fee: market.FeeUnknown, Allowance: market.AllowanceUnknown}}}}},
		data.AuditPath: market.AuditDocument{Lists: []market.AuditedList{{ID: "list", Name: hostile, Mend: "javascript:alert(3)"}},
			Deviations: []market.Deviation{{List: "list", Tool: "strange", Name: hostile, Field: data.FieldInput, OnList: market.AuditEvidence{Quote: hostile}}}},
		data.ModelsPath: market.ModelsDocument{TotalModels: 1, Models: []market.Model{{Key: "acme/x", ID: hostile, Name: hostile, Maker: hostile, Tool: "known-1",
			Lines: []data.TariffLine{*line(data.ClassInput, "2026-05-01", "", "0.25").Line}, Efforts: []market.Efforts{{Values: []string{hostile}}}}},
			Waiting: []market.WaitingModel{{Name: hostile, Why: market.MayBeRenamed, Of: hostile, URL: "javascript:alert(4)"}}, Others: []market.OtherRow{{Name: hostile, Units: []string{hostile}}}},
		data.SellersPath: market.SellersDocument{Lists: []market.SellerList{{ID: "feed_list", Publisher: hostile, FetchedAt: made}},
			Tools: []market.ToolOffers{{ID: "known-1", Offers: []market.Offer{
				{Seller: hostile, Region: hostile, List: "feed_list", Name: hostile, Input: &price, Output: &price, Difference: &price},
				{Seller: hostile, Region: hostile, List: "feed_list", Name: "again", Input: &price, Output: &price, Difference: &price}}}}},
		data.ChangesPath: data.ChangesDocument{Changes: []data.Change{{Tool: "strange", Name: hostile, Kind: data.Changed, Field: data.FieldInput}}},
	}
	s := page.Site{Documents: map[string]data.Document{}, URL: "https://prices.example", Version: "2026-11-16T030000Z", Now: made.Time,
		Freshness: data.FreshnessDocument{LastUpdated: made, NextRefreshDue: data.At(made.Add(data.RefreshEvery)), Sources: []data.SourceStatus{
			{ID: "pricing_acme", Kind: data.PricingSource, Publisher: "Acme"}, {ID: "feed_list", Kind: data.FeedSource, Publisher: "A list"}}}}
	for path, d := range documents {
		put(t, s, path, d)
	}
	return s
}

func at(t testing.TB, day string) data.Timestamp {
	t.Helper()
	parsed, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	return data.At(parsed)
}

func rendered(t testing.TB, s page.Site) map[string]string {
	t.Helper()
	pages, err := page.Pages(s)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, p := range pages {
		all[p.Address] = string(p.Body)
	}
	return all
}

// TestLinksLeadSomewhere follows every link from one page to another, to its anchor.
func TestLinksLeadSomewhere(t *testing.T) {
	all := rendered(t, site(t))
	followed := 0
	for address, body := range all {
		for _, m := range regexp.MustCompile(`href="([^"#:]*)(#([^"]+))?"`).FindAllStringSubmatch(body, -1) {
			path, anchor := m[1], m[3]
			if anchor == "ZgotmplZ" {
				continue // an address that the template has refused
			}
			if path == "" {
				path = address
			}
			target, isPage := all[path]
			if !isPage && page.IsPage(path) {
				t.Errorf("%s leads to %s, which there is not", address, path)
			}
			if isPage && anchor != "" {
				followed++
				if n := strings.Count(target, `id="`+anchor+`"`); n != 1 {
					t.Errorf("%s leads to %s#%s, which is there %d times", address, path, anchor, n)
				}
			}
		}
	}
	if followed < 40 {
		t.Errorf("followed %d links to anchors, want those of all cells", followed)
	}
}

// TestHostileTextIsText renders texts that a browser or a terminal would act on.
func TestHostileTextIsText(t *testing.T) {
	all := rendered(t, site(t))
	for address, body := range all {
		for _, never := range []string{"<script>", "javascript:", "style=", "\x1b", "\u202e", "onerror=", "<nil>", "%!"} {
			if strings.Contains(body, never) {
				t.Errorf("%s holds %q", address, never)
			}
		}
	}
	for _, address := range []string{"/", "/tools/strange", "/use-cases", "/plans", "/changes", "/audit"} {
		if !strings.Contains(all[address], "&lt;script&gt;") {
			t.Errorf("%s does not show the name", address)
		}
	}
	for address := range all {
		if strings.Contains(address, "outside") {
			t.Errorf("there is a page at %s", address)
		}
	}
}

func TestToolPageShowsItsEvidence(t *testing.T) {
	body := rendered(t, site(t))["/tools/known-1"]
	for _, want := range []string{
		`<link rel="canonical" href="https://prices.example/tools/known-1">`, "$1.50", "high confidence", "sources disagree", "A list", "feed_other 99 (2026-11-16)",
		"https://acme.example/prices", "Found last", "2026-11-16", "0123456789ab… in archive/x.warc.gz", "not scored yet", "200,000", "2026-08-01", "$3.00", `class="series input"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// put writes a document into the snapshot of a site.
func put(t testing.TB, s page.Site, path string, d any) {
	t.Helper()
	body, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	s.Documents[path] = data.Document{Path: path, Body: body}
}

// TestProvisionalScoresHaveTheirPlace has one tool with a score, and a newer one of which a better score is expected.
func TestProvisionalScoresHaveTheirPlace(t *testing.T) {
	s, n := site(t), data.MustNumber
	put(t, s, data.BenchmarksPath, data.BenchmarksDocument{Benchmarks: data.Benchmarks{Models: []data.ModelScore{{ModelID: "known-1", OverallScore: n("70")}}}})
	put(t, s, data.ScoresPath, rating.ScoresDocument{Unscored: []rating.UnscoredModel{{ModelID: "strange", Why: "nobody has measured it",
		Provisional: rating.ProvisionalScore{OverallScore: n("73.6"), Interval: rating.ScoreInterval{Low: n("49.4"), High: n("89.5")}, RestsOn: rating.OnPredecessor}}}})
	front := rendered(t, s)["/"]
	if newer, older := strings.Index(front, `<tr id="strange"`), strings.Index(front, `<tr id="known-1"`); newer < 0 || newer > older {
		t.Error("a provisional score is not sorted by")
	}
	for _, want := range []string{`data-guess="73.6"`, `>≈74</a> <small>49–90<`, ", 1 provisional<"} {
		if !strings.Contains(front, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// TestPagesAreTheSameTwice renders twice: the same snapshot makes the same bytes.
func TestPagesAreTheSameTwice(t *testing.T) {
	s := site(t)
	first, second := rendered(t, s), rendered(t, s)
	for address, body := range first {
		if second[address] != body {
			t.Errorf("%s differs", address)
		}
	}
}

// TestPagesOfAnEmptySnapshot has nothing to show, and shows that.
func TestPagesOfAnEmptySnapshot(t *testing.T) {
	all := rendered(t, page.Site{})
	var addresses []string
	for address := range all {
		addresses = append(addresses, address)
	}
	slices.Sort(addresses)
	if got := strings.Join(addresses, " "); got != "/ /addresses /audit /changes /explorer.json /exports /llms.txt /method /models /plans /sitemap.xml /sources /use-cases" {
		t.Errorf("the pages are %s", got)
	}
}

// TestEveryPageSaysThatDataAreOverdue renders in time and a month later.
func TestEveryPageSaysThatDataAreOverdue(t *testing.T) {
	s := site(t)
	for _, tt := range []struct {
		days int
		want bool
	}{{0, false}, {38, true}} {
		s.Now = made.AddDate(0, 0, tt.days)
		for address, body := range rendered(t, s) {
			if strings.HasPrefix(body, "<!DOCTYPE") && strings.Contains(body, `id="overdue" role="status">`) != tt.want {
				t.Errorf("after %d days %s says that its data are overdue: %v", tt.days, address, !tt.want)
			}
		}
	}
}

// TestExportsHaveLinesToCopy has a format that is known, one that is not, and a site that nobody has placed.
func TestExportsHaveLinesToCopy(t *testing.T) {
	s := site(t)
	s.Exports.Exports = []data.Export{{Path: "/api/compat/models.dev/api.json", Format: "models.dev", Kind: data.Overlay, Readers: []string{"opencode"}},
		{Path: "/api/compat/new.json", Format: "new", Readers: []string{hostile}}}
	unplaced := s
	unplaced.Copied, unplaced.URL = true, ""
	for _, tt := range []struct {
		page string
		want []string
	}{
		{rendered(t, s)["/exports"], []string{`id="models.dev-0">export OPENCODE_MODELS_URL=https://prices.example/api/compat/models.dev<`, `data-copies="models.dev-0"`,
			`id="new-0">curl -so prices.json https://prices.example/api/compat/new.json<`, "copy.js"}},
		{rendered(t, unplaced)["/exports"], []string{">export OPENCODE_MODELS_URL=$SITE/api/compat/models.dev<", "<code>SITE</code> is the address"}},
	} {
		for _, want := range tt.want {
			if !strings.Contains(tt.page, want) {
				t.Errorf("the page does not say %q", want)
			}
		}
	}
}

func TestFilesForMachines(t *testing.T) {
	all := rendered(t, site(t))
	var sitemap struct {
		URLs []string `xml:"url>loc"`
	}
	if err := xml.Unmarshal([]byte(all["/sitemap.xml"]), &sitemap); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(sitemap.URLs, " "); !strings.HasPrefix(got, "https://prices.example/ ") || !strings.Contains(got, " https://prices.example/tools/known-1 ") {
		t.Errorf("the site map lists %s", got)
	}
	for _, address := range sitemap.URLs {
		if _, there := all[strings.TrimPrefix(address, "https://prices.example")]; !there {
			t.Errorf("the site map lists %s, which there is not", address)
		}
	}
	if llms := all["/llms.txt"]; !strings.Contains(llms, "- [Known 1](https://prices.example/tools/known-1): Acme, $1.50 in, $7.50 out\n") {
		t.Errorf("llms.txt lacks a model: %.2000s", llms)
	}
	_, rest, _ := strings.Cut(all["/"], `<script type="application/ld+json">`)
	text, _, _ := strings.Cut(rest, "</script>")
	var dataset map[string]any
	if err := json.Unmarshal([]byte(text), &dataset); err != nil || dataset["@type"] != "Dataset" || dataset["license"] != "https://creativecommons.org/publicdomain/zero/1.0/" {
		t.Errorf("the page describes its data as %.500s: %v", text, err)
	}
}

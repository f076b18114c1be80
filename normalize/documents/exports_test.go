package documents

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
)

// feed is a reading of models.dev on a day, with its payload.
func feed(body string, on string) data.Reading {
	at := data.At(day(on).First)
	r := data.Reading{Source: "feed_modelsdev", Kind: data.FeedSource, Publisher: "models.dev", Attempted: true, Fetched: at, Bodies: [][]byte{[]byte(body)}}
	r.Inputs = []data.Input{{Source: r.Source, URL: "https://models.dev/api.json", FetchedAt: at, SHA256: strings.Repeat("0", 64), Archive: "archive/2026-10-15T000000Z.warc.gz"}}
	return r
}

// exported is the line of the index for an address, and the file.
func exported(t *testing.T, r Result, address string) (about data.Export, body []byte) {
	t.Helper()
	for _, e := range r.Snapshot.Exports {
		if "/"+e.Path == address {
			body = e.Body
		}
		if e.Path != data.ExportIndexPath {
			continue
		}
		var index data.ExportIndex
		if err := data.Decode(e.Body, &index); err != nil || index.Version != r.Snapshot.Manifest.Version {
			t.Fatalf("the index is of %q: %v", index.Version, err)
		}
		for _, x := range index.Exports {
			if x.Path == address {
				about = x
			}
		}
	}
	return about, body
}

// TestExportsSayWhatBecameOfAList: a list that cannot be relied on costs its own export and nothing else.
func TestExportsSayWhatBecameOfAList(t *testing.T) {
	const list = `{"acme":{"models":{"m":{"cost":{"input":1,"output":2}}}}}`
	for name, tt := range map[string]struct {
		readings []data.Reading
		absent   data.ExportAbsence
		cause    string
		stale    bool
	}{
		"never read":         {nil, data.UpstreamNotRead, "no refresh has read", false},
		"read":               {[]data.Reading{feed(list, "2026-10-14")}, "", "", false},
		"says a thing twice": {[]data.Reading{feed(`{"acme":{"models":{}},"acme":{}}`, "2026-10-14")}, data.UpstreamUnusable, "two members named", false},
		"cut off":            {[]data.Reading{feed(list[:20], "2026-10-14")}, data.UpstreamUnusable, "cut off", false},
		"old":                {[]data.Reading{feed(list, "2026-09-01")}, "", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			r := built(t, smallCatalog(), tt.readings...)
			got, body := exported(t, r, "/api/compat/models.dev/api.json")
			if got.Absent != tt.absent || !strings.Contains(got.Cause, tt.cause) || (body == nil) != (tt.absent != "") {
				t.Errorf("absent %q because %q, with %d bytes", got.Absent, got.Cause, len(body))
			}
			if tt.absent == "" && (string(body) != list || got.Upstream == nil || got.Upstream.Stale != tt.stale || got.Upstream.Archive == "") {
				t.Errorf("%s of %+v", body, got.Upstream)
			}
			if other, _ := exported(t, r, "/api/compat/genai-prices.json"); other.Absent != data.UpstreamNotRead {
				t.Errorf("LiteLLM: %+v", other)
			}
			if bare, text := exported(t, r, "/api/compat/ccusage.json"); bare.Absent != "" || len(text) == 0 {
				t.Errorf("ccusage: %+v", bare)
			}
		})
	}
}

// TestWithdrawnToolsStayInExports withdraws a tool and goes on for eight months: for half a year old sessions can still be
// priced with what it cost last.
func TestWithdrawnToolsStayInExports(t *testing.T) {
	c := smallCatalog()
	c.Providers[0].Name = "Anthropic" // a seller that other programs know
	before := built(t, c, acmePage()).Snapshot
	if price := exportedPrice(t, before, "one"); price != "5" {
		t.Fatalf("the tool costs %q while it is listed", price)
	}
	without := *c
	without.Tools = c.Tools[1:]
	without.Withdrawn = []catalog.Withdrawn{{ID: "one", Name: "Acme One", Successor: "two", Aliases: []string{"acme-one-20260901"}}}
	for month := range 8 {
		result, err := Build(normalize.Input{Catalog: &without, Readings: []data.Reading{acmePage()}, Previous: &before,
			Now: now.AddDate(0, month, 7), Generator: "pricepoint/test"})
		if err != nil {
			t.Fatal(err)
		}
		before = result.Snapshot
		want := ""
		if month < 6 {
			want = "5"
		}
		if price := exportedPrice(t, before, "acme-one-20260901"); price != want {
			t.Errorf("%d months after it was withdrawn, the tool costs %q, want %q", month, price, want)
		}
	}
}

// exportedPrice is what the file for tokscale says a name costs, "" when it does not.
func exportedPrice(t *testing.T, s data.Snapshot, name string) string {
	t.Helper()
	i := slices.IndexFunc(s.Exports, func(e data.Document) bool { return e.Path == "api/compat/tokscale.json" })
	if i < 0 {
		t.Fatal("there is no file for tokscale")
	}
	var file struct {
		Models map[string]map[string]json.Number
	}
	if err := json.Unmarshal(s.Exports[i].Body, &file); err != nil {
		t.Fatal(err)
	}
	return file.Models[name]["input_cost_per_million_tokens"].String()
}

package documents

import (
	"strings"
	"testing"

	"pricepoint/data"
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

package feed

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
)

// TestRepeatedPrices gives a model of a feed two prices: it is not read, and all others are. A file that a program writes
// whole fails.
func TestRepeatedPrices(t *testing.T) {
	for _, tt := range []struct{ source, fixture, once, twice, gone string }{
		{"feed_litellm", "map", `"input_cost_per_token": 5e-06`, `"input_cost_per_token": 5e-06, "input_cost_per_token": 6e-06`, "acme-pro"},
		{"feed_litellm", "map", `  "acme-pro": {`, `  "acme-pro": {"litellm_provider": "openai", "input_cost_per_token": 6e-06, "output_cost_per_token": 6e-05}, "acme-pro": {`, "acme-pro"},
		{"feed_llmprices", "historical", `{"prices": [`, `{"prices": [{"id": "acme-new", "vendor": "xai", "name": "New", "input": 6, "input": 7, "output": 9},`, "xai/acme-new"},
		{"feed_openrouter", "answer", `{"data": [`, `{"data": [{"id": "acme/new", "pricing": {"prompt": "0.000005", "prompt": "0.000006", "completion": "0.00003"}}, `, "acme/new"},
		{"feed_genaiprices", "providers", `"start": 200000, "price": 6}`, `"start": 200000, "price": 6, "price": 7}`, "acme/acme-tiers"},
		{"feed_modelsdev", "api", `"cost": {"input": 5,`, `"cost": {"input": 6, "input": 5,`, ""},
	} {
		t.Run(tt.source, func(t *testing.T) {
			feed := sourcetest.Named(t, Sources(), tt.source)
			docs := sourcetest.Documents(t, feed, tt.fixture)
			before := subjects(t, feed, docs)
			if !strings.Contains(string(docs[0].Body), tt.once) {
				t.Fatalf("the fixture has no %s", tt.once)
			}
			docs[0].Body = []byte(strings.Replace(string(docs[0].Body), tt.once, tt.twice, 1))
			if tt.gone == "" {
				if _, _, err := collectors.Parse(feed, docs); err == nil || !strings.Contains(err.Error(), "twice") {
					t.Errorf("Parse of two prices: %v, want an error about what is there twice", err)
				}
				return
			}
			want := slices.DeleteFunc(before, func(subject string) bool { return subject == tt.gone })
			if diff := cmp.Diff(want, subjects(t, feed, docs)); diff != "" {
				t.Errorf("models (-want +got)\n%s", diff)
			}
		})
	}
}

// subjects are the models that a source reads of documents, in order.
func subjects(t *testing.T, s collectors.Source, docs []web.Payload) []string {
	t.Helper()
	found, _, err := collectors.Parse(s, docs)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, o := range found {
		all = append(all, o.Subject)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

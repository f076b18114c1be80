package collectors

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors/web"
)

func TestRepeatedName(t *testing.T) {
	var many []string
	for i := range 3 * fewNames {
		many = append(many, fmt.Sprintf(`"n%d": %d`, i, i))
	}
	object := func(fields ...string) string { return "{" + strings.Join(fields, ", ") + "}" }
	for _, tt := range []struct{ name, text, want string }{
		{"once", `{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]}`, ""},
		{"twice", `{"a": 1, "a": 1}`, "a"},
		{"twice-inside", `{"x": [{"a": 1, "b": {"c": 1, "c": 2}}]}`, "c"},
		{"behind-an-object", `{"a": {"b": 1}, "a": 2}`, "a"},
		{"behind-a-list", `{"a": [1, "a", "a"], "b": 2}`, ""},
		{"as-a-value", `{"a": "b", "b": "a"}`, ""},
		{"with-quotes", `{"a\"b": 1, "a": "\"a\": 1,", "b": 2}`, ""},
		{"among-many", object(many...), ""},
		{"twice-among-many", object(append(many, `"n1": 0`)...), "n1"},
		{"the-last-of-few", object(append(many[:fewNames:fewNames], many[fewNames-1])...), fmt.Sprintf("n%d", fewNames-1)},
		{"broken", `}]"a`, ""},
		{"nothing", ``, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(repeatedName([]byte(tt.text))); got != tt.want {
				t.Errorf("repeatedName is %q, want %q", got, tt.want)
			}
		})
	}
}

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
			feed := mustSelect(t, tt.source)
			docs := fixtureDocuments(t, feed, filepath.Join("testdata", feed.Name, tt.fixture))
			before := subjects(t, feed, docs)
			if !strings.Contains(string(docs[0].Body), tt.once) {
				t.Fatalf("the fixture has no %s", tt.once)
			}
			docs[0].Body = []byte(strings.Replace(string(docs[0].Body), tt.once, tt.twice, 1))
			if tt.gone == "" {
				if _, _, err := Parse(feed, docs); err == nil || !strings.Contains(err.Error(), "twice") {
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
func subjects(t *testing.T, s Source, docs []web.Payload) []string {
	t.Helper()
	found, _, err := Parse(s, docs)
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

// TestRepeatedResult gives a row of SWE-bench two results: the row is refused, and all others are read.
func TestRepeatedResult(t *testing.T) {
	board := mustSelect(t, "leaderboard_swebench")
	docs := fixtureDocuments(t, board, filepath.Join("testdata", board.Name, "file"))
	_, before, err := Parse(board, docs)
	if err != nil {
		t.Fatal(err)
	}
	docs[0].Body = []byte(strings.Replace(string(docs[0].Body), `"resolved": 71.8,`, `"resolved": 71.8, "resolved": 61.8,`, 1))
	found, refused, err := Parse(board, docs)
	if err != nil || len(refused) != len(before)+1 {
		t.Fatalf("Parse refuses %d rows (%v), want %d", len(refused), err, len(before)+1)
	}
	for _, o := range found {
		if o.Value == "61.8" || o.Value == "71.8" {
			t.Errorf("%s is read: %s", o.Subject, o.Quote)
		}
	}
}

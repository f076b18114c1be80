package overlay_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

// opus sells for 7.77 at its maker, opus5 is what lists say.
func opus(w *world) *world {
	w.tool("claude-opus-5", "Anthropic", []string{"anthropic/claude-opus-5", "claude-opus-5"},
		read("input", "7.77", data.Terms{}), read("output", "25", data.Terms{}), read("cacheRead", "0.5", data.Terms{}), read("cacheWrite", "6.25", data.Terms{}))
	return w
}

// TestRows lays our prices over lists of one row: what becomes of it, and why.
func TestRows(t *testing.T) {
	const row = `{"anthropic":{"models":{"claude-opus-5":{"id":"claude-opus-5","cost":%s}}}}`
	tests := map[string]struct {
		cost, want string
		world      func(*world)
		left       data.LeftReason
	}{
		"a price that differs is replaced, and nothing else": {
			cost: `{"input": 5.00,"output":25.0,"cache_read":5e-1,"cache_write":6.25}`,
			want: `{"input": 7.77,"output":25.0,"cache_read":5e-1,"cache_write":6.25}`,
		},
		"equal in value, the bytes stay": {cost: `{"input":7.770,"output":2.5e1,"cache_read":0.50,"cache_write":6.25}`},
		"a tier that we do not know": {
			cost: `{"input":5,"output":25,"tiers":[{"input":10,"output":50,"tier":{"type":"context","size":200000}}]}`, left: data.LeftPartial,
		},
		"a tier beside prices that agree": {
			cost: `{"input":7.77,"output":25,"cache_read":0.5,"cache_write":6.25,"tiers":[{"input":10,"output":50,"tier":{"type":"context","size":200000}}]}`,
		},
		"a class that we do not know":       {cost: `{"input":5,"output":25,"cache_read":0.5,"cache_write":6.25,"input_audio":9}`, left: data.LeftPartial},
		"reasoning is part of the answer":   {cost: `{"input":5,"output":20,"reasoning":20}`, want: `{"input":7.77,"output":25,"cache_read":0.5,"cache_write":6.25,"reasoning":25}`},
		"a free cache is no longer free":    {cost: `{"input":7.77,"output":25}`, want: `{"input":7.77,"output":25,"cache_read":0.5,"cache_write":6.25}`},
		"a price in quotation marks":        {cost: `{"input":"5","output":25}`, left: data.LeftUnreadable},
		"no price at all":                   {cost: `null`, left: data.LeftUnreadable},
		"tiers that are none":               {cost: `{"input":5,"output":25,"tiers":{}}`, left: data.LeftUnreadable},
		"a tier without a size":             {cost: `{"input":5,"output":25,"tiers":[{"input":9,"tier":{"type":"context"}}]}`, left: data.LeftUnreadable},
		"the size of a tier is no number":   {cost: `{"input":5,"output":25,"tiers":[{"input":9,"tier":{"type":"context","size":-1}}]}`, left: data.LeftUnreadable},
		"a repeated tier that repeats none": {cost: `{"input":5,"output":25,"context_over_200k":{"input":9,"output":50}}`, left: data.LeftPartial},
		"our price is a third party's": {
			cost: `{"input":5,"output":25}`, left: data.LeftUnproven,
			world: func(w *world) {
				w.Tariffs.Tools[0].Lines[0] = curated("input", "7.77")
				w.Tariffs.Tools[0].Lines = w.Tariffs.Tools[0].Lines[:2]
				w.evidence("claude-opus-5", data.Evidence{Field: data.FieldInput, Value: data.MustNumber("7.77"), Method: data.Curated, Basis: "third-party", Confidence: data.High})
			},
		},
		"our price was verified on the page": {
			cost: `{"input":5,"output":25,"cache_read":0.5,"cache_write":6.25}`, want: `{"input":7.77,"output":25,"cache_read":0.5,"cache_write":6.25}`,
			world: func(w *world) {
				w.Tariffs.Tools[0].Lines[0] = curated("input", "7.77")
				w.evidence("claude-opus-5", data.Evidence{Field: data.FieldInput, Value: data.MustNumber("7.77"), Method: data.Curated, Basis: "page", Confidence: data.High})
			},
		},
		"our price is held": {
			cost: `{"input":5,"output":25,"cache_read":0.5,"cache_write":6.25}`, left: data.LeftUnproven,
			world: func(w *world) {
				w.evidence("claude-opus-5", data.Evidence{Field: data.FieldInput, Value: data.MustNumber("7.77"), Held: "0123456789"})
			},
		},
		"our price is of a later day": {
			cost: `{"input":5,"output":25,"cache_read":0.5,"cache_write":6.25}`, left: data.LeftUnproven,
			world: func(w *world) {
				w.evidence("claude-opus-5", data.Evidence{Field: data.FieldInput, Value: data.MustNumber("7.77"), Placeholder: true})
			},
		},
		"our price is of low confidence": {
			cost: `{"input":5,"output":25,"cache_read":0.5,"cache_write":6.25}`, left: data.LeftUnproven,
			world: func(w *world) { w.Tariffs.Tools[0].Lines[0].Evidence.Confidence = data.Low },
		},
		"our price is carried over": {
			cost: `{"input":5,"output":25,"cache_read":0.5,"cache_write":6.25}`, left: data.LeftUnproven,
			world: func(w *world) { w.Tariffs.Tools[0].Lines[0].Evidence.Method = data.Carried },
		},
		"one proven and one doubtful price": {
			cost: `{"input":5,"output":20,"cache_read":0.5,"cache_write":6.25}`, left: data.LeftPartial,
			world: func(w *world) { w.Tariffs.Tools[0].Lines[1].Evidence.Confidence = data.Low },
		},
		"no longer sold": {
			cost: `{"input":5,"output":25}`, left: data.LeftNotSold,
			world: func(w *world) { w.Tariffs.Tools[0].Sale.Until = data.At(now) },
		},
		"two tools of one name": {
			cost: `{"input":5,"output":25}`,
			world: func(w *world) {
				w.tool("other", "Anthropic", []string{"anthropic/claude-opus-5"}, read("input", "1", data.Terms{}))
			},
		},
		"a name of another day": {
			cost: `{"input":5,"output":25}`, world: func(w *world) { w.Aliases.Aliases[0].Until = "2026-11-22" },
		},
		"a name of another source": {
			cost: `{"input":5,"output":25}`, world: func(w *world) { w.Aliases.Aliases[0].Only = "feed_litellm" },
		},
		"a name that means another model here": {
			cost: `{"input":5,"output":25}`, world: func(w *world) { w.Aliases.Aliases[0].Except = []data.AliasException{{Source: "feed_modelsdev"}} },
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := opus(newWorld())
			if test.world != nil {
				test.world(w)
			}
			upstream := fmt.Sprintf(row, test.cost)
			got := laid(t, "feed_modelsdev", upstream, w)
			want := upstream
			if test.want != "" {
				want = fmt.Sprintf(row, test.want)
			}
			if diff := cmp.Diff(want, string(got.Body)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			var left []data.ExportLeft
			if test.left != "" {
				left = []data.ExportLeft{{Tool: "claude-opus-5", At: "/anthropic/models/claude-opus-5", Why: test.left}}
			}
			if diff := cmp.Diff(left, got.Left); diff != "" {
				t.Errorf("what is left (-want +got)\n%s", diff)
			}
			checkReport(t, upstream, got)
		})
	}
}

// TestTiersAndServices replaces the prices of a row together, whatever they are for. The tier begins where ours does, and is not
// repeated for another size.
func TestTiersAndServices(t *testing.T) {
	w := newWorld()
	short, long, fast := below(272_000), from(272_000), mode("fast")
	fast.Context = short.Context
	w.tool("gpt-5-5", "OpenAI", []string{"openai/gpt-5.5"},
		read("input", "6", short), read("input", "12", long), read("output", "36", short), read("output", "54", long), read("input", "15", fast), read("output", "90", fast))
	const upstream = `{"openai":{"models":{"gpt-5.5":{"cost":{"input":5,"output":30,"tiers":[{"input":10,"output":45,"tier":{"type":"context","size":272000}}],
		"context_over_200k":{"input":10,"output":45}},"experimental":{"modes":{"fast":{"cost":{"input":12.5,"output":75},"provider":{"body":{"service_tier":"priority"}}}}}}}}}`
	const want = `{"openai":{"models":{"gpt-5.5":{"cost":{"input":6,"output":36,"tiers":[{"input":12,"output":54,"tier":{"type":"context","size":271999}}]},"experimental":{"modes":{"fast":{"cost":{"input":15,"output":90},"provider":{"body":{"service_tier":"priority"}}}}}}}}}`
	got := laid(t, "feed_modelsdev", upstream, w)
	if diff := cmp.Diff(want, string(got.Body)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	checkReport(t, upstream, got)
	w.Tariffs.Tools[0].Lines = w.Tariffs.Tools[0].Lines[:5] // nobody has read what fast answers cost
	if got := laid(t, "feed_modelsdev", upstream, w); string(got.Body) != upstream || len(got.Left) != 1 || got.Left[0].Why != data.LeftPartial {
		t.Errorf("a row without one of its prices: %+v", got.Left)
	}
}

// TestPricesByRuleStayOut keeps what a list says of caches where we only reckon.
func TestPricesByRuleStayOut(t *testing.T) {
	w := newWorld()
	w.tool("qwen3-8-max", "Alibaba", []string{"alibaba/qwen3.8-max"}, read("input", "2", data.Terms{}), read("output", "6", data.Terms{}),
		asInput("cacheRead", data.Terms{}), asInput("cacheWrite", data.Terms{}))
	w.tool("glm-5", "Z.ai", []string{"zai/glm-5"}, read("input", "2", data.Terms{}), read("output", "6", data.Terms{}), asInput("cacheWrite", data.Terms{}))
	const upstream = `{"alibaba":{"models":{"qwen3.8-max":{"cost":{"input":2,"output":6,"cache_read":0.25,"cache_write":2.5}}}},
		"zai":{"models":{"glm-5":{"cost":{"input":1,"output":6,"cache_write":0}}}},
		"mistral":{"models":{"glm-5":{"cost":{"input":1,"output":6}}}}}`
	got := laid(t, "feed_modelsdev", upstream, w)
	want := strings.Replace(upstream, `"cost":{"input":1,"output":6,"cache_write":0}`, `"cost":{"input":2,"output":6,"cache_write":2}`, 1) // what is written is not free
	if diff := cmp.Diff(want, string(got.Body)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]data.ExportLeft{{Tool: "qwen3-8-max", At: "/alibaba/models/qwen3.8-max", Why: data.LeftUnproven}}, got.Left); diff != "" {
		t.Errorf("what is left (-want +got)\n%s", diff)
	}
}

// TestATierThatAListLacks leaves the row: its price of all prompts is that of the short ones.
func TestATierThatAListLacks(t *testing.T) {
	w := newWorld()
	w.tool("gpt-5-5", "OpenAI", []string{"openai/gpt-5.5"}, read("input", "6", below(272_000)), read("input", "12", from(272_000)), read("output", "36", data.Terms{}))
	for feed, upstream := range map[string]string{
		"feed_modelsdev":   `{"openai":{"models":{"gpt-5.5":{"cost":{"input":6,"output":36}}}}}`,
		"feed_genaiprices": `[{"id":"openai","models":[{"id":"gpt-5.5","prices":{"input_mtok":5,"output_mtok":36}}]}]`,
	} {
		got := laid(t, feed, upstream, w)
		if string(got.Body) != upstream || len(got.Left) != 1 || got.Left[0].Why != data.LeftPartial {
			t.Errorf("%s: left %+v: %s", feed, got.Left, got.Body)
		}
	}
}

// TestAddedRows adds what a list lacks in its own form, where the maker has printed every price.
func TestAddedRows(t *testing.T) {
	w := opus(newWorld())
	grok := w.tool("grok-9", "xAI", []string{"grok-9"}, read("input", "2", below(200_000)), read("input", "4", from(200_000)), read("output", "6", data.Terms{}),
		read("cacheRead", "0.5", data.Terms{}), asInput("cacheWrite", data.Terms{}))
	grok.Limits = data.TokenLimits{Context: 500_000, Output: 64_000}
	w.tool("grok-8", "xAI", []string{"grok-8"}, read("input", "2", data.Terms{}), read("output", "6", data.Terms{})) // nobody prices its cache
	w.tool("glm-9", "Z.ai", []string{"glm-9"}, read("input", "2", data.Terms{}), read("output", "6", data.Terms{}), asInput("cacheRead", data.Terms{}), asInput("cacheWrite", data.Terms{}))
	for feed, c := range map[string]struct{ upstream, want string }{
		"feed_modelsdev": {`{"xai":{"models":{"x":{}}},"zai":{"models":{"y":{}}}}`, `{"xai":{"models":{"x":{},"grok-9":{"attachment":false,` +
			`"cost":{"cache_read":0.5,"cache_write":2,"input":2,"output":6,"tiers":[{"cache_read":0.5,"cache_write":4,"input":4,"output":6,"tier":{"size":199999,"type":"context"}}]},` +
			`"id":"grok-9","limit":{"context":500000,"output":64000},"modalities":{"input":["text"],"output":["text"]},"name":"grok-9","reasoning":false,"release_date":"","tool_call":true}}},` +
			`"zai":{"models":{"y":{}}}}`},
		"feed_genaiprices": {`[{"id":"x-ai","models":[{"id":"x"}]},{"id":"zai","models":[{"id":"y"}]}]`, `[{"id":"x-ai","models":[{"id":"grok-9","match":{"or":[{"equals":"grok-9"}]},"name":"grok-9",` +
			`"prices":{"cache_read_mtok":{"base":0.5,"tiers":[{"price":0.5,"start":199999}]},"cache_write_mtok":{"base":2,"tiers":[{"price":4,"start":199999}]},` +
			`"input_mtok":{"base":2,"tiers":[{"price":4,"start":199999}]},"output_mtok":{"base":6,"tiers":[{"price":6,"start":199999}]}}},{"id":"x"}]},{"id":"zai","models":[{"id":"y"}]}]`},
	} {
		got := laid(t, feed, c.upstream, w)
		if diff := cmp.Diff(c.want, string(got.Body)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", feed, diff)
		}
		if diff := cmp.Diff([]string{"claude-opus-5", "grok-8", "glm-9"}, got.Missing); diff != "" || len(got.Added) != 1 || got.Added[0].Tool != "grok-9" {
			t.Errorf("%s adds %+v; missing (-want +got)\n%s", feed, got.Added, diff)
		}
		checkReport(t, c.upstream, got)
	}
}

func deepseek(w *world) *world {
	w.tool("deepseek-v4-pro", "DeepSeek", []string{"deepseek/deepseek-v4-pro", "deepseek-v4-pro"},
		read("input", "1.32", hours(false)), read("input", "0.66", hours(true)), read("output", "3.96", hours(false)), read("output", "1.98", hours(true)),
		read("cacheRead", "0.044", hours(false)), read("cacheRead", "0.022", hours(true)), asInput("cacheWrite", hours(false)), asInput("cacheWrite", hours(true)))
	return w
}

// TestHours writes the dearest hours where a format has one price, and both where it has two.
func TestHours(t *testing.T) {
	tests := map[string]struct {
		feed, upstream, want string
		left                 data.LeftReason
	}{
		"models.dev has one price": {feed: "feed_modelsdev", upstream: `{"deepseek":{"models":{"deepseek-v4-pro":{"cost":{"input":0.66,"output":1.98,"cache_read":0.022}}}}}`,
			want: `{"deepseek":{"models":{"deepseek-v4-pro":{"cost":{"input":1.32,"output":3.96,"cache_write":1.32,"cache_read":0.044}}}}}`},
		"genai-prices has hours":       {feed: "feed_genaiprices", upstream: genaiHours("0.5", "1", `"04:00:00Z"`), want: genaiHours("0.66", "1.32", `"04:00:00Z"`)},
		"genai-prices has other hours": {feed: "feed_genaiprices", upstream: genaiHours("0.5", "1", `"05:00:00Z"`), left: data.LeftPartial},
		"genai-prices has no hours":    {feed: "feed_genaiprices", upstream: `[{"id":"deepseek","models":[{"id":"deepseek-v4-pro","prices":{"input_mtok":1}}]}]`, left: data.LeftPartial},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := laid(t, test.feed, test.upstream, deepseek(newWorld()))
			want := test.want
			if want == "" {
				want = test.upstream
			}
			if diff := cmp.Diff(want, string(got.Body)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if left := len(got.Left) > 0; left != (test.left != "") || left && got.Left[0].Why != test.left {
				t.Errorf("left: %+v, want %q", got.Left, test.left)
			}
			checkReport(t, test.upstream, got)
		})
	}
}

// genaiHours is a list with a price that is over, one that holds, two of single hours and one to come.
func genaiHours(off, peak, end string) string {
	return `[{"id":"deepseek","models":[{"id":"deepseek-v4-pro","match":{"equals":"x"},"prices":[{"prices":{"input_mtok":0.4}},` +
		`{"constraint":{"start_date":"2026-08-17"},"prices":{"input_mtok":` + off + `}},` +
		`{"constraint":{"start_time":"01:00:00Z","end_time":` + end + `},"prices":{"input_mtok":` + peak + `}},` +
		`{"constraint":{"start_time":"06:00:00Z","end_time":"10:00:00Z"},"prices":{"input_mtok":` + peak + `}},` +
		`{"constraint":{"start_date":"2027-01-01"},"prices":{"input_mtok":9}}]}]}]`
}

package names

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data/catalog"
)

// The sources of the cases by a short name. "other" is one without a grammar.
var caseSources = map[string]string{
	"livebench": "leaderboard_livebench", "swe": "leaderboard_swebench", "vals": "leaderboard_vals", "genai": "feed_genaiprices",
	"litellm": "feed_litellm", "modelsdev": "feed_modelsdev", "openrouter": "feed_openrouter", "deepseek": "pricing_deepseek",
	"openai": "pricing_openai", "alibaba": "pricing_alibaba", "other": "leaderboard_other",
}

// hardCases are names that were printed, but those that cmd/acceptance/figures lists, and what they mean: "-" a model that is
// not listed, "route" another's offer, "was" a tool that is no longer listed, "?" what nobody has decided, else a tool and the
// setting in the name. An "@" gives the day.
var hardCases = []struct{ name, rows string }{
	{"opus-4-thinking-is-a-setting", `
		other | claude-opus-4-20250514_nothink            | -
		other | claude-4-opus-thinking                    | -
		vals  | anthropic/claude-opus-4-5-20251101-thinking | was claude-opus-4-5 thinking
		vals  | anthropic/claude-opus-4-5-20251101        | was claude-opus-4-5`},
	{"opus-4-5-word-order-and-launch-day", `
		swe   | Claude 4.5 Opus (20251101)            | was claude-opus-4-5
		swe   | Claude 4.5 Opus                       | was claude-opus-4-5
		other | claude-4-5-opus                       | was claude-opus-4-5
		other | claude-opus-4-5                       | was claude-opus-4-5
		openrouter | anthropic/claude-opus-4.5        | was claude-opus-4-5
		openrouter | anthropic/claude-4.5-opus-20251124 | was claude-opus-4-5
		livebench | claude-opus-4-5-20251101-thinking-64k-medium-effort | was claude-opus-4-5 medium`},
	{"haiku-4-5-release-day", `
		other | claude-haiku-4-5-20251015 | claude-haiku-4-5
		other | claude-haiku-4-5-20251101 | ?`},
	{"sonnet-5-settings", `
		livebench | claude-sonnet-5-low           | claude-sonnet-5 low
		livebench | claude-sonnet-5-medium-effort | claude-sonnet-5 medium
		livebench | claude-sonnet-5-high          | claude-sonnet-5 high
		livebench | claude-sonnet-5-nothinking    | claude-sonnet-5 non-reasoning
		other     | claude-sonnet-5-xhigh         | ?`},
	{"gpt-5-2-codex-is-not-gpt-5-2", `
		other      | gpt-5-2-codex         | -
		other      | GPT-5.2 Codex (xhigh) | -`},
	{"grok-4-versions-are-no-decimals", `
		other | grok-4.2                     | ?
		other | grok-4.30                    | ?`},
	{"deepseek-v3-2", `
		vals  | fireworks/deepseek-v3p2-thinking | route
		other | deepseek-v3-2-0925             | -`},
	{"deepseek-v4-pro-of-april-and-of-august", `
		other      | deepseek-v4-pro-base               | -
		deepseek   | deepseek-v4-flash @2026-05-08      | -
		deepseek   | deepseek-v4-flash @2026-09-14      | deepseek-flash
		modelsdev  | deepseek/deepseek-v4-flash @2026-09-13 | -
		modelsdev  | deepseek/deepseek-v4-flash @2026-09-14 | deepseek-flash
		vals       | deepseek/deepseek-v4-flash-0731 @2026-10-06 | -
		livebench  | deepseek-v4-flash @2026-10-06      | -`},
	{"qwen-plus-is-not-the-open-weights", `
		other     | qwen3.7-max-2026-05-20        | -
		alibaba   | qwen3.7-max-2026-06-08        | ?`},
	{"minimax-glm-and-llama-spellings", `
		swe        | Minimax 2.5           | was minimax-m2-5
		swe        | MiniMax M2.5          | was minimax-m2-5
		other      | GLM-4.6 (T=1)         | was glm-4-6
		vals       | zai/glm-4.6           | was glm-4-6
		openrouter | z-ai/glm-4.6          | was glm-4-6
		modelsdev  | zhipuai/glm-4.6       | route
		vals       | fireworks/llama4-maverick-instruct-basic | route`},

	// What looks like a name and is a route, a host, a region or an agent.
	{"routes-of-openrouter", `
		openrouter | anthropic/claude-opus-4.8:batch | route
		openrouter | anthropic/claude-opus-4.8-fast  | route
		openrouter | minimax/minimax-m2.5:free       | route
		openrouter | openrouter/auto                 | route`},
	{"hosts-and-regions", `
		litellm | claude-opus-4-5                                  | was claude-opus-4-5
		litellm | us/claude-opus-4-6                               | route
		litellm | bedrock/us.anthropic.claude-opus-4-5-20251101-v1:0 | route
		litellm | bedrock_converse/au.anthropic.claude-sonnet-5    | route
		litellm | vertex_ai/claude-opus-4-5@20251101               | route
		litellm | azure/us/gpt-5.1                                 | route
		litellm | openrouter/anthropic/claude-opus-4.5             | route
		genai   | google/claude-opus-4-8                           | route
		genai   | azure/gpt-5.4                                    | route
		modelsdev | amazon-bedrock/anthropic.claude-opus-4-6-v1    | route
		vals    | together/moonshotai/Kimi-K2-Instruct             | route`},
}

func TestHardCases(t *testing.T) {
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	r := New(c)
	for _, tt := range hardCases {
		t.Run(tt.name, func(t *testing.T) {
			for line := range strings.Lines(strings.TrimSpace(tt.rows)) {
				cell := strings.Split(line, "|")
				if len(cell) != 3 || caseSources[strings.TrimSpace(cell[0])] == "" {
					t.Fatalf("%q is not source | name | meaning", line)
				}
				printed, day, dated := strings.Cut(strings.TrimSpace(cell[1]), " @")
				at := now
				if dated {
					at, _ = time.Parse(time.DateOnly, day)
				}
				source, want := caseSources[strings.TrimSpace(cell[0])], strings.TrimSpace(cell[2])
				if got := meaning(r.Resolve(source, printed, at)); got != want {
					t.Errorf("%q in %s on %s means %q, want %q", printed, source, at.Format(time.DateOnly), got, want)
				}
			}
		})
	}
}

// meaning writes a match as the cases do.
func meaning(m Match) string {
	switch m.Kind {
	case Tool:
		return strings.Trim(m.Tool+" "+m.Effort+" "+m.Harness, " ")
	case OtherModel:
		if m.Withdrawn != "" {
			return strings.Trim("was "+m.Withdrawn+" "+m.Effort+" "+m.Harness, " ")
		}
		return "-"
	case OtherRoute:
		return "route"
	default:
		return "?"
	}
}

// What is released next must turn up as an unknown name, in every source and under its maker's key.
func TestNewModelsAreUnknown(t *testing.T) {
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	r := New(c)
	released := map[string][]string{
		"anthropic": {"claude-opus-6", "Claude Opus 5.6", "claude-fable-6", "claude-sonnet-5-6", "claude-haiku-6", "claude-4.9-opus", "claude-mythos-6", "claude-6-opus"},
		"openai":    {"gpt-7", "gpt-5.7", "gpt-5.7-codex", "gpt-6", "gpt-6.2", "gpt-6.3-sol", "gpt-6-luna-mini", "gpt-5.6-sol-2026-10-01", "o5", "o5-mini", "gpt-oss-240b", "codex-2"},
		"google":    {"gemini-5", "gemini-5-pro", "Gemini 4 Flash", "gemini-3.9-flash", "gemini-3.5-pro", "gemma-5-27b-it"},
		"xai":       {"grok-5", "grok-4.8", "grok-4.9-fast", "grok-build-0.2", "grok-code-fast-2"},
		"deepseek":  {"deepseek-v5", "deepseek-v4.1-pro", "deepseek-v4-pro-1113", "deepseek-pro", "deepseek-r3"},
		"mistral":   {"mistral-large-5", "mistral-medium-4", "mistral-large-2703", "mistral-small-5", "codestral-2701", "devstral-3", "magistral-medium-2701"},
		"alibaba":   {"qwen4-max", "qwen3.9-plus", "qwen3.8-plus", "qwen3.7-max-2027-01-01", "qwen3.6-plus-2027-01-01"},
		"moonshot":  {"kimi-k4", "kimi-k2.8", "kimi-k3-code", "kimi-k3.5"},
		"zai":       {"glm-6", "glm-5.4", "GLM-5.3-Air", "glm-4.8"},
		"minimax":   {"MiniMax-M4", "MiniMax-M3.1", "minimax-m2.8"},
	}
	for source, g := range r.grammars {
		for maker, provider := range g.Makers {
			for _, name := range released[provider] {
				if m := r.Resolve(source, maker+"/"+name, now); m.Kind != NoMatch {
					t.Errorf("%s/%s in %s is %+v, want it to be unknown", maker, name, source, m)
				}
			}
		}
	}
	for provider, names := range released {
		for _, name := range names {
			if m := r.Resolve("pricing_"+provider, name, now); m.Kind != NoMatch {
				t.Errorf("%s on the page of %s is %+v, want it to be unknown", name, provider, m)
			}
		}
	}
}

func TestNearest(t *testing.T) {
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	r := New(c)
	for _, tt := range []struct {
		name, printed string
		want          []string
	}{
		{"next-version", "claude-opus-5.6", []string{"claude-opus-4-6", "claude-opus-5", "claude-opus-5-5"}},
		{"next-snapshot", "gpt-5.6-sol-2026-09", []string{"gpt-5-6-sol", "gpt-6-2-sol"}},
		{"behind-its-maker", "openai/gpt-5.7-sol", []string{"gpt-5-6-sol", "gpt-6-2-sol"}},
		{"behind-a-host", "cloud/openai/gpt-5.4-mini-2027-01-01", []string{"gpt-5-4-mini", "gpt-5-4", "gpt-4-1-mini"}},
		{"in-brackets", "GPT 4o (2024-06-12)", []string{"gpt-4o", "gpt-4o-mini"}},
		{"on-a-route", "kimi-k3:batch", []string{"kimi-k3"}},
		{"points-or-hyphens", "glm-5-4", []string{"glm-5", "glm-5-1", "glm-5-2"}},
		{"more-than-three", "Grok 4.8", []string{"grok-4-3", "grok-4-5", "grok-4-6"}},
		{"longer", "gpt-6.2-astra-mini", []string{"gpt-6-2-astra"}},
		{"longer-by-less-comes-first", "gpt-6", []string{"gpt-6-luna", "gpt-6-1-terra", "gpt-6-2-astra"}},
		{"without-number", "Claude Opus", []string{"claude-opus-5"}},
		{"without-hyphen", "GPT4o", []string{"gpt-4o"}},
		{"maker-alone", "gpt", nil},
		{"too-short-to-tell", "gpt-7", nil},
		{"of-nobody", "Llama 3.1 80B", nil},
		{"empty", "", nil},
		{"nothing-behind-the-maker", "openai/", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, r.Nearest(tt.printed)); diff != "" {
				t.Errorf("Nearest(%q) (-want +got):\n%s", tt.printed, diff)
			}
		})
	}
}

// A tool is as near as its nearest spelling, in whatever order they are looked at.
func TestNearestSpellingCounts(t *testing.T) {
	c := smallCatalog()
	c.Tools[0].Aliases = []string{"m-1", "m-1-a", "m-1-a-b", "m-1-a-b-c"}
	c.Tools[1].Aliases = []string{"m-1-a-b-c-d-e-f"}
	r := New(c)
	for range 20 {
		if diff := cmp.Diff([]string{"one", "two"}, r.Nearest("m-1-a-b-c-d")); diff != "" {
			t.Fatalf("Nearest (-want +got):\n%s", diff)
		}
	}
}

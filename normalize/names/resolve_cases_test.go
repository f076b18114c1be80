package names

import (
	"strings"
	"testing"
	"time"

	"pricepoint/data/catalog"
)

// The sources of the cases by a short name. "other" is one without a grammar.
var caseSources = map[string]string{
	"aider": "leaderboard_aider", "bcb": "leaderboard_bigcodebench", "epoch": "leaderboard_epoch", "evalplus": "leaderboard_evalplus",
	"lcb": "leaderboard_livecodebench", "livebench": "leaderboard_livebench", "swe": "leaderboard_swebench", "vals": "leaderboard_vals",
	"genai": "feed_genaiprices", "litellm": "feed_litellm", "llmprices": "feed_llmprices", "modelsdev": "feed_modelsdev", "openrouter": "feed_openrouter",
	"deepseek": "pricing_deepseek", "openai": "pricing_openai", "alibaba": "pricing_alibaba", "other": "leaderboard_other",
}

// hardCases are names that were printed, and what they mean: "-" a model that is not listed, "route" another's offer,
// "was" a tool that is no longer listed, "?" what nobody has decided, else a tool and the setting in the name. An "@" gives the day.
var hardCases = []struct{ name, rows string }{
	{"opus-4-thinking-is-a-setting", `
		other | claude-opus-4-20250514_nothink            | -
		other | claude-4-opus-thinking                    | -
		vals  | anthropic/claude-opus-4-20250514-thinking | -
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
	{"opus-4-6-two-word-orders", `
		swe  | Claude Opus 4.6                    | claude-opus-4-6
		swe  | Claude 4.6 Opus                    | claude-opus-4-6
		vals | anthropic/claude-opus-4-6-thinking | claude-opus-4-6 thinking
		other | claude-opus-4-6-adaptive          | ?`},
	{"haiku-4-5-release-day", `
		vals  | anthropic/claude-haiku-4-5-20251001-thinking | claude-haiku-4-5 thinking
		other | claude-haiku-4-5-20251015 | claude-haiku-4-5
		swe   | Claude 4.5 Haiku          | claude-haiku-4-5
		other | claude-haiku-4-5-20251101 | ?`},
	{"sonnet-5-settings", `
		vals      | anthropic/claude-sonnet-5     | claude-sonnet-5
		livebench | claude-sonnet-5-low           | claude-sonnet-5 low
		livebench | claude-sonnet-5-medium-effort | claude-sonnet-5 medium
		livebench | claude-sonnet-5-high          | claude-sonnet-5 high
		livebench | claude-sonnet-5-xhigh-effort  | claude-sonnet-5 xhigh
		livebench | claude-sonnet-5-nothinking    | claude-sonnet-5 non-reasoning
		other     | claude-sonnet-5-xhigh         | ?`},
	{"fable-5-is-not-fable-5-1", `
		vals  | anthropic/claude-fable-5   | claude-fable-5
		vals  | anthropic/claude-fable-5-1 | claude-fable-5-1
		other | Claude Opus 5              | claude-opus-5
		other | Claude Opus 5.5            | claude-opus-5-5
		other | claude-sonnet-5            | claude-sonnet-5
		other | claude-sonnet-5-5          | claude-sonnet-5-5
		other | claude-opus-5-1            | ?`},
	{"a-harness-is-not-a-model", `
		vals | anthropic/claude-opus-4-8             | claude-opus-4-8
		vals | anthropic/claude-opus-4-8-claude-code | -
		vals | openai/gpt-5.5                        | gpt-5-5
		vals | openai/gpt-5.5-codex                  | -
		vals | openai/gpt-5.5-factory                | -`},
	{"gpt-5-2-efforts-and-agents", `
		swe   | GPT-5-2                     | gpt-5-2
		swe   | GPT-5.2 (2025-12-11)        | gpt-5-2
		epoch | gpt-5.2-2025-12-11_high     | gpt-5-2 high
		livebench | gpt-5.2-2025-12-11-nothinking | gpt-5-2 non-reasoning
		other | gpt-5-2                     | gpt-5-2`},
	{"gpt-5-2-codex-is-not-gpt-5-2", `
		swe        | GPT 5.2 Codex         | -
		other      | gpt-5-2-codex         | -
		other      | GPT-5.2 Codex (xhigh) | -
		openrouter | openai/gpt-5.2        | gpt-5-2`},
	{"gpt-5-ids", `
		openai | gpt-5        | -
		openai | gpt-5-codex  | -
		openai | gpt-5-pro    | -
		openai | gpt-5-mini   | -
		openai | gpt-5-nano   | -
		openai | gpt-5.1      | was gpt-5-1
		openai | gpt-5.1-codex | -
		openai | gpt-5.1-chat-latest | -
		openai | gpt-5.4-pro  | -
		openai | gpt-5.4-mini | gpt-5-4-mini`},
	{"gpt-4o-snapshots", `
		bcb      | GPT-4o-2024-05-13         | -
		lcb      | GPT-4O-2024-05-13         | -
		swe      | GPT 4o (2024-05-13)       | -
		lcb      | GPT-4O-2024-08-06         | gpt-4o
		evalplus | GPT 4o (Aug 2024)         | gpt-4o
		swe      | GPT-4o (2024-11-20)       | gpt-4o
		bcb      | ChatGPT-4o-latest-20250129 | -
		other    | gpt-4o-chatgpt-03-25      | ?
		swe      | GPT4o                     | ?`},
	{"a-submission-day-is-no-snapshot", `
		swe | GPT 4o (2024-06-12) | ?
		swe | O3 Mini (20250214)  | -`},
	{"stealth-models-are-not-gpt-4-1", `
		bcb   | Quasar-Alpha  | -
		aider | Optimus Alpha | -
		bcb   | GPT-4.1-2025-04-14 | gpt-4-1`},
	{"gemini-3-pro-is-not-3-1-pro", `
		swe   | Gemini 3 Pro Preview (2025-11-18)  | -
		swe   | Gemini 3 Pro                       | -
		livebench | gemini-3-pro-preview-11-2025-high | -
		epoch | gemini-3.1-pro-preview-customtools | gemini-3-1-pro-preview
		livebench | gemini-3.1-pro-preview-high    | gemini-3-1-pro-preview high
		swe   | Gemini 3 Flash                     | gemini-3-flash-preview`},
	{"grok-4-versions-are-no-decimals", `
		vals | grok/grok-4-0709              | -
		vals | grok/grok-4-1-fast-reasoning  | -
		vals | grok/grok-4.20-0309-reasoning | -
		openrouter | x-ai/grok-4.20          | -
		vals | grok/grok-4.3                 | grok-4-3
		other | grok-4.2                     | ?
		other | grok-4.30                    | ?`},
	{"r1-of-january-and-of-may", `
		other | deepseek-r1-0120     | -
		bcb   | DeepSeek-R1          | -
		aider | DeepSeek R1 (0528)   | -
		vals  | fireworks/deepseek-r1 | route
		modelsdev | deepseek/deepseek-reasoner | -
		litellm   | deepseek-chat     | -`},
	{"deepseek-v3-2", `
		swe   | DeepSeek V3.2                  | -
		swe   | DeepSeek V3.2 Reasoner         | -
		vals  | fireworks/deepseek-v3p2-thinking | route
		other | deepseek-v3-2-0925             | -
		aider | DeepSeek-V3.2-Exp (Chat)       | -
		openrouter | deepseek/deepseek-v3.2-speciale | -`},
	{"deepseek-v4-pro-of-april-and-of-august", `
		vals       | deepseek/deepseek-v4-pro           | -
		vals       | deepseek/deepseek-v4-pro-0813      | deepseek-v4-pro
		livebench  | deepseek-v4-pro                    | -
		deepseek   | deepseek-v4-pro                    | deepseek-v4-pro
		openrouter | deepseek/deepseek-v4-pro-0813      | deepseek-v4-pro
		openrouter | ~deepseek/deepseek-v4-flash-latest | -
		other      | deepseek-v4-pro-base               | -
		deepseek   | deepseek-v4-flash @2026-05-08      | -
		deepseek   | deepseek-v4-flash @2026-09-14      | deepseek-flash
		modelsdev  | deepseek/deepseek-v4-flash @2026-09-13 | -
		modelsdev  | deepseek/deepseek-v4-flash @2026-09-14 | deepseek-flash
		vals       | deepseek/deepseek-v4-flash-0731 @2026-10-06 | -
		livebench  | deepseek-v4-flash @2026-10-06      | -`},
	{"kimi-k2-generations", `
		epoch      | Kimi-K2-Instruct           | -
		litellm    | moonshot/kimi-k2-0711-preview | -
		openrouter | moonshotai/kimi-k2         | -
		openrouter | moonshotai/kimi-k2-0905    | -
		swe        | Lingxi v1.5 x Kimi K2      | -
		swe        | Kimi K2 Thinking           | -
		swe        | Kimi K2.5                  | was kimi-k2-5
		vals       | kimi/kimi-k2.6             | kimi-k2-6
		vals       | kimi/kimi-k2.7-code        | kimi-k2-7-code
		modelsdev  | moonshotai/kimi-k2.7-code-highspeed | -`},
	{"qwen-plus-is-not-the-open-weights", `
		vals      | alibaba/qwen3.5-plus-thinking | -
		modelsdev | alibaba/qwen3.5-397b-a17b     | -
		modelsdev | alibaba/qwen3.6-plus          | qwen3-6-plus
		openrouter | qwen/qwen3.6-27b             | -
		alibaba   | qwen3.7-max                   | qwen3-7-max
		alibaba   | qwen3.7-max-preview           | -
		alibaba   | qwen3.7-max-2026-05-20        | -
		other     | qwen3.7-max-2026-05-20        | -
		alibaba   | qwen3.7-max-2026-06-08        | ?
		openrouter | qwen/qwen3.7-plus            | -`},
	{"mistral-dates-and-moving-names", `
		vals      | mistralai/mistral-large-2411  | -
		other     | mistral-large-2               | -
		bcb       | Mistral-Large-Instruct-2407   | -
		other     | Mistral Large 3               | -
		modelsdev | mistral/mistral-large-latest  | -
		lcb       | Codestral-Latest              | -
		lcb       | Mistral-Large                 | -
		swe       | Devstral (2512)               | -
		swe       | Devstral small (2512)         | -
		modelsdev | mistral/mistral-medium-2604   | mistral-medium-3-5
		vals      | mistralai/mistral-medium-3.5  | mistral-medium-3-5
		other     | Mistral Large 4               | mistral-large-4`},
	{"minimax-glm-and-llama-spellings", `
		swe        | Minimax 2.5           | was minimax-m2-5
		swe        | MiniMax M2.5          | was minimax-m2-5
		swe        | Minimax M2            | -
		vals       | minimax/MiniMax-M2.1  | -
		vals       | minimax/MiniMax-M2.7  | minimax-m2-7
		other      | GLM-4.6 (T=1)         | was glm-4-6
		vals       | zai/glm-4.6           | was glm-4-6
		openrouter | z-ai/glm-4.6          | was glm-4-6
		modelsdev  | zhipuai/glm-4.6       | route
		livebench  | glm-4.6v              | -
		livebench  | glm-4.5-air           | -
		vals       | fireworks/llama4-maverick-instruct-basic | route
		swe        | Llama 4 Maverick Instruct | -`},

	// What looks like a name and is a route, a host, a region or an agent.
	{"routes-of-openrouter", `
		openrouter | anthropic/claude-opus-4.8       | claude-opus-4-8
		openrouter | anthropic/claude-opus-4.8:batch | route
		openrouter | anthropic/claude-opus-4.8-fast  | route
		openrouter | minimax/minimax-m2.5:free       | route
		openrouter | qwen/qwen-plus-2025-07-28:thinking | -
		openrouter | deepseek/deepseek-v4-flash:free | -
		openrouter | ~openai/gpt-latest              | -
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
	{"base-weights-are-not-the-model", `
		other | kimi-k2-base  | -
		vals  | xiaomi/mimo-v2.5-pro | route
		livebench | kimi-k3-base | ?`},
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

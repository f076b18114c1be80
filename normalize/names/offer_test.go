package names

import (
	"strings"
	"testing"

	"pricepoint/data/catalog"
)

// TestOffered takes rows of the real lists apart, by the shipped catalogue.
func TestOffered(t *testing.T) {
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	r := New(c)
	for row, want := range map[string]string{
		"litellm bedrock_converse/eu.anthropic.claude-opus-5":                   "claude-opus-5 bedrock_converse eu",
		"litellm bedrock/us-gov-west-1/anthropic.claude-opus-5":                 "claude-opus-5 bedrock us-gov-west-1",
		"modelsdev amazon-bedrock/anthropic.claude-haiku-4-5-20251001-v1:0":     "claude-haiku-4-5 amazon-bedrock",
		"litellm vertex_ai/claude-haiku-4-5@20251001":                           "claude-haiku-4-5 vertex_ai",
		"modelsdev google-vertex/claude-opus-5@default":                         "claude-opus-5 google-vertex",
		"litellm azure/eu/gpt-5.5-2026-04-23":                                   "gpt-5-5 azure eu",
		"genai azure/gpt-5.5":                                                   "gpt-5-5 azure",
		"litellm openrouter/anthropic/claude-opus-5":                            "claude-opus-5 openrouter",
		"litellm fireworks_ai/accounts/fireworks/models/deepseek-v4-pro":        "deepseek-v4-pro fireworks_ai",
		"openrouter anthropic/claude-opus-5":                                    "claude-opus-5 openrouter",
		"modelsdev nano-gpt/z-ai/glm-5.3":                                       "glm-5-3 nano-gpt",
		"openrouter anthropic/claude-opus-5:batch":                              "", // another service
		"modelsdev openrouter/anthropic/claude-opus-5:free":                     "",
		"modelsdev anthropic/claude-opus-5":                                     "", // its maker's own
		"litellm claude-opus-5":                                                 "",
		"litellm groq/llama-4-maverick":                                         "", // no tool
		"litellm bedrock/eu.anthropic.claude-opus-5-custom":                     "", // nobody has said that this is it
		"modelsdev llmgateway-providers/fireworks/deepseek-v4-pro-0813-fast-v9": "",
	} {
		source, name, _ := strings.Cut(row, " ")
		o, ok := r.Offered(caseSources[source], name, now)
		got := ""
		if ok {
			got = strings.TrimSpace(strings.Join([]string{o.Tool, o.Seller, o.Region}, " "))
		}
		if got != want {
			t.Errorf("%s: is %q, want %q", row, got, want)
		}
	}
}

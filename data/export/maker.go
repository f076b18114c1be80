package export

// maker is who makes and sells a tool, under the keys by which other lists know it.
type maker struct {
	name      string // the seller of its tariffs
	modelsDev string // key of the provider at models.dev, opencode and pi
	litellm   string // what stands before the slash of a key of LiteLLM's
	genai     string // id of the provider at genai-prices
	dashes    bool   // it writes 5-5 for 5.5 in names
}

// makers are the companies whose own prices are read. Their keys are as the lists had them in November 2026.
var makers = []maker{
	{name: "Anthropic", modelsDev: "anthropic", litellm: "anthropic", genai: "anthropic", dashes: true},
	{name: "OpenAI", modelsDev: "openai", litellm: "openai", genai: "openai"},
	{name: "Google", modelsDev: "google", litellm: "gemini", genai: "google"},
	{name: "xAI", modelsDev: "xai", litellm: "xai", genai: "x-ai"},
	{name: "DeepSeek", modelsDev: "deepseek", litellm: "deepseek", genai: "deepseek"},
	{name: "Mistral AI", modelsDev: "mistral", litellm: "mistral", genai: "mistral"},
	{name: "Alibaba", modelsDev: "alibaba", litellm: "dashscope"},
	{name: "Moonshot AI", modelsDev: "moonshotai", litellm: "moonshot", genai: "moonshotai"},
	{name: "Z.ai", modelsDev: "zai", litellm: "zai", genai: "zai"},
	{name: "MiniMax", modelsDev: "minimax", litellm: "minimax", genai: "minimax"},
}

// makerOf is the maker that bills a tariff; false when none of the lists knows it.
func makerOf(seller string) (maker, bool) {
	for _, m := range makers {
		if m.name == seller {
			return m, true
		}
	}
	return maker{}, false
}

// hasKey reports whether a list has the maker under a key.
func (m maker) hasKey(key string) bool {
	return key != "" && (key == m.modelsDev || key == m.litellm || key == m.genai)
}

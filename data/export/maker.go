package export

// maker is who makes and sells a tool, under the keys by which other lists know it.
type maker struct {
	name       string // the seller of its tariffs
	modelsDev  string // key of the provider at models.dev, opencode and pi
	litellm    string // litellm_provider, and what stands before the slash of a key
	genai      string // id of the provider at genai-prices
	bare       bool   // LiteLLM writes its models without a prefix
	catwalk    string // id at catalogues for Crush; "": those do not know it
	surcharges string // how LiteLLM writes what some regions and speeds cost on top
}

// The ways in which LiteLLM writes factors.
const (
	byEntry  = "provider_specific_entry" // a factor for each region and speed
	byUplift = "regional_processing_uplift_multiplier"
)

// makers are the companies whose own prices are read. Their keys are as the four lists had them in November 2026.
var makers = []maker{
	{name: "Anthropic", modelsDev: "anthropic", litellm: "anthropic", genai: "anthropic", bare: true, catwalk: "anthropic", surcharges: byEntry},
	{name: "OpenAI", modelsDev: "openai", litellm: "openai", genai: "openai", bare: true, catwalk: "openai", surcharges: byUplift},
	{name: "Google", modelsDev: "google", litellm: "gemini", genai: "google", catwalk: "gemini"},
	{name: "xAI", modelsDev: "xai", litellm: "xai", genai: "x-ai", catwalk: "xai"},
	{name: "DeepSeek", modelsDev: "deepseek", litellm: "deepseek", genai: "deepseek", catwalk: "deepseek"},
	{name: "Mistral AI", modelsDev: "mistral", litellm: "mistral", genai: "mistral"},
	{name: "Alibaba", modelsDev: "alibaba", litellm: "dashscope", catwalk: "alibaba-singapore"},
	{name: "Moonshot AI", modelsDev: "moonshotai", litellm: "moonshot", genai: "moonshotai", catwalk: "moonshot"},
	{name: "Z.ai", modelsDev: "zai", litellm: "zai", genai: "zai", catwalk: "zai"},
	{name: "MiniMax", modelsDev: "minimax", litellm: "minimax", genai: "minimax", catwalk: "minimax"},
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

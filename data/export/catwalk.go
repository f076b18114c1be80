package export

import (
	"cmp"
	"slices"

	"pricepoint/data"
)

// catwalkProvider is how Crush reaches a provider, with its models.
type catwalkProvider struct {
	Name     string         `json:"name"`
	ID       string         `json:"id"`
	Type     string         `json:"type"`
	Key      string         `json:"api_key"`
	Endpoint string         `json:"api_endpoint"`
	Large    string         `json:"default_large_model_id"`
	Small    string         `json:"default_small_model_id"`
	Models   []catwalkModel `json:"models"`
}

// catwalkModel has USD per million tokens.
type catwalkModel struct {
	ID         string       `json:"id"`
	Name       string       `json:"name"`
	Input      *data.Number `json:"cost_per_1m_in"`
	Output     *data.Number `json:"cost_per_1m_out"`
	CacheWrite *data.Number `json:"cost_per_1m_in_cached"`  // the write, whatever the name says
	CacheRead  *data.Number `json:"cost_per_1m_out_cached"` // the read
	Context    int64        `json:"context_window"`
	MaxTokens  int64        `json:"default_max_tokens"`
	CanReason  bool         `json:"can_reason"`
	Images     bool         `json:"supports_attachments"`
}

// catwalkProviders are the makers that Crush knows, as charm.land/catwalk v0.51.1 has them. The address of Z.ai is that of
// its pay-as-you-go API, for which the prices hold.
var catwalkProviders = map[string]catwalkProvider{
	"anthropic":         {Name: "Anthropic", Type: "anthropic", Key: "$ANTHROPIC_API_KEY", Endpoint: "$ANTHROPIC_API_ENDPOINT"},
	"openai":            {Name: "OpenAI", Type: "openai", Key: "$OPENAI_API_KEY", Endpoint: "$OPENAI_API_ENDPOINT"},
	"gemini":            {Name: "Google Gemini", Type: "google", Key: "$GEMINI_API_KEY", Endpoint: "$GEMINI_API_ENDPOINT"},
	"xai":               {Name: "xAI", Type: "openai-compat", Key: "$XAI_API_KEY", Endpoint: "https://api.x.ai/v1"},
	"deepseek":          {Name: "DeepSeek", Type: "openai-compat", Key: "$DEEPSEEK_API_KEY", Endpoint: "https://api.deepseek.com/v1"},
	"alibaba-singapore": {Name: "Alibaba (Singapore)", Type: "openai-compat", Key: "$ALIBABA_SINGAPORE_API_KEY", Endpoint: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1"},
	"moonshot":          {Name: "Moonshot", Type: "openai-compat", Key: "$MOONSHOT_API_KEY", Endpoint: "https://api.moonshot.ai/v1"},
	"zai":               {Name: "Z.AI", Type: "openai-compat", Key: "$ZAI_API_KEY", Endpoint: "https://api.z.ai/api/paas/v4"},
	"minimax":           {Name: "MiniMax", Type: "anthropic", Key: "$MINIMAX_API_KEY", Endpoint: "https://api.minimax.io/anthropic"},
}

// writeCatwalk writes the provider list of Crush, which takes the place of its own.
func writeCatwalk(b *book) draft {
	d := newDraft("catwalk/v2/providers")
	d.unread = !b.modelsDev
	list := []catwalkProvider{}
	for _, maker := range makers {
		p, known := catwalkProviders[maker.catwalk]
		p.ID = maker.catwalk
		var sold []model
		for _, m := range b.sold() {
			switch {
			case m.maker.name != maker.name:
			case !known || len(m.names.modelsDev) == 0 || m.limits.Context == 0 || m.limits.Output == 0: // Crush must know all three
				d.missing = append(d.missing, m.id)
			default:
				d.enter(m, len(m.names.modelsDev))
				p.Models = append(p.Models, catwalkModels(m)...)
				sold = append(sold, m)
			}
		}
		if len(p.Models) > 0 {
			p.Large, p.Small = newest(sold, "balanced"), newest(sold, "fast-budget")
			list = append(list, p)
		}
	}
	d.body = list
	return d
}

// newest is the id of the newest model of a category, which Crush takes when its user has not chosen: of none, the cheapest.
// The dearest model would be a bad surprise.
func newest(models []model, category string) string {
	price := func(m model) data.Number { return m.peak.base().rates[data.ClassOutput].Number }
	return slices.MaxFunc(models, func(a, b model) int {
		in, also := slices.Contains(a.tool.Category, category), slices.Contains(b.tool.Category, category)
		switch {
		case in && also:
			return cmp.Or(cmp.Compare(a.tool.ReleaseDate, b.tool.ReleaseDate), price(b).Cmp(price(a).Decimal))
		case in || also:
			return map[bool]int{true: 1, false: -1}[in]
		default:
			return price(b).Cmp(price(a).Decimal)
		}
	}).names.modelsDev[0]
}

func catwalkModels(m model) (all []catwalkModel) {
	base := m.peak.dearest()
	for _, id := range m.names.modelsDev {
		all = append(all, catwalkModel{ID: id, Name: m.name, Input: base.shown(data.ClassInput), Output: base.shown(data.ClassOutput),
			CacheWrite: base.shown(data.ClassCacheWrite), CacheRead: base.shown(data.ClassCacheRead), Context: m.limits.Context, MaxTokens: m.limits.Output,
			CanReason: slices.Contains(m.tool.Features, "Reasoning"), Images: slices.Contains(m.tool.Features, "Vision input")})
	}
	return all
}

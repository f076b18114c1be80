package normalize

import (
	"fmt"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

// endsSoon is how long before its last day a tool is no longer recommended.
const endsSoon = 90 * 24 * time.Hour

// tool is a catalogue tool with its decided values.
type tool struct {
	catalog.Tool
	providerName                         string
	input, output, cacheRead, cacheWrite Value
	context                              Value
	scores                               map[string]Value // by column id
	overallScore                         decimal.Decimal
	scored                               bool
}

// decide settles every value of a tool.
func (b *build) decide(t catalog.Tool) *tool {
	decided := &tool{Tool: t, providerName: b.providers[t.Provider].Name, scores: map[string]Value{}}
	decided.input = b.price(t, data.PriceInput, t.Prices.Input)
	decided.output = b.price(t, data.PriceOutput, t.Prices.Output)
	decided.cacheRead = b.optionalPrice(t, data.PriceCacheRead, t.Prices.CacheRead, decided.input)
	decided.cacheWrite = b.optionalPrice(t, data.PriceCacheWrite, t.Prices.CacheWrite, decided.input)
	decided.context = b.contextTokens(t)
	for _, column := range b.catalog.Scoring.Columns {
		if s, ok := b.score(t, column); ok {
			decided.scores[column.ID] = s
		}
	}
	b.overall(decided)
	return decided
}

func (t *tool) rates() scoring.Rates {
	return scoring.Rates{
		Input: t.input.Number.Decimal, Output: t.output.Number.Decimal,
		CacheRead: t.cacheRead.Number.Decimal, CacheWrite: t.cacheWrite.Number.Decimal,
	}
}

// recommendable reports whether a tool's price can be trusted and it will still be there for a while.
func (t *tool) recommendable(now time.Time) bool {
	trusted := t.input.Confidence != catalog.Low && t.output.Confidence != catalog.Low
	return trusted && (t.Shutdown.IsZero() || t.Shutdown.First.Sub(now) > endsSoon)
}

func (t *tool) contextTokens() int64 { return t.context.Number.IntPart() }

func (t *tool) contextWindow() string { return fmt.Sprintf("%dK tokens", t.contextTokens()/1000) }

// document is the tool as tools.json shows it.
func (t *tool) document() data.Tool {
	return data.Tool{
		ID: t.ID, Name: t.Name, Provider: t.providerName, Category: t.Categories,
		Pricing: data.Pricing{
			Input: t.input.Number, Output: t.output.Number,
			CacheRead: t.cacheRead.Number, CacheCreate: t.cacheWrite.Number,
		},
		Description: t.Description, ContextWindow: t.contextWindow(), Features: t.Features,
		BestFor: t.BestFor, ReleaseDate: t.Released, URL: t.URL,
	}
}

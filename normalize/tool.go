package normalize

import (
	"fmt"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

// tool is a catalogue tool with its decided values.
type tool struct {
	catalog.Tool
	providerName                         string
	input, output, cacheRead, cacheWrite data.Evidence
	context                              data.Evidence
	scores                               map[string]data.Evidence // by column id
	estimate                             scoring.Estimate         // empty when no benchmark with a weight has measured it
	scored                               bool                     // enough is measured for a score
}

// decide settles every value of a tool.
func (b *build) decide(t catalog.Tool) (*tool, error) {
	decided := &tool{Tool: t, providerName: b.providers[t.Provider].Name, scores: map[string]data.Evidence{}}
	row := b.decidePrices(t)
	decided.input, decided.output = row[inputPlace], row[outputPlace]
	decided.cacheRead, decided.cacheWrite = row[cacheReadPlace], row[cacheWritePlace]
	decided.context = b.decideContext(t)
	for _, column := range b.catalog.Scoring.Columns {
		if s, ok := b.decideScore(t, column); ok {
			decided.scores[column.ID] = s
		}
	}
	return decided, b.overall(decided)
}

// score is the overall score, exactly.
func (t *tool) score() decimal.Decimal { return t.estimate.Overall.Score }

func (t *tool) rates() scoring.Rates {
	return scoring.Rates{
		Input: t.input.Value.Decimal, Output: t.output.Value.Decimal,
		CacheRead: t.cacheRead.Value.Decimal, CacheWrite: t.cacheWrite.Value.Decimal,
	}
}

func (t *tool) contextTokens() int64 { return t.context.Value.IntPart() }

func (t *tool) contextWindow() string { return fmt.Sprintf("%dK tokens", t.contextTokens()/1000) }

// document is the tool as tools.json shows it.
func (t *tool) document() data.Tool {
	return data.Tool{
		ID: t.ID, Name: t.Name, Provider: t.providerName, Category: t.Categories,
		Pricing: data.Pricing{
			Input: t.input.Value, Output: t.output.Value,
			CacheRead: t.cacheRead.Value, CacheWrite: t.cacheWrite.Value,
		},
		Description: t.Description, ContextWindow: t.contextWindow(), Features: t.Features,
		BestFor: t.BestFor, ReleaseDate: t.Released, URL: t.URL,
	}
}

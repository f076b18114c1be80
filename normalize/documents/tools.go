package documents

import (
	"fmt"

	"pricepoint/data"
	"pricepoint/normalize"
)

// tools is api/tools.json.
func tools(d normalize.Decision) data.ToolsDocument {
	doc := data.ToolsDocument{Tools: make([]data.Tool, 0, len(d.Tools)), LastUpdated: d.Manifest.GeneratedAt, TotalTools: len(d.Tools)}
	for _, t := range d.Tools {
		doc.Tools = append(doc.Tools, data.Tool{
			ID: t.ID, Name: t.Name, Provider: t.ProviderName, Category: t.Categories,
			Pricing: data.Pricing{
				Input: t.Input.Value, Output: t.Output.Value, CacheRead: t.CacheRead.Value, CacheWrite: t.CacheWrite.Value,
			},
			Description: t.Description, ContextWindow: contextWindow(t), Features: t.Features,
			BestFor: t.BestFor, ReleaseDate: t.Released, URL: t.URL,
		})
	}
	return doc
}

// byID are the decided tools by their ids, for what asks for many of them.
func byID(d normalize.Decision) map[string]*normalize.Tool {
	all := make(map[string]*normalize.Tool, len(d.Tools))
	for i := range d.Tools {
		all[d.Tools[i].ID] = &d.Tools[i]
	}
	return all
}

// contextWindow is the size of the context window as documents write it: 1048K tokens.
func contextWindow(t normalize.Tool) string { return fmt.Sprintf("%dK tokens", t.ContextTokens()/1000) }

package registry

import (
	"slices"
	"testing"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

type pricingCase struct {
	name   string
	source collectors.Source
	docs   []web.Payload
}

func pricingCases(t *testing.T) []pricingCase {
	t.Helper()
	var all []pricingCase
	for _, s := range All() {
		for _, each := range sourcetest.Cases(t, s.Name) {
			if name := s.Name + "/" + each; s.Kind == data.PricingSource {
				all = append(all, pricingCase{name, s, sourcetest.Documents(t, s, each)})
			}
		}
	}
	return all
}

// mutated is the documents with every page changed; false when nothing has changed.
func mutated(docs []web.Payload, change func(string) string) ([]web.Payload, bool) {
	docs, any := slices.Clone(docs), false
	for i := range docs {
		page := change(string(docs[i].Body))
		any = any || page != string(docs[i].Body)
		docs[i].Body = []byte(page)
	}
	return docs, any
}

// TestMutatedPagesFail changes what a page says into what cannot be read. Every such page is refused, whole.
func TestMutatedPagesFail(t *testing.T) {
	broken := map[string]func(string) string{
		"another currency":  replacing(`\\?\$`, `£`),
		"a unit of its own": replacing(`(\\?\$[\d.,]*\d)(?: / M ?\w+)?`, `$1 / credit`),
		"a range of prices": replacing(`(\\?\$[\d.,]*\d)`, `$1 – $1`),
		"from a price on":   replacing(`(\\?\$[\d.,]*\d)`, `from $1`),
		"no figures":        replacing(`(\\?\$[\d.,]*\d)`, `see above`),
		"no names":          inTables(titles(replacing(`^(\*\*)?Models?( / API)?(\*\*)?$`, `Engine`))),
		"no output":         inTables(titles(replacing(`(?i)output`, `Yield`))),
	}
	// What a change does not reach: prices in attributes, and the tables of other things than text.
	unreached := []string{"pricing_mistral/cards/no figures", "pricing_alibaba/scopes/no names", "pricing_alibaba/scopes/no output"}
	for _, c := range pricingCases(t) {
		for name, change := range broken {
			docs, any := mutated(c.docs, change)
			if !any || slices.Contains(unreached, c.name+"/"+name) {
				continue
			}
			t.Run(c.name+"/"+name, func(t *testing.T) {
				var refused page.Refused
				if found, err := c.source.Parse(docs, &refused); refused.Lacking(err) == nil {
					t.Errorf("Parse = %d observations, want an error", len(found))
				}
			})
		}
	}
}

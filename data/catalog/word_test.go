package catalog

import (
	"strings"
	"testing"
)

// TestPricesNameTheirPlaceInLists looks for prices that cite a list of thousands of models and not the place in it where
// theirs stand.
func TestPricesNameTheirPlaceInLists(t *testing.T) {
	c, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	cited := 0
	for _, tool := range c.Tools {
		for _, e := range tool.Prices.sources() {
			list, place, _ := strings.Cut(e.Source, "#")
			if list != "https://models.dev/api.json" {
				continue
			}
			cited++
			if parts := strings.Split(place, "/"); len(parts) != 5 || parts[2] != "models" || parts[4] != "cost" {
				t.Errorf("%s: a price cites %s, which is no place of a model; write %s#/provider/models/model/cost", tool.ID, e.Source, list)
			}
		}
	}
	if cited < 10 {
		t.Errorf("only %d prices cite the list; does the test look at all of them?", cited)
	}
}

// sources are the evidence of all prices.
func (p Prices) sources() []Evidence {
	all := []Evidence{p.Evidence}
	for _, e := range p.Elsewhere {
		all = append(all, e.Evidence)
	}
	for _, e := range p.Past {
		all = append(all, e.Evidence)
	}
	if p.LongContext != nil {
		all = append(all, p.LongContext.Evidence)
	}
	if p.OffPeak != nil {
		all = append(all, p.OffPeak.Evidence)
	}
	if p.Promotion != nil && p.Promotion.Listed != nil {
		all = append(all, p.Promotion.Listed.Evidence)
	}
	return all
}

package normalize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/market"
	"pricepoint/data/rating"
	"pricepoint/normalize/fixture"
)

// TestSellers reads what a list says of others that sell a tool, and how hard it can be asked to think.
func TestSellers(t *testing.T) {
	c := smallCatalog()
	c.Naming.Grammars = append(c.Naming.Grammars, catalog.Grammar{Source: "feed_careful", Makers: map[string]string{"acme": "acme"}, Hosts: []string{"*"}})
	c.Naming.Sellers = []catalog.Seller{{Name: "Big Cloud", Keys: []string{"cloud"}}}
	row := func(subject string, field data.Field, value string, q data.Qualifiers) data.Observation {
		o := printed(subject, field, value, q)
		o.Source = "feed_careful"
		return o
	}
	efforts := row("acme/one", data.ReasoningEfforts, "low high", data.Qualifiers{})
	efforts.Unit = data.NameUnit
	standard := row("acme/one", data.ReasoningDefault, "high", data.Qualifiers{})
	standard.Unit = data.NameUnit
	euro := row("cloud/one", data.PriceCacheRead, "1", data.Qualifiers{})
	euro.Unit = data.EURPerMillion
	list := data.Reading{Source: "feed_careful", Kind: data.FeedSource, Publisher: "Careful", Attempted: true, Observations: []data.Observation{
		row("acme/one", data.PriceInput, "5", data.Qualifiers{}), row("acme/one", data.PriceOutput, "25", data.Qualifiers{}), efforts, standard,
		row("cloud/eu/one", data.PriceInput, "5.5", data.Qualifiers{}), row("cloud/eu/one", data.PriceOutput, "27.5", data.Qualifiers{}),
		row("cloud/one", data.PriceInput, "5", data.Qualifiers{}), row("cloud/one", data.PriceOutput, "20", data.Qualifiers{}), euro,
		row("cloud/one", data.PriceInput, "10", data.Qualifiers{ContextOver: "200000"}), row("cloud/one", data.PriceInput, "2.5", data.Qualifiers{Service: "batch"}),
		row("plan/one", data.PriceInput, "0", data.Qualifiers{}), row("plan/one", data.PriceOutput, "0", data.Qualifiers{}),
		row("half/one", data.PriceInput, "1", data.Qualifiers{}),
		row("cloud/one-custom", data.PriceInput, "1", data.Qualifiers{}), row("cloud/one-custom", data.PriceOutput, "1", data.Qualifiers{}),
	}}
	all := history(t, c, week{page(1, "one.input 5, one.output 25"), list})
	result := all[0]
	var got []string
	for _, tool := range fixture.Document[market.SellersDocument](t, result.Snapshot, data.SellersPath).Tools {
		for _, o := range tool.Offers {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s at %s %s: %s %s %v, cache read %v, further %d", tool.ID, o.Seller, o.Region, o.Input, o.Output, o.Difference, o.CacheRead, len(o.Further))))
		}
	}
	want := []string{
		"one at Big Cloud : 5 20 -20, cache read <nil>, further 2",
		"one at Big Cloud eu: 5.5 27.5 10, cache read <nil>, further 0",
		"one at plan : 0 0 <nil>, cache read <nil>, further 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("offers (-want +got):\n%s", diff)
	}
	if got := pricing(t, result, "one"); !strings.HasPrefix(got, "5 25") {
		t.Errorf("the tool costs %s", got)
	}
	for _, m := range fixture.Document[rating.RouterDocument](t, result.Snapshot, data.RouterPath).Models {
		if m.Tool != "one" {
			continue
		}
		if diff := cmp.Diff("[low high] high, 5 25", fmt.Sprintf("%v %s, %s %s", m.Efforts, m.DefaultEffort, m.Prices[0].Input, m.Prices[0].Output)); diff != "" {
			t.Errorf("router.json (-want +got):\n%s", diff)
		}
		if m.Score == nil || m.ContextTokens != 400_000 {
			t.Errorf("router.json says of it %+v", m)
		}
	}
}

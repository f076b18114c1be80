package cost

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/data/tariff"
)

// TestAskSellers prices a usage at those who sell a model that somebody else makes.
func TestAskSellers(t *testing.T) {
	n := func(text string) *data.Number {
		n := data.MustNumber(text)
		return &n
	}
	body, err := json.Marshal(market.SellersDocument{Tools: []market.ToolOffers{{ID: "one", Name: "One", Maker: "Acme", Offers: []market.Offer{
		{Seller: "Big Cloud", Region: "eu", List: "feed_a", Name: "cloud/eu/one", Input: n("5.5"), Output: n("27.5"), Difference: n("10")},
		{Seller: "Big Cloud", List: "feed_a", Name: "cloud/one", Input: n("5"), Output: n("25"), CacheRead: n("0.5"), Difference: n("0"),
			Further: []market.OfferLine{{Class: data.ClassInput, Price: *n("10"), Over: 200_000}, {Class: data.ClassInput, Price: *n("2.5"), Service: "batch"}, {Class: data.ClassOutput, Price: *n("12.5"), Service: "batch"}}},
		{Seller: "Big Cloud", List: "feed_b", Name: "bigcloud/one", Input: n("5"), Output: n("25"), CacheRead: n("0.5"), Difference: n("0")},
		{Seller: "Plan", List: "feed_a", Name: "plan/one", Input: n("0"), Output: n("0"), CacheRead: n("0")},
	}}}})
	if err != nil {
		t.Fatal(err)
	}
	histories := HistoriesIn(data.Snapshot{Documents: []data.Document{{Path: data.SellersPath, Body: body}}}, time.Now())
	for _, tt := range []struct {
		name, seller, service string
		input, read           int64
		want                  []string // lines of the table, or of the error
	}{
		{"cheapest-first", "cloud", "", 100_000, 0, []string{"Big Cloud||3|0 %|feed_a|cloud/one", "Big Cloud||3|0 %|feed_b|bigcloud/one", "Big Cloud|eu|3.3|10 %|feed_a|cloud/eu/one"}},
		{"a-cache-price-that-nobody-states-is-a-range", "big cloud", "", 0, 100_000, []string{"Big Cloud||2.55|0 %|feed_a|cloud/one", "Big Cloud||2.55|0 %|feed_b|bigcloud/one", "Big Cloud|eu|2.75 to 3.3|10 %|feed_a|cloud/eu/one"}},
		{"a-plan-bills-nothing", "plan", "", 100_000, 0, []string{"Plan||0||feed_a|plan/one"}},
		{"long-prompts-cost-more", "big", "", 300_000, 0, []string{"Big Cloud||4|0 %|feed_b|bigcloud/one", "Big Cloud|eu|4.4|10 %|feed_a|cloud/eu/one", "Big Cloud||5.5|0 %|feed_a|cloud/one"}},
		{"nobody-of-that-name", "nobody", "", 1, 0, []string{`no seller of one is called "nobody"; the price lists name Big Cloud, Plan`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u := tariff.Usage{Requests: 1, At: time.Now(), Service: tt.service, Quantities: map[data.BillingClass]int64{
				data.ClassInput: tt.input, data.ClassCacheRead: tt.read, data.ClassOutput: 100_000,
			}}
			answer, err := histories.AskSellers("one", tt.seller, u)
			var got []string
			if err != nil {
				got = append(got, err.Error())
			} else {
				for _, line := range answer.Table().Lines {
					var cells []string
					for _, cell := range line {
						cells = append(cells, fmt.Sprint(cell))
					}
					got = append(got, strings.Join(cells, "|"))
				}
				got = got[:len(got)-1] // that of its maker
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if _, err := histories.AskSellers("two", "cloud", tariff.Usage{}); err == nil || !strings.Contains(err.Error(), "no price list names anybody who sells two") {
		t.Errorf("of a model that nobody else sells: %v", err)
	}
}

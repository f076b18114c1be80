package mcp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

type costQuestion struct {
	Models              []string `json:"models" jsonschema:"1 to 10 models, by id, name or any spelling"`
	InputTokens         int64    `json:"input_tokens" jsonschema:"prompt tokens that are not cached, of all requests together"`
	OutputTokens        int64    `json:"output_tokens,omitempty" jsonschema:"answer tokens, reasoning included"`
	CacheReadTokens     int64    `json:"cache_read_tokens,omitempty" jsonschema:"prompt tokens read from a cache; not among input_tokens"`
	CacheWriteTokens    int64    `json:"cache_write_tokens,omitempty" jsonschema:"prompt tokens written to a cache for the usual time; not among input_tokens"`
	CacheWrite1hTokens  int64    `json:"cache_write_1h_tokens,omitempty" jsonschema:"prompt tokens written to a cache for an hour; not among input_tokens"`
	CacheWrite12hTokens int64    `json:"cache_write_12h_tokens,omitempty" jsonschema:"prompt tokens written to a cache for twelve hours; not among input_tokens"`
	Requests            int64    `json:"requests,omitempty" jsonschema:"how many requests the tokens are spread over; absent: not known, and then there is a range where long prompts cost more"`
	At                  string   `json:"at,omitempty" jsonschema:"the time of the requests, 2026-10-14T02:00:00Z or 2026-10-14; now when absent"`
	Service             string   `json:"service,omitempty" jsonschema:"batch, flex, priority, fast; the standard one when absent"`
	Region              string   `json:"region,omitempty" jsonschema:"where the requests are answered"`
	Assume              bool     `json:"assume,omitempty" jsonschema:"of a time before anybody had read a price, take the earliest that is known; otherwise that is an error"`
}

// mostModels is how many models one question may be about.
const mostModels = 10

type costAnswer struct {
	about
	At       string     `json:"at" jsonschema:"the time whose prices were applied"`
	Requests int64      `json:"requests,omitempty"`
	Service  string     `json:"service,omitempty"`
	Region   string     `json:"region,omitempty"`
	Costs    []cost     `json:"costs" jsonschema:"cheapest first, by what they cost at most"`
	Unpriced []unpriced `json:"unpriced,omitempty" jsonschema:"models without a cost; none of them is free"`
}

// cost is what the usage costs with one model.
type cost struct {
	Model  string       `json:"model"`
	USD    data.Number  `json:"usd" jsonschema:"at most; exactly so much without usdFrom"`
	From   *data.Number `json:"usdFrom,omitempty" jsonschema:"at least"`
	Why    string       `json:"why,omitempty" jsonschema:"why there is a range, or what to know of the prices"`
	Lines  []costLine   `json:"lines,omitempty" jsonschema:"absent where it is not known which prices hold"`
	Source origin       `json:"source" jsonschema:"where the oldest of the applied prices was read"`
}

type costLine struct {
	Class    data.BillingClass `json:"class"`
	Quantity int64             `json:"quantity"`
	USD      data.Number       `json:"usd" jsonschema:"at most, where there is a range"`
	Price    data.Number       `json:"price" jsonschema:"USD for each per"`
	Per      string            `json:"per"`
	Terms    string            `json:"terms" jsonschema:"the conditions that chose this price"`
}

type unpriced struct {
	Model string `json:"model"`
	Why   string `json:"why"`
}

// cost says what some usage costs with each of some models.
func (b *Book) cost(q costQuestion, now time.Time) (*costAnswer, error) {
	if len(q.Models) == 0 || len(q.Models) > mostModels {
		return nil, fmt.Errorf("models must name 1 to %d models, not %d", mostModels, len(q.Models))
	}
	u, err := usage(q.At, q.Service, q.Region, now)
	if err != nil {
		return nil, err
	}
	if u.Requests = q.Requests; q.Requests < 0 || q.Requests > tariff.MaxQuantity {
		return nil, fmt.Errorf("requests must lie between 1 and 10^15")
	}
	if u.Quantities, err = q.quantities(); err != nil {
		return nil, err
	}
	a := &costAnswer{about: b.about(), At: data.At(u.At).String(), Requests: q.Requests, Service: u.Service, Region: u.Region, Costs: []cost{}}
	for _, name := range q.Models {
		c, err := b.costOf(name, u, q.Assume, now)
		if err != nil {
			a.Unpriced = append(a.Unpriced, unpriced{clip(data.Visible(name), longestName), err.Error()})
			continue
		}
		a.Costs = append(a.Costs, c)
	}
	if len(a.Costs) == 0 {
		return nil, fmt.Errorf("nothing can be priced: %s", a.Unpriced[0].Why)
	}
	slices.SortStableFunc(a.Costs, func(x, y cost) int { return x.USD.Cmp(y.USD.Decimal) })
	return a, nil
}

func (q costQuestion) quantities() (map[data.BillingClass]int64, error) {
	all := map[data.BillingClass]int64{}
	for class, n := range map[data.BillingClass]int64{
		data.ClassInput: q.InputTokens, data.ClassOutput: q.OutputTokens, data.ClassCacheRead: q.CacheReadTokens,
		data.ClassCacheWrite: q.CacheWriteTokens, data.ClassCacheWrite1h: q.CacheWrite1hTokens, data.ClassCacheWrite12h: q.CacheWrite12hTokens,
	} {
		if n < 0 || n > tariff.MaxQuantity {
			return nil, fmt.Errorf("%s: %d tokens; there must be 0 to 10^15", class, n)
		}
		if n > 0 {
			all[class] = n
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("say how many tokens: input_tokens, output_tokens and so on")
	}
	return all, nil
}

// costOf prices the usage with one model.
func (b *Book) costOf(name string, u tariff.Usage, assume bool, now time.Time) (c cost, err error) {
	tool, t, early, err := b.sold(name, u.At, now)
	if err != nil {
		return c, err
	}
	price := tariff.Price
	if u.Requests == 0 {
		price = tariff.Merged
	}
	answer, err := price(t, u)
	if err != nil {
		return c, err
	}
	if answer.RestsOn(early) && !assume {
		return c, errUnknownThen
	}
	c = cost{Model: tool.ID, USD: answer.High}
	if !answer.Low.Equal(answer.High) {
		c.From = &answer.Low
	}
	c.itemise(t, answer)
	var why []string
	unsure := data.Find(answer.Items, func(i tariff.Item) bool { return i.Bound.Unconfirmed() })
	switch {
	case c.From == nil:
	case len(answer.Unknown) > 0:
		why = append(why, fmt.Sprintf("nobody states the price of %s", answer.Unknown[0].Class))
	case unsure != nil:
		why = append(why, unconfirmed[unsure.Bound]+": from the one to the other")
	default:
		why = append(why, "long prompts cost more, and how many requests there are is not known")
		c.Lines = nil // nor which of them hold
	}
	if answer.RestsOn(early) {
		why = append(why, "nothing was read so early; the earliest prices that are known")
	}
	if u.At.After(now) {
		why = append(why, "nobody knows prices of days to come; these are what is known now")
	}
	for _, n := range answer.Notes {
		if word := noteOf(n, t, u.At); word != "" && (n.Kind != tariff.AverageRequest || u.Requests > 0) {
			why = append(why, word)
		}
	}
	c.Why = strings.Join(why, "; ")
	return c, nil
}

// unconfirmed says of a price what other one it may be.
var unconfirmed = map[tariff.Bound]string{
	tariff.NowToAnnounced:  "another price was announced for a day that has come, and nobody has confirmed it",
	tariff.PromotionOrList: "it is a promotion that may be over, after which the list price is billed",
}

// noteOf says what is to be known of some lines. A promotion may be past the day up to which it was promised.
func noteOf(n tariff.Note, t data.Tariff, at time.Time) string {
	if terms := t.Lines[n.Lines[0]].Terms; n.Kind == tariff.PromotionPromised && terms.PromiseOver(at) {
		return "a promotion that was promised up to " + terms.Promised + ", which has passed; what comes then was not said"
	}
	return strings.TrimSuffix(n.Kind.Words(), ":")
}

// itemise tells the lines, and where the one that was seen the longest time ago was read.
func (c *cost) itemise(t data.Tariff, answer tariff.Cost) {
	var oldest time.Time
	for _, item := range answer.Items {
		line := t.Lines[item.Line]
		c.Lines = append(c.Lines, costLine{item.Class, item.Quantity, item.High, tariff.Each(t, item), line.Per.String(), line.Terms.String()})
		seen := line.Evidence.ConfirmedAt.Time
		if line.Evidence.Method == data.Curated {
			seen = line.Evidence.VerifiedAt.Time
		}
		if c.Source == (origin{}) || seen.Before(oldest) {
			c.Source, oldest = originOf(line.Evidence), seen
		}
	}
	slices.SortStableFunc(c.Lines, func(x, y costLine) int {
		return cmp.Compare(slices.Index(data.TextClasses, x.Class), slices.Index(data.TextClasses, y.Class))
	})
}

// shorten drops the lines of the most expensive models first, then where their prices were read and why there is a range, then
// most of what is said of models without a cost.
func (a *costAnswer) shorten() bool {
	a.More = "shortened; ask for fewer models to see every line"
	for i := range slices.Backward(a.Costs) {
		if c := &a.Costs[i]; len(c.Lines) > 0 {
			c.Lines = nil
			return true
		}
	}
	for i := range slices.Backward(a.Costs) {
		if c := &a.Costs[i]; c.Source.URL != "" || c.Why != "" {
			c.Source.URL, c.Source.Publisher, c.Why = "", "", ""
			return true
		}
	}
	for i := range slices.Backward(a.Unpriced) {
		if u := &a.Unpriced[i]; len(u.Model) > 24 || len(u.Why) > 40 {
			u.Model, u.Why = clip(u.Model, 24), clip(u.Why, 40)
			return true
		}
	}
	return false
}

package catalog

import (
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// Prices are in USD per million tokens: standard service, smallest context tier, global region, peak hours.
type Prices struct {
	Evidence   `yaml:",inline"`
	Confidence data.Confidence `yaml:"confidence"`
	Input      data.Number     `yaml:"input"`
	Output     data.Number     `yaml:"output"`
	CacheRead  *data.Number    `yaml:"cacheRead,omitempty"`  // absent: not billed apart, see CacheRule
	CacheWrite *data.Number    `yaml:"cacheWrite,omitempty"` // absent: not billed apart, see CacheRule; 5-minute write where several
	// CacheRule says what an absent cache price means; required when one is absent.
	CacheRule CacheRule `yaml:"cacheRule,omitempty"`
	// Elsewhere says of single prices where they come from, if not from where the others do.
	Elsewhere []PriceEvidence `yaml:"elsewhere,omitempty"`
	// LongContext is what the whole of a long request costs, where that is more.
	LongContext *LongContext `yaml:"longContext,omitempty"`
	// OffPeak is what is cheaper outside the hours at which the prices above hold.
	OffPeak *OffPeak `yaml:"offPeak,omitempty"`
	// Promotion says that the prices are below the list price for a while.
	Promotion *Promotion `yaml:"promotion,omitempty"`
	// Announced are prices that the provider said will hold later. They are never published before someone has
	// read them again on their day.
	Announced []AnnouncedPrices `yaml:"announced,omitempty"`
	// Past are prices that were billed before those above.
	Past []PastPrices `yaml:"past,omitempty"`
}

// PastPrices are the prices, in USD per million tokens, that were billed before a day; absent: the same as since then,
// or not known.
type PastPrices struct {
	Evidence `yaml:",inline"`
	Before   Date `yaml:"before" check:"day"` // the first day of those that hold since
	Amounts  `yaml:",inline"`
}

// Amounts are prices in USD per million tokens; absent: none is stated.
type Amounts struct {
	Input      *data.Number `yaml:"input,omitempty"`
	Output     *data.Number `yaml:"output,omitempty"`
	CacheRead  *data.Number `yaml:"cacheRead,omitempty"`
	CacheWrite *data.Number `yaml:"cacheWrite,omitempty"`
}

// Amount is the price at a place in published order, nil where none is stated.
func (a Amounts) Amount(place int) *data.Number {
	return [...]*data.Number{a.Input, a.Output, a.CacheRead, a.CacheWrite}[place]
}

// order is how prices compare with those that are published.
type order struct {
	words string
	signs []int // of Cmp
}

var atLeast, below, above = order{"at least", []int{0, 1}}, order{"below", []int{-1}}, order{"above", []int{1}}

// against checks each of the prices against gate.yaml, and against the one that is published.
func (a Amounts) against(published Amounts, want order, check *checks, at yaml.Place) {
	for place, field := range pricedFields {
		price, other, here := a.Amount(place), published.Amount(place), at.Key(priceKeys[place])
		if price == nil {
			continue
		}
		check.inBand(here, field, *price)
		if other != nil && !slices.Contains(want.signs, price.Cmp(other.Decimal)) {
			check.Add(here, "%s is not %s the published price, %s", price, want.words, other)
		}
	}
}

// Amounts are the prices that are published.
func (p Prices) Amounts() Amounts { return Amounts{&p.Input, &p.Output, p.CacheRead, p.CacheWrite} }

// PriceEvidence is the evidence of some of a tool's prices.
type PriceEvidence struct {
	Evidence   `yaml:",inline"`
	Prices     []string        `yaml:"prices"` // their keys
	Confidence data.Confidence `yaml:"confidence"`
}

// priceKeys are the keys of the prices, in published order.
var priceKeys = [len(data.Prices)]string{"input", "output", "cacheRead", "cacheWrite"}

// EvidenceOf is the evidence of the price at a place in published order.
func (p Prices) EvidenceOf(place int) (Evidence, data.Confidence) {
	for _, e := range p.Elsewhere {
		if slices.Contains(e.Prices, priceKeys[place]) {
			return e.Evidence, e.Confidence
		}
	}
	return p.Evidence, p.Confidence
}

// validateElsewhere checks that each entry is about prices that are there, and each price in one entry at most.
func (p Prices) validateElsewhere(check *checks, at yaml.Place) {
	var before []string
	for i, e := range p.Elsewhere {
		here := at.Item(i)
		check.trusted(here.Key("confidence"), e.Evidence, e.Confidence)
		for j, key := range e.Prices {
			place := slices.Index(priceKeys[:], key)
			switch {
			case place < 0 || p.Amounts().Amount(place) == nil:
				check.Add(here.Key("prices").Item(j), "there is no price %q", key)
			case slices.Contains(before, key):
				check.Add(here.Key("prices").Item(j), "%q stands here twice; remove one", key)
			}
			before = append(before, key)
		}
	}
}

// LongContext are the prices, in USD per million tokens, of every token of a request whose prompt is long. Exactly one of
// Over and From is there: providers differ in whether the bound itself is long.
type LongContext struct {
	Evidence   `yaml:",inline"`
	Over       int64        `yaml:"over,omitempty"` // prompts of more tokens than this
	From       int64        `yaml:"from,omitempty"` // prompts of this many tokens or more
	Input      data.Number  `yaml:"input"`
	Output     data.Number  `yaml:"output"`
	CacheRead  *data.Number `yaml:"cacheRead,omitempty"`
	CacheWrite *data.Number `yaml:"cacheWrite,omitempty"`
}

// Promotion is what the provider has said of the end of a promotion. At most one of Until and Promised is there. The
// list prices, in USD per million tokens, are billed when it is over; absent: not known.
type Promotion struct {
	Until    Date `yaml:"until,omitempty" check:"day"`    // its last day
	Promised Date `yaml:"promised,omitempty" check:"day"` // it was promised up to this day; what comes then was not said
	Amounts  `yaml:",inline"`
	Listed   *Quotation `yaml:"listed,omitempty"` // who says what the list prices are; there where one is
}

// Quotation is the evidence of prices, with the text that states them or that they were worked out from.
type Quotation struct {
	Evidence   `yaml:",inline"`
	Confidence data.Confidence `yaml:"confidence"`
	Quote      string          `yaml:"quote" check:"text=500 quote"`
}

func (q Quotation) validate(check *checks, at yaml.Place) {
	check.trusted(at.Key("confidence"), q.Evidence, q.Confidence)
}

// AnnouncedPrices are the prices, in USD per million tokens, that will hold from a day on; absent: no change was said.
type AnnouncedPrices struct {
	From    Date   `yaml:"from"`
	Source  string `yaml:"source" check:"https"`
	Amounts `yaml:",inline"`
}

// CacheRule says why a cache price is absent.
type CacheRule string

// The cache rules. Both publish the input price; they differ in what the evidence claims.
const (
	SameAsInput CacheRule = "same-as-input" // the provider bills such tokens as input
	Unknown     CacheRule = "unknown"       // nobody states it; the input price is an upper bound
)

func (p Prices) validate(check *checks, at yaml.Place) {
	check.trusted(at.Key("confidence"), p.Evidence, p.Confidence)
	if p.Confidence == data.Low && strings.TrimSpace(p.Note) == "" {
		check.Add(at.Key("note"), "a price of low confidence needs a note that says why")
	}
	if p.Output.LessThan(p.Input.Decimal) {
		check.Add(at.Key("output"), "output at %s is cheaper than input at %s; are they swapped?", p.Output, p.Input)
	}
	if p.CacheRead != nil && p.CacheRead.GreaterThan(p.Input.Decimal) {
		check.Add(at.Key("cacheRead"), "cache reads at %s are dearer than input at %s; are they swapped?", p.CacheRead, p.Input)
	}
	p.validateElsewhere(check, at.Key("elsewhere"))
	p.validateCacheRule(check, at)
	p.validateOthers(check, at)
}

// validateOthers checks the prices of other terms and times beside those that are published.
func (p Prices) validateOthers(check *checks, at yaml.Place) {
	p.Amounts().against(Amounts{}, order{}, check, at)
	if long := p.LongContext; long != nil {
		if (long.Over > 0) == (long.From > 0) {
			check.Add(at.Key("longContext"), "one of over and from must say above how many tokens a prompt is long")
		}
		Amounts{&long.Input, &long.Output, long.CacheRead, long.CacheWrite}.against(p.Amounts(), atLeast, check, at.Key("longContext"))
	}
	if off := p.OffPeak; off != nil {
		Amounts{&off.Input, &off.Output, off.CacheRead, nil}.against(p.Amounts(), below, check, at.Key("offPeak"))
	}
	if list, here := p.Promotion, at.Key("promotion"); list != nil {
		if !list.Until.IsZero() && !list.Promised.IsZero() {
			check.Add(here, "until says when the promotion ends, promised that it does not say so; remove one")
		}
		if list.Amounts != (Amounts{}) && list.Listed == nil {
			check.Add(here, "listed must say where the list prices are from")
		}
		list.against(p.Amounts(), above, check, here)
	}
	for i, a := range p.Announced {
		if !a.From.First.After(p.Verified.First) {
			check.Add(at.Key("announced").Item(i).Key("from"), "%q is not after the prices above were verified (%s)", a.From.Text, p.Verified.Text)
		}
		a.against(Amounts{}, order{}, check, at.Key("announced").Item(i))
	}
	for i, past := range p.Past {
		past.against(Amounts{}, order{}, check, at.Key("past").Item(i))
	}
}

// validateCacheRule asks for a rule exactly where a cache price is absent.
func (p Prices) validateCacheRule(check *checks, at yaml.Place) {
	absent := p.CacheRead == nil || p.CacheWrite == nil
	switch {
	case absent && p.CacheRule == "":
		check.Add(at.Key("cacheRule"), "a cache price is absent, so cacheRule must say why: %s or %s", SameAsInput, Unknown)
	case !absent && p.CacheRule != "":
		check.Add(at.Key("cacheRule"), "both cache prices are there, so cacheRule has nothing to say; remove it")
	}
}

package data

import (
	"strings"
	"time"
)

// TariffsDocument is /api/tariffs.json: every price of every model, with the terms under which it is billed.
type TariffsDocument struct {
	Version     string    `json:"version"`
	LastUpdated Timestamp `json:"lastUpdated"`
	Tools       []Tariff  `json:"tools"`

	Sources []PriceCells `json:"sources"` // what became of every price that a provider's page prints
}

// PriceCells are the prices that were read on one provider's page.
type PriceCells struct {
	Source   string            `json:"source"`             // the collector
	Cells    int               `json:"cells"`              // how many prices were read
	Billed   int               `json:"billed"`             // how many of them are in the tariffs of models
	Excluded []TariffExclusion `json:"excluded,omitempty"` // the others
}

// TariffExclusion counts prices that are in no tariff.
type TariffExclusion struct {
	Reason ExclusionReason `json:"reason"`
	Cells  int             `json:"cells"`
}

// ExclusionReason says why a printed price is in no tariff.
type ExclusionReason string

// The reasons. Nothing is left out for any other.
const (
	NotListed       ExclusionReason = "notListed"       // the model is not listed
	NotAsPublished  ExclusionReason = "notAsPublished"  // the page gives the model other prices than the published ones, which are held or were read later elsewhere
	Implausible     ExclusionReason = "implausible"     // it is far from the published price of its class, free where that is not, or dearer than a price that no provider has below it
	Contradictory   ExclusionReason = "contradictory"   // the page prints two prices under the same terms
	TooManyPrices   ExclusionReason = "tooManyPrices"   // the page prints more prices of the model than can be compared with one another
	UnknownWords    ExclusionReason = "unknownWords"    // it stands beside or under words of which nobody has said what they mean
	NoExchangeRate  ExclusionReason = "noExchangeRate"  // it is in another currency only, and no dated rate is known
	HoursNotStated  ExclusionReason = "hoursNotStated"  // it holds at some hours, and the page does not say at which
	PromotionIsOver ExclusionReason = "promotionIsOver" // its last day has passed
)

// Tariff is everything that one model costs at one seller.
type Tariff struct {
	ID      string         `json:"id"`                // a model id
	Name    string         `json:"name"`              // of the model
	Seller  string         `json:"seller"`            // who bills it: the provider
	Region  string         `json:"region,omitempty"`  // whose lines are meant when nobody asks for a region, as lines have it; absent: the lines without one
	Sale    SalePeriod     `json:"sale"`              // after it nothing has a price
	Limits  TokenLimits    `json:"limits"`            // a request beyond them has no price
	Lines   []TariffLine   `json:"lines"`             // no two of them hold for the same tokens at the same time; by class, service, region, size, hours
	Factors []TariffFactor `json:"factors,omitempty"` // what turns lines into those of other terms

	Excluded []TariffExclusion `json:"excluded,omitempty"` // prices of the model that its provider's page prints and that are in no line
}

// SalePeriod is when a model can be bought.
type SalePeriod struct {
	From  Timestamp `json:"from,omitzero"`  // the first instant of the month in which it was released
	Until Timestamp `json:"until,omitzero"` // the first instant after its announced last day; absent: none is announced
}

// TokenLimits are how many tokens one request may have; absent: not stated.
type TokenLimits struct {
	Context int64 `json:"context,omitempty"` // prompt and answer together
	Input   int64 `json:"input,omitempty"`   // the prompt, cached tokens included
	Output  int64 `json:"output,omitempty"`  // the answer, reasoning included
}

// BillingClass names what is billed. The list is open: a class that does not exist yet, such as compute units, is another
// name, with its own measure.
type BillingClass string

// The classes of text tokens. Others put a modality in front: audio.input, image.output.
const (
	ClassInput         BillingClass = "input"         // prompt tokens that are not cached
	ClassOutput        BillingClass = "output"        // answer tokens; reasoning too, where it has no line of its own
	ClassReasoning     BillingClass = "reasoning"     // answer tokens that are not shown, where they are billed apart
	ClassCacheRead     BillingClass = "cacheRead"     // prompt tokens read from a cache
	ClassCacheWrite    BillingClass = "cacheWrite"    // prompt tokens written to a cache for the usual time: the shortest where there are several
	ClassCacheWrite1h  BillingClass = "cacheWrite1h"  // prompt tokens written to a cache for an hour
	ClassCacheWrite12h BillingClass = "cacheWrite12h" // prompt tokens written to a cache for twelve hours
	ClassCacheStorage  BillingClass = "cacheStorage"  // keeping tokens in a cache, by the hour

	ClassSearches BillingClass = "searches" // of the web, that the provider runs for the model
)

// TextClasses are those that a request is billed by, in the order in which people are told of them.
var TextClasses = []BillingClass{ClassInput, ClassCacheRead, ClassCacheWrite, ClassCacheWrite1h, ClassCacheWrite12h, ClassOutput, ClassReasoning}

// KeptFor says how long a class of cache writes is kept, as terms have it; "" for the usual time and for any other class.
func (c BillingClass) KeptFor() string {
	ttl, _ := strings.CutPrefix(string(c[strings.LastIndexByte(string(c), '.')+1:]), string(ClassCacheWrite))
	switch ttl {
	case "1h", "12h":
		return ttl
	}
	return ""
}

// PriceState says whether a line has a price, and if not, why. The last four are never mixed up.
type PriceState string

// The states of a price.
const (
	Priced         PriceState = "priced"      // it has a price above zero
	FreeOfCharge   PriceState = "free"        // its price is stated to be zero
	BilledAsInput  PriceState = "sameAsInput" // such tokens of a prompt are billed as input
	NotOffered     PriceState = "notOffered"  // nobody can buy it under these terms
	PriceNotStated PriceState = "unknown"     // it can be bought, and nobody states for how much
)

// TariffLine is one price of one class under its terms.
type TariffLine struct {
	Class    BillingClass  `json:"class"`
	Terms    Terms         `json:"terms"`
	State    PriceState    `json:"state"`
	Price    *Number       `json:"price,omitempty"`  // USD for each Per; absent: see State
	Per      Measure       `json:"per"`              // what the price is for
	Native   *NativePrice  `json:"native,omitempty"` // as printed, when that is not in USD
	Rule     *Ruling       `json:"rule,omitempty"`   // how the price follows from others when nobody prints it
	Evidence BriefEvidence `json:"evidence"`
}

// Measure is an amount of something that is counted: 1000000 tokens, 1 request.
type Measure struct {
	Amount int64  `json:"amount"`
	Of     string `json:"of"` // tokens, tokenHours, requests, searches, images, characters, or what else is counted
}

// String writes the measure for people: "1M tokens", "1,000 searches".
func (m Measure) String() string {
	if m.Amount == 1_000_000 {
		return "1M " + m.Of
	}
	return Int(m.Amount).Grouped() + " " + m.Of
}

// NativePrice is a price in the currency in which its page prints it.
type NativePrice struct {
	Currency string `json:"currency"`           // EUR
	Amount   Number `json:"amount"`             // for the same measure
	Rate     Number `json:"rate,omitzero"`      // USD for one unit of the currency; absent: the page prints the price in USD too
	RateDate string `json:"rateDate,omitempty"` // of the rate, 2006-01-02
	RateURL  string `json:"rateUrl,omitempty"`  // where the rate was read
}

// Terms are the conditions under which a line holds; an empty one makes no difference.
type Terms struct {
	Service  string       `json:"service,omitempty"`  // batch flex priority fast; absent: standard
	Context  *ContextBand `json:"context,omitempty"`  // absent: prompts of any size
	Region   string       `json:"region,omitempty"`   // absent: everywhere
	Hours    *WeeklyHours `json:"hours,omitempty"`    // absent: at any hour
	Effort   string       `json:"effort,omitempty"`   // reasoning setting: thinking, non-thinking
	CacheTTL string       `json:"cacheTTL,omitempty"` // how long a cache write lasts, as printed: 5m 1h 12h; the class tells such lines apart
	Kind     string       `json:"kind,omitempty"`     // list promotional announced; absent: what is billed
	From     Timestamp    `json:"from,omitzero"`      // from this instant on; absent: not stated
	Until    Timestamp    `json:"until,omitzero"`     // before this instant; absent: not stated
	Promised string       `json:"promised,omitempty"` // day, 2006-01-02, up to which a promotion was promised at least
}

// As are terms for prices of another kind, from an instant on and without an end.
func (t Terms) As(kind string, from Timestamp) Terms {
	t.Kind, t.From, t.Until, t.Promised = kind, from, Timestamp{}, ""
	return t
}

// InForce reports whether an instant is among the days of the terms.
func (t Terms) InForce(at time.Time) bool {
	return !at.Before(t.From.Time) && (t.Until.IsZero() || at.Before(t.Until.Time))
}

// PromiseOver reports whether a day is past up to which a promotion was promised.
func (t Terms) PromiseOver(at time.Time) bool {
	return t.Kind == KindPromotional && t.Promised != "" && t.Promised < at.UTC().Format(time.DateOnly)
}

// ContextBand are the prompts that a line is for, by their size in tokens, cached ones included; it bills the whole request. At most one of the first two and one of the
// last two is there.
type ContextBand struct {
	Over  int64 `json:"over,omitempty"`  // more tokens than this
	From  int64 `json:"from,omitempty"`  // this many tokens or more
	UpTo  int64 `json:"upTo,omitempty"`  // this many tokens or fewer
	Below int64 `json:"below,omitempty"` // fewer tokens than this
}

// Lower is the bound that longer prompts are beyond, or at; 0 where the shortest are in the band, too.
func (b *ContextBand) Lower() int64 {
	if b == nil {
		return 0
	}
	return max(b.Over, b.From)
}

// WeeklyHours are windows that come back every week, or all other hours.
type WeeklyHours struct {
	Zone    string         `json:"zone"` // an IANA name; the windows follow its clock
	Windows []WeeklyWindow `json:"windows"`
	Outside bool           `json:"outside,omitempty"` // whether the hours outside the windows are meant

	// The public holidays of a country can be outside of every window. They are known for some time ahead only.
	Holidays string   `json:"holidays,omitempty"` // the country, as ISO 3166 has it: CN
	DaysOff  []string `json:"daysOff,omitempty"`  // those days, 2006-01-02 by the clock of the zone, in their order
	KnownTo  string   `json:"knownTo,omitempty"`  // the last day of which it is known whether it is one of them; absent: none is
}

// WeeklyWindow are some hours of some days of the week.
type WeeklyWindow struct {
	Days []string `json:"days"` // on which it begins: mon tue wed thu fri sat sun
	From string   `json:"from"` // first minute, 15:04
	To   string   `json:"to"`   // first minute after it, 15:04; 24:00 is midnight; at or before From: on the next day
}

// TariffFactor multiplies lines to get those of other terms: 1.1 for a region, 0.5 for batch. Where the terms that it leads
// to have lines of their own, those hold.
type TariffFactor struct {
	Service  string         `json:"service,omitempty"` // it leads to, from the standard one; absent: as the lines
	Region   string         `json:"region,omitempty"`  // it leads to, from lines without one; absent: as the lines
	Classes  []BillingClass `json:"classes,omitempty"` // of the lines it multiplies; absent: all
	Factor   Number         `json:"factor"`
	Until    Timestamp      `json:"until,omitzero"` // before this instant; absent: no end is stated
	Evidence BriefEvidence  `json:"evidence"`
}

// serviceRanks are the services by what they cost: none costs more than one of a higher rank.
var serviceRanks = map[string]int{"batch": -1, "flex": -1, "": 0, "priority": 1, "fast": 1}

// CheaperService reports whether no provider charges more for a service than for another one. One without a rank is compared
// with none.
func CheaperService(service, than string) bool {
	low, knownLow := serviceRanks[service]
	high, knownHigh := serviceRanks[than]
	return knownLow && knownHigh && low < high
}

// PricesDocument is /api/prices/{tool}.json: every line of a model's tariff that was ever published, with two times: when
// it was billed, and when pricepoint knew that. Its bytes stay the same as long as nothing changes.
//
// What was billed at T, as far as was known at K, are the intervals with knownFrom <= K < knownUntil and
// validFrom <= T < validUntil. Before Since nothing was read: what the first snapshot knew is the best guess there is.
type PricesDocument struct {
	ID        string          `json:"id"`        // a model id
	Name      string          `json:"name"`      // of the model
	Since     Timestamp       `json:"since"`     // when the first snapshot that knew the model was made
	Intervals []PriceInterval `json:"intervals"` // by knownFrom; those of one instant by validFrom
}

// PriceInterval is a part of a tariff, how long it held, and how long that was thought. Exactly one of Frame, Line and
// Factor is there.
type PriceInterval struct {
	ValidFrom  Timestamp `json:"validFrom"`           // from this instant on: as stated, or when it was first read
	ValidUntil Timestamp `json:"validUntil,omitzero"` // before this instant; absent: it still held
	KnownFrom  Timestamp `json:"knownFrom"`           // when the snapshot was made that first said so
	KnownUntil Timestamp `json:"knownUntil,omitzero"` // when the snapshot was made that says otherwise; absent: none does

	Frame  *TariffFrame  `json:"frame,omitempty"`
	Line   *TariffLine   `json:"line,omitempty"` // with the evidence of when it was first read
	Factor *TariffFactor `json:"factor,omitempty"`
}

// TariffFrame is what a tariff has besides lines and factors.
type TariffFrame struct {
	Seller string      `json:"seller"`
	Region string      `json:"region,omitempty"` // as in Tariff
	Sale   SalePeriod  `json:"sale"`
	Limits TokenLimits `json:"limits"`
}

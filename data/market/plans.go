package market

import "pricepoint/data"

// PlansDocument is /api/plans.json: the subscription plans of the platforms, and those that providers sell for coding.
// A plan is not a price of tokens: what a token costs under it is stated nowhere, and never 0.
type PlansDocument struct {
	Version     string         `json:"version"`     // of the snapshot
	LastUpdated data.Timestamp `json:"lastUpdated"` // when the refresh behind this snapshot ran
	Offers      []PlanOffer    `json:"offers"`
	Unknown     []string       `json:"unknown"` // providers of whose plans nothing is known, not even whether there are any
}

// PlanOffer is a family of plans that one company sells under one name.
type PlanOffer struct {
	ID        string   `yaml:"id" json:"id" check:"slug"`
	Name      string   `yaml:"name" json:"name" check:"text=100"`                                    // Claude
	Seller    string   `yaml:"seller" json:"seller" check:"text=100"`                                // company; of a provider, its name in providers.json
	URL       string   `yaml:"url" json:"url" check:"https"`                                         // where the plans are sold or described
	Platforms []string `yaml:"platforms,omitempty" json:"platforms" check:"distinct known=platform"` // ids of the platforms that can be used with the plans
	Beyond    string   `yaml:"beyond,omitempty" json:"beyond,omitempty" check:"text=200"`            // how usage is paid that no plan includes, for people; absent: not known
	Plans     []Plan   `yaml:"-" json:"plans"`
}

// Plan is one plan. All its evidence states the same of it.
type Plan struct {
	ID           string          `yaml:"id" json:"id" check:"slug"`
	Name         string          `yaml:"name" json:"name" check:"text=100"` // as the seller writes it
	Fee          FeeState        `yaml:"fee" json:"fee"`
	Fees         []PlanFee       `yaml:"fees,omitempty" json:"fees,omitempty"`                 // of which a subscriber pays one; absent: fee says why
	IncludedWith string          `yaml:"includedWith,omitempty" json:"includedWith,omitempty"` // the product whose price includes the plan
	Allowance    AllowanceState  `yaml:"allowance" json:"allowance"`
	Limits       []PlanLimit     `yaml:"limits,omitempty" json:"limits,omitempty"`              // which all hold at once; absent: allowance says why
	Confidence   data.Confidence `yaml:"confidence" json:"confidence"`                          // by now: it falls when nobody has verified the plan for long
	KnownSince   data.Timestamp  `yaml:"-" json:"knownSince"`                                   // the earliest of its evidence; null: there is none
	VerifiedAt   data.Timestamp  `yaml:"-" json:"verifiedAt"`                                   // the newest of its evidence, as a person has read it; null: there is none
	Placeholder  bool            `yaml:"-" json:"placeholder,omitempty"`                        // it was verified only after the time of this snapshot
	Evidence     []PlanEvidence  `yaml:"-" json:"evidence"`                                     // the newest first
	Note         string          `yaml:"note,omitempty" json:"note,omitempty" check:"text=300"` // conditions and doubts, for people
}

// FeeState says whether the fee of a plan is known, and if not, why. The last three are never mixed up.
type FeeState string

// The states of a fee.
const (
	FeeStated      FeeState = "stated"      // there is a figure; 0 is free of charge
	FeeIncluded    FeeState = "included"    // the price of another product includes it
	FeeByAgreement FeeState = "byAgreement" // the seller names one on request only
	FeeUnknown     FeeState = "unknown"     // no text that was read states it
)

// PlanFee is one way to pay for a plan. Flat and PerUser are added up; at least one of them is there.
type PlanFee struct {
	Currency string       `yaml:"currency" json:"currency"`                                   // in which it is stated: USD, EUR; nothing is converted
	Flat     *data.Number `yaml:"flat,omitempty" json:"flat,omitempty" check:"least=0"`       // however many users there are
	PerUser  *data.Number `yaml:"perUser,omitempty" json:"perUser,omitempty" check:"least=0"` // for each user, or seat
	Period   Period       `yaml:"period,omitempty" json:"period,omitempty" check:"period"`    // what it pays for; absent: not stated, or free
	Billed   Period       `yaml:"billed,omitempty" json:"billed,omitempty" check:"period"`    // how often it is paid; absent: not stated
}

// Free reports whether the fee is stated to be zero.
func (f PlanFee) Free() bool { return f.Flat != nil && f.Flat.IsZero() && f.PerUser == nil }

// Period is a length of time: month, year, week, or a number of hours or days such as 5 hours.
type Period string

// AllowanceState says whether it is known how much usage a plan includes, and if not, why. The last three are never mixed up.
type AllowanceState string

// The states of an allowance.
const (
	AllowanceStated   AllowanceState = "stated"   // there are figures
	AllowanceNone     AllowanceState = "none"     // it includes no usage; whoever subscribes pays for that apart
	AllowanceUnstated AllowanceState = "unstated" // it includes some, and the seller gives no figure
	AllowanceUnknown  AllowanceState = "unknown"  // no text that was read says anything about it
)

// PlanLimit is how much usage a plan includes.
type PlanLimit struct {
	Amount data.Number `yaml:"amount" json:"amount" check:"above=0"`
	Of     UsageUnit   `yaml:"of" json:"of"`
	Than   string      `yaml:"than,omitempty" json:"than,omitempty"`                    // id of the plan whose allowance is multiplied
	Period Period      `yaml:"period,omitempty" json:"period,omitempty" check:"period"` // absent: not stated
}

// UsageUnit is what an allowance counts.
type UsageUnit string

// The units of usage.
const (
	UsageUSD         UsageUnit = "USD"         // usage worth so many US dollars, at the prices of the seller
	UsageCredits     UsageUnit = "credits"     // of the seller's own
	UsageRequests    UsageUnit = "requests"    // to a model, or prompts
	UsageCompletions UsageUnit = "completions" // of code while typing
	UsageTokens      UsageUnit = "tokens"
	UsageHours       UsageUnit = "hours"
	UsageMultiple    UsageUnit = "multiple" // so many times the allowance of another plan
)

// PlanEvidence is a text that states a plan as it stands here, or at least that there is one.
type PlanEvidence struct {
	URL      string     `json:"url"`
	Basis    data.Basis `json:"basis"`           // whose word it is
	Quote    string     `json:"quote,omitempty"` // the printed text; absent: it is told in other words
	Note     string     `json:"note,omitempty"`  // a doubt of whoever verified it
	Verified string     `json:"verified"`        // when the text said so: 2006-01-02, 2006-01 or 2006; the clocks of the plan take its first instant
}

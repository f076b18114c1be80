package data

// PlansDocument is /api/plans.json: the subscription plans of the platforms, and those that providers sell for coding.
// A plan is not a price of tokens: what a token costs under it is stated nowhere, and never 0.
type PlansDocument struct {
	Version     string      `json:"version"`     // of the snapshot
	LastUpdated Timestamp   `json:"lastUpdated"` // when the refresh behind this snapshot ran
	Offers      []PlanOffer `json:"offers"`
	Unknown     []string    `json:"unknown"` // providers of whose plans nothing is known, not even whether there are any
}

// PlanOffer is a family of plans that one company sells under one name.
type PlanOffer struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`             // Claude
	Seller    string   `json:"seller"`           // company; of a provider, its name in providers.json
	URL       string   `json:"url"`              // where the plans are sold or described
	Platforms []string `json:"platforms"`        // ids of the platforms that can be used with the plans
	Beyond    string   `json:"beyond,omitempty"` // how usage is paid that no plan includes, for people; absent: not known
	Plans     []Plan   `json:"plans"`
}

// Plan is one plan. All its evidence states the same of it.
type Plan struct {
	ID           string         `json:"id"`
	Name         string         `json:"name"` // as the seller writes it
	Fee          FeeState       `json:"fee"`
	Fees         []PlanFee      `json:"fees,omitempty"`         // of which a subscriber pays one; absent: fee says why
	IncludedWith string         `json:"includedWith,omitempty"` // the product whose price includes the plan
	Allowance    AllowanceState `json:"allowance"`
	Limits       []PlanLimit    `json:"limits,omitempty"`      // which all hold at once; absent: allowance says why
	Confidence   Confidence     `json:"confidence"`            // by now: it falls when nobody has verified the plan for long
	KnownSince   Timestamp      `json:"knownSince"`            // the earliest of its evidence; null: there is none
	VerifiedAt   Timestamp      `json:"verifiedAt"`            // the newest of its evidence, as a person has read it; null: there is none
	Placeholder  bool           `json:"placeholder,omitempty"` // it was verified only after the time of this snapshot
	Evidence     []PlanEvidence `json:"evidence"`              // the newest first
	Note         string         `json:"note,omitempty"`        // conditions and doubts, for people
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
	Currency string  `json:"currency"`          // in which it is stated: USD, EUR; nothing is converted
	Flat     *Number `json:"flat,omitempty"`    // however many users there are
	PerUser  *Number `json:"perUser,omitempty"` // for each user, or seat
	Period   Period  `json:"period,omitempty"`  // what it pays for; absent: not stated, or free
	Billed   Period  `json:"billed,omitempty"`  // how often it is paid; absent: not stated
}

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
	Amount Number    `json:"amount"`
	Of     UsageUnit `json:"of"`
	Than   string    `json:"than,omitempty"`   // id of the plan whose allowance is multiplied
	Period Period    `json:"period,omitempty"` // absent: not stated
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
	URL      string `json:"url"`
	Basis    Basis  `json:"basis"`           // whose word it is
	Quote    string `json:"quote,omitempty"` // the printed text; absent: it is told in other words
	Note     string `json:"note,omitempty"`  // a doubt of whoever verified it
	Verified string `json:"verified"`        // when the text said so: 2006-01-02, 2006-01 or 2006; the clocks of the plan take its first instant
}

package market

import "pricepoint/data"

// AuditDocument is /api/audit.json: where the lists of prices that everybody's programs use differ from the providers' own
// pages. Each row is one number that a maintainer of a list can look up and mend: what the list says, what the page says,
// and where both were read.
//
// Only what is first-hand counts as what a page says, and neither held nor of low confidence nor made by a rule. Both sides of
// a row have their printed text and the digest of the payload that holds it. A price is compared with the one under the same terms: standard service,
// short prompts, text, everywhere.
type AuditDocument struct {
	Version     string         `json:"version"`
	LastUpdated data.Timestamp `json:"lastUpdated"`
	Lists       []AuditedList  `json:"lists"`      // every list that is read
	Deviations  []Deviation    `json:"deviations"` // by list, model and field
}

// AuditedList is one list, and how much of it could be compared.
type AuditedList struct {
	ID         string         `json:"id"`              // of the source, as in freshness
	Name       string         `json:"name"`            // of the list
	URL        string         `json:"url"`             // that was read
	Mend       string         `json:"mend,omitempty"`  // where its maintainers take corrections
	Sells      ListSells      `json:"sells"`           // whose prices it states
	State      data.State     `json:"state"`           // as in freshness
	Cause      string         `json:"cause,omitempty"` // why it is not fresh, for people
	FetchedAt  data.Timestamp `json:"fetchedAt"`       // of what was compared; null: nothing was read
	Numbers    int            `json:"numbers"`         // that it states of the models: four prices and the context window
	Agrees     int            `json:"agrees"`          // of them, as the page has it
	Deviates   int            `json:"deviates"`        // of them, otherwise; each is a row
	Uncompared []Excluded     `json:"uncompared"`      // the others, by the reason
}

// ListSells says whose prices a list states.
type ListSells string

// Whose prices they are.
const (
	MakersPrice   ListSells = "maker"    // what the provider bills: a deviation is an error, or news
	CheapestRoute ListSells = "cheapest" // what the cheapest seller of many bills: a deviation is no error
)

// Excluded counts numbers of a list that were not compared.
type Excluded struct {
	Reason  UncomparedReason `json:"reason"`
	Numbers int              `json:"numbers"`
}

// UncomparedReason says why a number of a list was not compared.
type UncomparedReason string

// The reasons.
const (
	NotFirstHand  UncomparedReason = "notFirstHand"  // nobody has read the provider's page for it, or the page no longer states it
	LowConfidence UncomparedReason = "lowConfidence" // what is published is doubtful itself
	IsHeld        UncomparedReason = "held"          // the page states something else that is held back
	OtherTerms    UncomparedReason = "otherTerms"    // it is what the page states for other hours or a coming day
	NotQuoted     UncomparedReason = "notQuoted"     // they differ, and the printed text of one side was not kept: a person read it
	ListWithheld  UncomparedReason = "withheld"      // so much of the list changed at once that none of it counts
)

// Deviation is one number of a list that differs from the provider's page.
type Deviation struct {
	ID       string `json:"id"`   // <list>/<tool>/<field>: the same as long as they differ
	List     string `json:"list"` // id of the list
	Subject  string `json:"subject"`
	Tool     string `json:"tool"` // a model id
	Name     string `json:"name"` // of the model
	Provider string `json:"provider"`
	Field    string `json:"field"` // as in provenance
	Unit     string `json:"unit"`  // as in provenance, of both numbers

	Theirs  data.Number    `json:"theirs"`  // of the list
	Page    data.Number    `json:"page"`    // of the provider's page
	Percent *data.Number   `json:"percent"` // by how much theirs is higher, to one decimal; null: the page says 0
	Kind    DeviationKind  `json:"kind"`
	Since   data.Timestamp `json:"since"` // when the two numbers were first seen to differ; both may have been so before they were read

	OnList AuditEvidence `json:"onList"`
	OnPage AuditEvidence `json:"onPage"`
	Later  ReadLater     `json:"later"` // which of the two was read later, and so may know of a change

	Report string `json:"report,omitempty"` // one line for its maintainers, to be pasted; absent: the list sells the cheapest route, and a deviation is no error
}

// DeviationKind says what a list states instead of the price that a new customer is billed.
type DeviationKind string

// The kinds.
const (
	ListPriceStated DeviationKind = "listPrice" // the regular price, while a promotion holds
	Differs         DeviationKind = "differs"   // something that the page does not say
)

// ReadLater says which side was read later.
type ReadLater string

// The sides.
const (
	ListReadLater ReadLater = "list"
	PageReadLater ReadLater = "page"
	ReadTogether  ReadLater = "together" // on the same day
)

// AuditEvidence is where one side was read.
type AuditEvidence struct {
	URL        string          `json:"url"`
	Quote      string          `json:"quote"`  // as printed
	SHA256     string          `json:"sha256"` // of the payload that holds the quote
	Archive    string          `json:"archive,omitempty"`
	ReadAt     data.Timestamp  `json:"readAt"` // when it was last found there, or verified by a person
	Method     data.Method     `json:"method"`
	Confidence data.Confidence `json:"confidence"`
}

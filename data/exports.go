package data

// ExportIndex is /api/compat/: our prices in the formats that other programs read, file by file, with what each file was
// made from and what it cannot say.
type ExportIndex struct {
	Version     string    `json:"version"`     // of the snapshot
	LastUpdated Timestamp `json:"lastUpdated"` // when the refresh behind this snapshot ran
	Licences    string    `json:"licences"`    // address of the notices that go with copies of the files
	Exports     []Export  `json:"exports"`     // sorted by path
}

// Export is one file of prices for other programs.
type Export struct {
	Path      string     `json:"path"`    // its address; that of its digest has .sha256 behind it
	Format    string     `json:"format"`  // as pricepoint export names it: models.dev, genai-prices, pi
	Kind      ExportKind `json:"kind"`    // what it consists of
	Readers   []string   `json:"readers"` // programs that read it
	Licence   string     `json:"licence"` // of the whole file, as SPDX names it
	Copyright string     `json:"copyright,omitempty"`

	Upstream *ExportUpstream `json:"upstream,omitempty"` // the list that an overlay lies on; absent: none, or none was ever read
	Absent   ExportAbsence   `json:"absent,omitempty"`   // why there is no such file; absent: there is one
	Cause    string          `json:"cause,omitempty"`    // the same for people, or why an older list had to do

	Size   int64  `json:"size,omitempty"`   // bytes of the plain file
	SHA256 string `json:"sha256,omitempty"` // of the plain file

	Tools  int `json:"tools"`  // tools whose prices the file states as we know them
	Rows   int `json:"rows"`   // rows of these tools: some have several names
	Values int `json:"values"` // numbers of ours in these rows; those that an overlay found equal included

	Corrected int `json:"corrected,omitempty"` // of the rows: those of the list below in which numbers were replaced
	Confirmed int `json:"confirmed,omitempty"` // those of the list below that state our prices already

	Added     []ExportAddition    `json:"added,omitempty"`     // in an overlay: rows of models that the list below lacks
	Replaced  []ExportReplacement `json:"replaced,omitempty"`  // in an overlay: every number that differs from the list below it, in the order of the file
	Left      []ExportLeft        `json:"left,omitempty"`      // in an overlay: rows of our tools that were left as they are
	Dropped   []string            `json:"dropped,omitempty"`   // in an overlay: members of the list that are left out, as JSON Pointers with * for every key: what programs do not need for models and prices, and repeated prices that a program reads otherwise
	Missing   []string            `json:"missing,omitempty"`   // ids of tools of which the file has no row
	Lacking   []ExportLack        `json:"lacking,omitempty"`   // the same tools, each with the reason
	Ambiguous []string            `json:"ambiguous,omitempty"` // in an overlay: names of rows that may mean several tools, which were left as they are
	Losses    []ExportLoss        `json:"losses,omitempty"`    // what we know of the tools in it and the format cannot say

	Unreviewed []string `json:"unreviewed,omitempty"` // in an overlay: providers and models of the list that are left out, as JSON Pointers into it: nobody has reviewed what they make programs install, call or run
}

// ExportKind says what an export consists of.
type ExportKind string

// The kinds of exports.
const (
	Overlay ExportKind = "overlay" // a list that others publish, without what programs do not need, and with some numbers replaced
	Bare    ExportKind = "bare"    // our tools and nothing else
)

// ExportUpstream is the payload that an overlay lies on.
type ExportUpstream struct {
	Source    string    `json:"source"` // the feed
	URL       string    `json:"url"`
	FetchedAt Timestamp `json:"fetchedAt"`
	SHA256    string    `json:"sha256"`
	Archive   string    `json:"archive"` // the store's file that keeps the payload
	Size      int64     `json:"size"`
	Stale     bool      `json:"stale,omitempty"` // the feed has not been confirmed for long
}

// ExportAbsence says why there is no file.
type ExportAbsence string

// The reasons.
const (
	UpstreamNotRead  ExportAbsence = "upstreamNotRead"  // no refresh has read the list below it
	UpstreamUnusable ExportAbsence = "upstreamUnusable" // the list cannot be relied on: it is cut off, says something twice, or is not of its format
)

// ExportAddition is a row of an overlay that the list below lacks, in the form of that list. All of its prices are first hand.
type ExportAddition struct {
	Tool   string `json:"tool"`
	At     string `json:"at"`            // a JSON Pointer (RFC 6901) to the row
	Values int    `json:"values"`        // numbers that are prices
	Basis  Basis  `json:"basis"`         // whose word the price of input is
	URL    string `json:"url,omitempty"` // where it was read
}

// ExportReplacement is one number of an overlay that differs from the list below it.
type ExportReplacement struct {
	Tool  string       `json:"tool"`
	At    string       `json:"at"`              // a JSON Pointer (RFC 6901) into the file
	Class BillingClass `json:"class"`           // what the number is the price of; size: it is no price, but above how many tokens a tier begins
	Was   *Number      `json:"was,omitempty"`   // as the list has it, in its unit; absent: it has none
	Is    Number       `json:"is"`              // ours, in the same unit
	Basis Basis        `json:"basis,omitempty"` // whose word ours is
	URL   string       `json:"url,omitempty"`   // the page that ours was read on
	Quote string       `json:"quote,omitempty"` // its words
}

// ExportLeft is a row of an overlay that was not touched although it means one of our tools.
type ExportLeft struct {
	Tool string     `json:"tool"`
	At   string     `json:"at"` // a JSON Pointer to the row
	Why  LeftReason `json:"why"`
}

// LeftReason says why a row was not touched.
type LeftReason string

// The reasons.
const (
	LeftPartial    LeftReason = "partial"    // it prices a tier, a cache or a service for which we have no number of our own, beside a price that differs from ours
	LeftUnproven   LeftReason = "unproven"   // our price does not rest on the provider's own page, is held, or is of low confidence
	LeftNotSold    LeftReason = "notSold"    // the tool is not sold any more, or not yet
	LeftUnreadable LeftReason = "unreadable" // its prices are not written as the format has them
)

// ExportLack is a tool of which a file has no row.
type ExportLack struct {
	Tool string     `json:"tool"`
	Why  LackReason `json:"why"`
}

// LackReason says why there is no row.
type LackReason string

// The reasons.
const (
	LackPrice     LackReason = "price"     // nobody states its prices
	LackName      LackReason = "name"      // no name is known under which programs look it up
	LackMaker     LackReason = "maker"     // the list has no place for its maker
	LackFirstHand LackReason = "firstHand" // its maker has not printed all prices of such a row
	LackHours     LackReason = "hours"     // its price depends on the hour, which a new row cannot say
	LackLimits    LackReason = "limits"    // the row says how long prompts and answers may be, which is not known
)

// String writes the reason for people.
func (r LackReason) String() string {
	return map[LackReason]string{
		LackPrice: "its price is not known", LackName: "the name under which programs look it up is not known",
		LackMaker: "the list has no place for its maker", LackFirstHand: "its maker has not printed all prices that a row has",
		LackHours: "its price depends on the hour, which a new row cannot say", LackLimits: "how long its prompts and answers may be is not known, which a row says",
	}[r]
}

// ExportLoss is something that we know of a tool and a format cannot say. Where Says is below Is, programs bill too little.
type ExportLoss struct {
	Tool   string       `json:"tool"`
	Kind   LossKind     `json:"kind"`
	Class  BillingClass `json:"class,omitempty"`  // with the largest factor; absent: it is no question of a price
	Terms  Terms        `json:"terms,omitzero"`   // under which the file is wrong
	Says   *Number      `json:"says,omitempty"`   // USD for 1M tokens that a reader of the file takes for the price; absent: none
	Is     *Number      `json:"is,omitempty"`     // what is billed
	Factor *Number      `json:"factor,omitempty"` // Says / Is, four significant digits

	Basis     Basis  `json:"basis,omitempty"`     // of kind basis: whose word the price is
	Publisher string `json:"publisher,omitempty"` // of kind basis: who printed it
}

// LossKind says what is lost.
type LossKind string

// The kinds of losses.
const (
	LostTier       LossKind = "tier"       // longer prompts have another price
	LostCache1h    LossKind = "cache1h"    // a cache write that lasts an hour has another price
	LostCache      LossKind = "cache"      // the price of a cache read or write
	LostHours      LossKind = "hours"      // other hours have another price
	LostWeekdays   LossKind = "weekdays"   // the hours are not those of every day
	LostFrom       LossKind = "from"       // a price that begins or ends on a day, or comes after a promotion that is promised up to one
	LostEnd        LossKind = "end"        // the day on which its maker stops selling the model
	LostService    LossKind = "service"    // batch, flex, priority or another service
	LostRegion     LossKind = "region"     // another region has another price
	LostBasis      LossKind = "basis"      // that not the maker has printed the price
	LostOtherClass LossKind = "otherClass" // a class that is not of text tokens, is billed by the hour or the request, or is a cache write for twelve hours
)

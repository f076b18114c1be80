package data

import "time"

// ProvenanceDocument is /api/provenance.json: the evidence for every published number.
type ProvenanceDocument struct {
	Version     string           `json:"version"`
	LastUpdated Timestamp        `json:"lastUpdated"`
	Tools       []ToolProvenance `json:"tools"`
}

// ToolProvenance is the evidence of one model, field by field.
type ToolProvenance struct {
	ID     string     `json:"id"`
	Name   string     `json:"name"`
	Values []Evidence `json:"values"`

	Properties Properties `json:"properties"` // figures that no score or cost is computed from
}

// Value is the evidence of a published field, nil when the model has none.
func (t ToolProvenance) Value(field string) *Evidence {
	return Find(t.Values, func(e Evidence) bool { return e.Field == field })
}

// The published fields, as they are named in provenance, findings and changes. Prices are in USD per million tokens,
// scores 0-100, the context window in tokens.
const (
	FieldInput      = "pricing.input"
	FieldOutput     = "pricing.output"
	FieldCacheRead  = "pricing.cacheRead"
	FieldCacheWrite = "pricing.cacheCreate"
	FieldContext    = "contextWindow"
	FieldOverall    = "overallScore"
	FieldPerPoint   = "pricePerScorePoint"
)

// Method says how a value came about.
type Method string

// The methods.
const (
	Collected Method = "collected" // read on the provider's or board's own page by this or an earlier run, and still there
	Curated   Method = "catalogue" // verified by a person
	Fed       Method = "feed"      // stated by a price feed, because nobody states it first hand
	Ruled     Method = "rule"      // follows from another value by a stated rule
	Computed  Method = "computed"  // follows from other published values by a formula
	Carried   Method = "carried"   // read earlier; the last reading does not state it, or states something that is held
)

// Confidence is how far a value can be trusted.
type Confidence string

// The confidences.
const (
	High   Confidence = "high"   // the provider's or board's own page, or a record that was checked against it, and nothing contradicts it
	Medium Confidence = "medium" // a third party or a copy, or not checked again lately
	Low    Confidence = "low"    // the provider's own price was not seen
)

// Evidence is what one published number rests on.
//
// Its four clocks are never mixed: receiving a page confirms nothing, finding the value on it does, and only a person
// verifies.
type Evidence struct {
	Field      string     `json:"field"`
	Value      Number     `json:"value"` // exact; a document may show it rounded
	Unit       string     `json:"unit"`  // USD/1M tokens, tokens, percent, USD per point
	Method     Method     `json:"method"`
	Rule       string     `json:"rule,omitempty"`   // the ruling in words, for people
	Ruling     *Ruling    `json:"ruling,omitempty"` // the rule or formula that made it, or that let it through the gate
	Confidence Confidence `json:"confidence"`
	Source     string     `json:"source"`              // the collector, or "catalogue"
	Basis      Basis      `json:"basis,omitempty"`     // whose word it is; absent: computed from other values, or not known
	Publisher  string     `json:"publisher,omitempty"` // who printed it: the provider only where it did; of a benchmark result, who measured it
	PrintedBy  string     `json:"printedBy,omitempty"` // who printed the copy that was read; absent: the publisher
	Subject    string     `json:"subject,omitempty"`   // the name as printed
	URL        string     `json:"url,omitempty"`
	Quote      string     `json:"quote,omitempty"`     // the printed text
	Note       string     `json:"note,omitempty"`      // a doubt of whoever verified it
	Conditions Qualifiers `json:"conditions,omitzero"` // under which it holds
	ListPrice  *Number    `json:"listPrice,omitempty"` // the regular price that the page states beside a promotion
	SHA256     string     `json:"sha256,omitempty"`    // of the payload that holds the quote
	Archive    string     `json:"archive,omitempty"`   // the store's file that keeps the payload

	FetchedAt   Timestamp `json:"fetchedAt"`   // when its source last sent anything; null: never
	ConfirmedAt Timestamp `json:"confirmedAt"` // when the value was last found in what the source sent; null: never
	ChangedAt   Timestamp `json:"changedAt"`   // since when the value is known: first read, verified or computed, and no other one published after that
	VerifiedAt  Timestamp `json:"verifiedAt"`  // when a person last verified it; null: nobody has

	// UnconfirmedSince is when anyone found the value last, where that is so long ago that its confidence is lower.
	UnconfirmedSince Timestamp `json:"unconfirmedSince,omitzero"`

	Earlier []EarlierValue `json:"earlier,omitempty"` // what was published before, oldest first: twelve weeks of it, and the last one

	Placeholder bool           `json:"placeholder,omitempty"` // the value, or one it was computed from, was verified after the time of this snapshot, and no other exists
	Held        string         `json:"held,omitempty"`        // id of the finding that keeps a newer value back
	Agrees      []Statement    `json:"agrees,omitempty"`      // who else states it; sources that copy one another count once
	Disagrees   []Statement    `json:"disagrees,omitempty"`
	Announced   []Announcement `json:"announced,omitempty"`
}

// EarlierValue is what was published of a number before.
type EarlierValue struct {
	Value  Number    `json:"value"`
	Source string    `json:"source"`
	Until  Timestamp `json:"until"` // when another value was published
}

// At is the value that was published at an instant, as far as it is known.
func (e Evidence) At(when time.Time) Number {
	for _, was := range e.Earlier {
		if was.Until.After(when) {
			return was.Value
		}
	}
	return e.Value
}

// Seen is when someone or something last saw the value stand where it was read.
func (e Evidence) Seen() time.Time {
	if e.Method == Curated {
		return e.VerifiedAt.Time
	}
	return e.ConfirmedAt.Time
}

// PromiseOver reports whether the day has passed up to which a promotion was promised, and nobody has found it since.
func (e Evidence) PromiseOver(now time.Time) bool {
	promised := e.Conditions.Promised
	return promised != "" && promised < now.UTC().Format(time.DateOnly) && e.Seen().Format(time.DateOnly) <= promised
}

// Unstated reports whether nobody states this price, so that the input price is shown in its place. It may not be used
// as if it were known.
func (e Evidence) Unstated() bool { return e.Ruling != nil && e.Ruling.Rule.Unknown() }

// RestOn says on which ruling the value rests.
func (e *Evidence) RestOn(r Ruling) { e.Ruling, e.Rule = &r, r.String() }

// Statement is what another source says about a value, under the same conditions.
type Statement struct {
	Source    string    `json:"source"`
	Value     Number    `json:"value"`
	Quote     string    `json:"quote"`
	FetchedAt Timestamp `json:"fetchedAt"`
	Since     Timestamp `json:"since,omitzero"` // when the source was first seen to state it instead of something else; absent: before it was first read
	// CopyOf names the source above whose statement this one repeats, if it copies that one or both copy a third.
	CopyOf string `json:"copyOf,omitempty"`
}

// Announcement is a price that a source says will hold from some day on. It takes effect when it is read again on or
// after that day.
type Announcement struct {
	Value Number `json:"value"`
	From  string `json:"from"` // first day, 2006-01-02
	Quote string `json:"quote"`
	Page  string `json:"page,omitempty"` // on which a person read it; absent: the source's own

	Source     string    `json:"source,omitempty"`    // the collector, or "catalogue"
	Basis      Basis     `json:"basis,omitempty"`     // whose word it is
	Publisher  string    `json:"publisher,omitempty"` // who printed it
	URL        string    `json:"url,omitempty"`       // where it stands
	SHA256     string    `json:"sha256,omitempty"`    // of the payload that holds the quote
	FetchedAt  Timestamp `json:"fetchedAt,omitzero"`  // when that payload was received; absent: never
	VerifiedAt Timestamp `json:"verifiedAt,omitzero"` // when a person read it; absent: nobody has
}

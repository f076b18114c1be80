package data

import (
	"cmp"
	"fmt"
	"time"
)

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

// Basis says whose word a value is.
type Basis string

// The bases. The maker of a model is named only with the first two.
const (
	OwnPage    Basis = "page"        // the own page of whoever decides the number: a provider, a board
	OwnFile    Basis = "file"        // a file that they publish: a list of models in a repository
	OnList     Basis = "list"        // a price list that others keep
	ThirdParty Basis = "third-party" // somebody else's page
	ByRule     Basis = "rule"        // nobody prints it; it follows from what is printed
)

// FirstHand reports whether whoever decides the number printed it.
func (b Basis) FirstHand() bool { return b == OwnPage || b == OwnFile }

// AtMost lowers a confidence to the highest that a word deserves: what whoever decides the number has not printed is never
// of high confidence.
func (b Basis) AtMost(c Confidence) Confidence {
	if !b.FirstHand() && c == High {
		return Medium
	}
	return c
}

// Phrase says whose word it is, for people: "on its own page"; "" where that is not known.
func (b Basis) Phrase() string { return basisPhrases[b] }

var basisPhrases = map[Basis]string{
	OwnPage: "on its own page", OwnFile: "in a file of its own", OnList: "a price list", ThirdParty: "a third party", ByRule: "by rule",
}

// Attribution is who printed a value, for people: the maker by name, anybody else with what they are.
func (e BriefEvidence) Attribution() string {
	printer := e.Printer()
	switch {
	case e.Basis == ByRule && printer != "":
		return "worked out from what " + printer + " prints"
	case e.Basis == ByRule:
		return "worked out"
	case printer == "":
		return e.Basis.Phrase()
	case e.Basis == "" || e.Basis == OwnPage:
		return printer
	case e.Basis == OwnFile:
		return printer + " (a file)"
	default:
		return printer + " (" + e.Basis.Phrase() + ")"
	}
}

// Printer is who printed what was read: of a copy not whom it quotes.
func (e BriefEvidence) Printer() string {
	return cmp.Or(e.PrintedBy, e.Publisher)
}

// Rule names why a value is what it is when its source does not simply print it. The list is closed.
type Rule string

// The rules. The first three make a price where there is none, the next five are formulas, one takes the place of a promotion that is
// over, and the others let through what the gate would have held.
const (
	SameAsInput    Rule = "sameAsInput"    // the provider bills such tokens as input
	InputAsBound   Rule = "inputAsBound"   // nobody states the price, and it is never above that of input
	InputInstead   Rule = "inputInstead"   // nobody states the price; that of input is shown, though it can be higher
	WeightedMean   Rule = "weightedMean"   // of the benchmarks: the overall score
	PerScorePoint  Rule = "perScorePoint"  // the blended price divided by the overall score
	LessDiscount   Rule = "lessDiscount"   // the page prints the list price and what is off it
	TimesInput     Rule = "timesInput"     // the provider prices it as so many times input
	InProportion   Rule = "inProportion"   // nobody prints the list price of a promotion; it is raised as the list price of the same tokens elsewhere
	ListPriceBack  Rule = "listPriceBack"  // the last day of a promotion has passed, or nobody has read one without a stated end for long
	AcceptedByHand Rule = "acceptedByHand" // an operator has accepted it
	Corroborated   Rule = "corroborated"   // an independent source states the same
	ReadAgain      Rule = "readAgain"      // a later reading of the page says the same
)

// Releases reports whether the rule let through what the gate would have held.
func (r Rule) Releases() bool { return r == AcceptedByHand || r == Corroborated || r == ReadAgain }

// Unknown reports whether the rule stands in for a price that nobody states.
func (r Rule) Unknown() bool { return r == InputAsBound || r == InputInstead }

// Ruling is a rule with its details.
type Ruling struct {
	Rule      Rule      `json:"rule"`
	By        string    `json:"by,omitempty"`       // the operator who accepted it, or who states the same
	At        Timestamp `json:"at,omitzero"`        // when it was accepted, or read again; of a promotion without a stated end, when it was read last
	FirstRead Timestamp `json:"firstRead,omitzero"` // of what was read again
	Formula   string    `json:"formula,omitempty"`  // with its numbers
	Until     string    `json:"until,omitempty"`    // the last day of the promotion, 2006-01-02
}

// String writes the ruling for people.
func (r Ruling) String() string {
	switch r.Rule {
	case SameAsInput:
		return "same as input"
	case InputAsBound:
		return "unknown, input as upper bound"
	case InputInstead:
		return "unknown, input price shown"
	case AcceptedByHand:
		return fmt.Sprintf("accepted by %s on %s", r.By, r.At.Format(time.DateOnly))
	case Corroborated:
		return r.By + " states the same"
	case ListPriceBack:
		return "list price, since " + r.Promotion(func(day string) string { return day })
	case ReadAgain:
		return fmt.Sprintf("first read on %s, and again on %s", r.FirstRead.Format(time.DateOnly), r.At.Format(time.DateOnly))
	default:
		return r.Formula
	}
}

// Promotion says of the promotion in whose place a list price is why it is thought to be over, with its day as a reader
// wants to see it.
func (r Ruling) Promotion(written func(day string) string) string {
	if r.Until == "" {
		return "a promotion without a stated end was last read on " + written(r.At.Format(time.DateOnly))
	}
	return "a promotion was said to last until " + written(r.Until)
}

package data

import (
	"fmt"
	"time"
)

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

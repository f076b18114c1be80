package data

import "cmp"

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

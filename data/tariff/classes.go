package tariff

import (
	"cmp"
	"slices"
	"strings"

	"pricepoint/data"
)

// A class of a modality has it in front: audio.input. What follows the dot is its kind.

func kindOf(class data.BillingClass) data.BillingClass {
	return class[strings.LastIndexByte(string(class), '.')+1:]
}

// sibling is the class of another kind in the same modality.
func sibling(class, kind data.BillingClass) data.BillingClass {
	return class[:len(class)-len(kindOf(class))] + kind
}

// promptKinds are the kinds of tokens that a prompt has, in their order: what is read from a cache is its beginning, what
// is written for longer comes before the rest.
var promptKinds = []data.BillingClass{data.ClassCacheRead, data.ClassCacheWrite12h, data.ClassCacheWrite1h, data.ClassCacheWrite, data.ClassInput}

var answerKinds = []data.BillingClass{data.ClassOutput, data.ClassReasoning}

func isPrompt(class data.BillingClass) bool { return slices.Contains(promptKinds, kindOf(class)) }

func isAnswer(class data.BillingClass) bool { return slices.Contains(answerKinds, kindOf(class)) }

// inPrompt orders classes: those of a prompt as it has them, those of an answer, all others.
func inPrompt(a, b data.BillingClass) int {
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
}

func rank(class data.BillingClass) int {
	order := slices.Concat(promptKinds, answerKinds)
	if at := slices.Index(order, kindOf(class)); at >= 0 {
		return at
	}
	return len(order)
}

// inputOf is the class as which tokens are billed that are billed as input: that of their modality, and of text where the
// class is the input of a modality itself.
func inputOf(class data.BillingClass) data.BillingClass {
	if kindOf(class) == data.ClassInput {
		return data.ClassInput
	}
	return sibling(class, data.ClassInput)
}

// inTokens reports whether a class counts tokens: no line of it is for anything else.
func inTokens(t data.Tariff, class data.BillingClass) bool {
	return !slices.ContainsFunc(t.Lines, func(l data.TariffLine) bool { return l.Class == class && l.Per.Of != tokens })
}

// What lines are for, as Measure.Of has it.
const (
	tokens     = "tokens"
	tokenHours = "tokenHours"
)

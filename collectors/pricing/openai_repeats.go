package pricing

import (
	"slices"

	"pricepoint/data"
)

// openAIPrice is a price without the bound on the prompt, which one form of a row states and another leaves out.
type openAIPrice struct {
	subject, value string
	unit           data.Unit
	field          data.Field
	qualifiers     data.Qualifiers
}

func withoutBound(o data.Observation) openAIPrice {
	n, _ := data.ParseNumber(o.Value)
	o.Qualifiers.ContextUpTo, o.Qualifiers.UpToOp = "", ""
	return openAIPrice{o.Subject, n.String(), o.Unit, o.Field, o.Qualifiers}
}

// withoutRepeats drops a price without a bound on the prompt that the page also prints with one: the rows it shows
// leave out of the name what the rows it holds say in it.
func withoutRepeats(found []data.Observation) []data.Observation {
	bounded := map[openAIPrice]bool{}
	for _, o := range found {
		bounded[withoutBound(o)] = bounded[withoutBound(o)] || o.Qualifiers.ContextUpTo != ""
	}
	return slices.DeleteFunc(found, func(o data.Observation) bool {
		return o.Qualifiers.ContextUpTo == "" && bounded[withoutBound(o)]
	})
}

// vettedPrices returns what the section for vetted customers adds to the others. Equal prices are repeats; what differs
// for a model that others may buy too holds for vetted customers only, and has the status "cyber".
func vettedPrices(cyber, others []data.Observation) []data.Observation {
	sold, repeated := map[string]bool{}, map[openAIPrice]bool{}
	for _, o := range others {
		sold[o.Subject], repeated[withoutBound(o)] = true, true
	}
	var added []data.Observation
	for _, o := range cyber {
		if repeated[withoutBound(o)] {
			continue
		}
		if sold[o.Subject] {
			o.Qualifiers.Status = "cyber"
		}
		added = append(added, o)
	}
	return added
}

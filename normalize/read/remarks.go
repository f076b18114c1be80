package read

import (
	"fmt"
	"slices"

	"pricepoint/data"
	"pricepoint/normalize/names"
)

// understood is a printed number of a tool. One that stands under a heading nobody has said the meaning of, or beside
// words that its reader has not understood, has a remark: it is evidence, and never what is published. Where nothing but
// the remark keeps it from that, it is a finding.
func (r reader) understood(o data.Observation, tool string) data.Observation {
	plain := o.Qualifiers
	plain.Remark = ""
	if !generalTerms(plain, r.in.Provider(r.seen.Provider(tool)).Region) {
		return o
	}
	switch heading := r.unknownHeading(o, tool); {
	case o.Qualifiers.Remark != "":
		r.found.Add(remarked(o, o.Qualifiers.Remark, "stands beside prices", "the source says it clearly, or its reader learns the words"))
	case heading != "":
		o.Qualifiers.Remark = heading
		f := remarked(o, heading, "stands over prices", "pricepoint findings know, if they are those of text tokens at the standard service")
		f.Rules, f.Breaches = []data.GateRule{data.RuleHeading}, []data.Breach{{Rule: data.RuleHeading, Why: f.Why, Text: heading}}
		r.found.Add(f)
	}
	return o
}

// unknownHeading is the first title over a number that the catalogue does not know and that is not the name of its tool.
func (r reader) unknownHeading(o data.Observation, tool string) string {
	i := slices.IndexFunc(o.Address.Section, func(title string) bool {
		if r.in.Catalog.Naming.KnowsHeading(o.Source, title) {
			return false
		}
		m := r.seen.Resolve(o.Source, title, o.FetchedAt.Time)
		return m.Kind != names.Tool || m.Tool != tool
	})
	if i < 0 {
		return ""
	}
	return o.Address.Section[i]
}

// remarked reports words that keep prices from being published; each text once for a source.
func remarked(o data.Observation, words, stands, ends string) data.Finding {
	return data.Finding{
		Kind: data.Refused, Source: o.Source, Quote: words, URL: o.URL, Evidence: o.FetchedAt,
		Why:  fmt.Sprintf("%s: %q %s, of %s among others, and nobody has said what it means; they are evidence and not published", o.Source, words, stands, o.Subject),
		Ends: ends,
	}.Identified()
}

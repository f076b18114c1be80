package changes

import (
	"slices"

	"pricepoint/data"
)

// said is what a source stated of a number.
type said struct {
	source string
	value  data.Number
}

// ownWord stands for everyone who reads the provider's or the board's own page: the collector, or a person.
const ownWord = "first hand"

// statements are what a snapshot knows that its sources stated of a number, the published value included. A fact of the
// catalogue is as good as the page it was read on.
func statements(e data.Evidence) []said {
	var all []said
	switch e.Method {
	case data.Collected:
		all = []said{{e.Source, e.Value}, {ownWord, e.Value}}
	case data.Fed, data.Carried:
		all = []said{{e.Source, e.Value}}
	case data.Curated:
		all = []said{{e.URL, e.Value}}
		if e.Basis.FirstHand() {
			all = append(all, said{ownWord, e.Value})
		}
	}
	for _, s := range slices.Concat(e.Agrees, e.Disagrees) {
		all = append(all, said{s.Source, s.Value})
	}
	return all
}

// kindOfMove tells a number that moved from one that is only read elsewhere, or in another way, by now. It has changed
// when one source that stated the old number states the new one. Where no source shows that, what was published is
// corrected: what is billed need not have moved at all. A price that follows from that of input moves as that does.
func kindOfMove(field string, before, after map[string]publishedValue) data.ChangeKind {
	old, now := before[field], after[field]
	if old.by(data.Ruled) && now.by(data.Ruled) {
		old, now = before[data.FieldInput], after[data.FieldInput]
	}
	switch {
	case old.placeholder || now.placeholder:
		return data.Corrected
	case old.Value == nil || now.Value == nil || old.because == nil || now.because == nil:
		return data.Changed // it is new or gone, or its snapshot was made before there was evidence
	case now.by(data.Computed):
		return data.Changed
	case slices.ContainsFunc(old.stated, func(s said) bool { return s.value.Equal(*old.Value) && now.statedBy(s.source, *now.Value) }):
		return data.Changed
	default:
		return data.Corrected
	}
}

// statedBy reports whether a source states a number.
func (v publishedValue) statedBy(source string, n data.Number) bool {
	return slices.ContainsFunc(v.stated, func(s said) bool { return s.source == source && s.value.Equal(n) })
}

// by reports whether a value came about by a method.
func (v publishedValue) by(m data.Method) bool { return v.because != nil && v.because.Method == m }

// readBy is who stated a value, "" when nobody had by then.
func (v publishedValue) readBy() string {
	if v.placeholder || v.because == nil {
		return ""
	}
	return v.because.Source
}

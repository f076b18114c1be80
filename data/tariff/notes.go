package tariff

import (
	"maps"
	"slices"

	"pricepoint/data"
)

// notes are what is to be known about the lines that were applied, and about those that were announced in their place.
func (q *question) notes(items []Item) []Note {
	about := map[NoteKind][]int{}
	add := func(kind NoteKind, line int) { about[kind] = append(about[kind], line) }
	for _, item := range items {
		terms := q.tariff.Lines[item.Line].Terms
		if terms.Context != nil && q.usage.Requests > 1 {
			add(AverageRequest, item.Line)
		}
		if q.mixed && hasExcess(terms.Context) {
			add(PromptOrder, item.Line)
		}
		if terms.Kind == data.KindPromotional && !terms.Until.IsZero() {
			add(PromotionEnds, item.Line)
		}
		if terms.Promised != "" {
			add(PromotionPromised, item.Line)
		}
	}
	for i, l := range q.tariff.Lines {
		if l.Terms.Kind == data.KindAnnounced && q.looked[l.Class] && q.meant(l) {
			add(PriceAnnounced, i)
		}
	}
	var notes []Note
	for _, kind := range slices.Sorted(maps.Keys(about)) {
		lines := about[kind]
		slices.Sort(lines)
		notes = append(notes, Note{kind, slices.Compact(lines)})
	}
	return notes
}

// meant reports whether a line leads to the terms that were asked for, whatever the size of the prompts, the hour and the
// day.
func (q *question) meant(l data.TariffLine) bool {
	if l.Terms.Effort != "" && l.Terms.Effort != q.usage.Effort {
		return false
	}
	ways, _ := q.ways(l.Class)
	return slices.ContainsFunc(ways, func(w way) bool { return w.service == service(l.Terms.Service) && w.region == l.Terms.Region })
}

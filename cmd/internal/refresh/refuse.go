package refresh

import (
	"fmt"
	"maps"
	"slices"

	"pricepoint/data"
)

// Refuse fails readings that must not replace the last good ones: those of older pages and, unless acceptFewer, those
// that have lost much.
func Refuse(results []data.Reading, previous *data.Snapshot, acceptFewer bool) {
	refuseOlder(results, previous)
	if !acceptFewer {
		refuseFewer(results, previous)
	}
}

// refuseOlder fails readings of pages that are older than what was read before: a replay of old pages must not undo
// what newer ones said.
func refuseOlder(results []data.Reading, previous *data.Snapshot) {
	if previous == nil {
		return
	}
	for i, r := range results {
		for _, before := range previous.Manifest.Sources {
			for _, d := range r.Inputs {
				if before.ID == r.Source && d.FetchedAt.Before(before.LastConfirmed.Time) {
					results[i].Failure = data.Failed(data.PageTooOld, "%s is of %s, older than the last good reading of %s", d.URL, d.FetchedAt, before.LastConfirmed)
				}
			}
		}
	}
}

// refuseFewer fails readings that have lost much of what the last good one had: part of the page was probably not
// understood, and its values must not vanish.
func refuseFewer(results []data.Reading, previous *data.Snapshot) {
	if previous == nil {
		return
	}
	for i, r := range results {
		for _, before := range previous.Manifest.Sources {
			if before.ID != r.Source || r.Failure != nil {
				continue
			}
			if lost := lost(before, r.Observations); lost != "" {
				results[i].Failure = data.Failed(data.ValuesMissing, "%s; if that is right, run refresh --only %s --accept-fewer", lost, r.Source)
			}
		}
	}
}

// fewest is how many values of a field may vanish without question.
const fewest = 3

// lost says what a reading lacks that the last good one had: half of the rows, or a whole column. It is "" when that
// is not much.
func lost(before data.SourceRecord, now []data.Observation) string {
	if 2*len(now) < before.Rows {
		return fmt.Sprintf("%d rows before, %d now: more than half are gone", before.Rows, len(now))
	}
	for _, field := range slices.Sorted(maps.Keys(before.Fields)) {
		there := func(o data.Observation) bool { return o.Field == field }
		if n := before.Fields[field]; n > fewest && !slices.ContainsFunc(now, there) {
			return fmt.Sprintf("%d values of %s before, none now", n, field)
		}
	}
	return ""
}

package refresh

import (
	"fmt"
	"maps"
	"slices"

	"pricepoint/data"
)

// Refuse fails readings that must not replace the last good ones: those of older pages, since a replay must not undo what newer
// ones said, and unless acceptFewer those that have lost much, since part of the page was probably not understood.
func Refuse(results []data.Reading, previous *data.Snapshot, acceptFewer bool) {
	if previous == nil {
		return
	}
	for i, r := range results {
		at := slices.IndexFunc(previous.Manifest.Sources, func(s data.SourceRecord) bool { return s.ID == r.Source })
		if at < 0 {
			continue
		}
		before := previous.Manifest.Sources[at]
		for _, d := range r.Inputs {
			if d.FetchedAt.Before(before.LastConfirmed.Time) {
				r.Failure = data.Failed(data.PageTooOld, "%s is of %s, older than the last good reading of %s", d.URL, d.FetchedAt, before.LastConfirmed)
			}
		}
		if lost := lost(before, r.Observations); lost != "" && r.Failure == nil && !acceptFewer {
			r.Failure = data.Failed(data.ValuesMissing, "%s; if that is right, run refresh --only %s --accept-fewer", lost, r.Source)
		}
		results[i] = r
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

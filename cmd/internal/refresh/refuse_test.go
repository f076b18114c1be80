package refresh

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"pricepoint/data"
)

// rowsOf makes n observations of each field.
func rowsOf(n int, fields ...data.Field) []data.Observation {
	var all []data.Observation
	for _, field := range fields {
		for range n {
			all = append(all, data.Observation{Field: field})
		}
	}
	return all
}

func TestRefuse(t *testing.T) {
	previous := &data.Snapshot{Manifest: data.Manifest{Sources: []data.SourceRecord{{
		SourceStatus: data.SourceStatus{ID: "pricing_acme", Rows: 20},
		Fields:       map[data.Field]int{data.PriceInput: 8, data.PriceOutput: 8, data.PriceCacheRead: 4},
	}}}}
	for name, tc := range map[string]struct {
		previous *data.Snapshot
		now      []data.Observation
		says     string // "" when the reading is taken
	}{
		"as before":            {previous, rowsOf(7, data.PriceInput, data.PriceOutput, data.PriceCacheRead), ""},
		"half of the rows":     {previous, append(rowsOf(4, data.PriceInput, data.PriceOutput), rowsOf(2, data.PriceCacheRead)...), ""},
		"less than half":       {previous, rowsOf(3, data.PriceInput, data.PriceOutput, data.PriceCacheRead), "20 rows before, 9 now: more than half are gone; if that is right, run refresh --only pricing_acme --accept-fewer"},
		"a column is gone":     {previous, rowsOf(8, data.PriceInput, data.PriceOutput), "4 values of price.cacheRead before, none now; if that is right"},
		"the first reading":    {nil, rowsOf(1, data.PriceInput), ""},
		"a source not in it":   {&data.Snapshot{}, rowsOf(1, data.PriceInput), ""},
		"never read up to now": {&data.Snapshot{Manifest: data.Manifest{Sources: []data.SourceRecord{{SourceStatus: data.SourceStatus{ID: "pricing_acme"}}}}}, rowsOf(1, data.PriceInput), ""},
	} {
		t.Run(name, func(t *testing.T) {
			results := []data.Reading{{Source: "pricing_acme", Observations: tc.now}}
			Refuse(results, tc.previous, false)
			err := results[0].Failure
			if (err == nil) != (tc.says == "") || err != nil && (err.Class != data.ValuesMissing || !strings.Contains(err.Cause, tc.says)) {
				t.Errorf("Refuse = %v, want %q", err, tc.says)
			}
		})
	}
}

// TestReportClassifiesWhyNothingWasPublished wraps every error as the store and the job do: the class is told apart from
// the words, and the words are said once.
func TestReportClassifiesWhyNothingWasPublished(t *testing.T) {
	path := &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	for name, tt := range map[string]struct {
		err    error
		class  data.RunFailure
		reason string
	}{
		"published":     {nil, "", ""},
		"nothing read":  {nothingRead(make([]data.Reading, 23)), data.RunReadNothing, "none of the 23 sources could be read, the last good values stay"},
		"interrupted":   {fmt.Errorf("stopped: %w", context.Canceled), data.RunInterrupted, "stopped before it was done"},
		"no space":      {fmt.Errorf("store x: %w; free some", path), data.RunLackedSpace, "store x: write x: no space left on device; free some"},
		"over quota":    {syscall.EDQUOT, data.RunLackedSpace, "disk quota exceeded"},
		"read-only":     {syscall.EROFS, data.RunReadOnly, "read-only file system"},
		"no permission": {syscall.EACCES, data.RunNotPermitted, "permission denied"},
		"other":         {errors.New("no space left on device"), data.RunFailedOtherwise, "no space left on device"},
	} {
		t.Run(name, func(t *testing.T) {
			r := new(Job).outcome(Outcome{}, tt.err).report(data.Timestamp{}, data.Timestamp{})
			if r.Class != tt.class || r.Reason != tt.reason {
				t.Errorf("report says %q, %q; want %q, %q", r.Class, r.Reason, tt.class, tt.reason)
			}
		})
	}
}

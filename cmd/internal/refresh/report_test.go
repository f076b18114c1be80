package refresh

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"pricepoint/data"
)

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

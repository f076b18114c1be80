package figures

import (
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/cmd/internal/refresh"
	"pricepoint/data"
)

var october fixture.Once[data.Snapshot]

// inOctober is a first refresh on the 15th of October 2026, from the newest captures of most sources.
func inOctober(t *testing.T) data.Snapshot {
	t.Helper()
	from := refresh.Origin{Replay: fixture.Recorded(t), AsOf: time.Date(2026, 10, 15, 0, 0, 0, 0, time.UTC)}
	return october.Of(t, func() data.Snapshot {
		r := fixture.Refresher(t, t.TempDir())
		if _, err := r.Once(t.Context(), from, nil, false); err != nil {
			t.Fatal(err)
		}
		made, _, err := r.Store.Latest()
		if err != nil {
			t.Fatal(err)
		}
		return made
	})
}

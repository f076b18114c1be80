// Package scores computes again, as a reader would, what is published of scores, recommendations and the cost of a solved
// task: from nothing but the documents, what people have curated, and the recorded boards. Start at picks_test.go, where the
// documents are read; example_test.go writes the example of scoring/README.md.
//
// The models themselves are tested in scoring and normalize.
package scores

import (
	"flag"
	"os"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/cmd/internal/refresh"
	"pricepoint/data"
)

var update = flag.Bool("update", false, "rewrite the example of scoring/README.md")

func TestMain(m *testing.M) { os.Exit(fixture.Tests(m)) }

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

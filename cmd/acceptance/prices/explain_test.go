package prices

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/cmd/internal/explain"
	"pricepoint/cmd/internal/fixture"
	"pricepoint/cmd/internal/published"
	"pricepoint/data"
)

// slip is what no sentence may have: a verb without its value, a hole, a time that was never set, a doubled full stop.
var slip = regexp.MustCompile(`%!|  | [.,;:)]|\(\)|""|<nil>| 1 January 1\b|[^.]\.\.( |$)|: \.`)

// TestExplainRecorded explains every number of a year of refreshes from real captures.
func TestExplainRecorded(t *testing.T) {
	t.Parallel()
	r := fixture.Refresher(t, t.TempDir())
	methods := map[data.Method]int{}
	days := []string{"2025-11-03", "2026-07-27", "2026-10-19"}
	for _, snapshot := range fixture.Year(t) {
		day := snapshot.Manifest.GeneratedAt.Format(time.DateOnly)
		if !slices.Contains(days, day) {
			continue
		}
		provenance, err := published.Document[data.ProvenanceDocument](snapshot, data.ProvenancePath)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range provenance.Tools {
			x, err := explain.New(r.Data, snapshot, tool)
			if err != nil {
				t.Fatal(err)
			}
			for _, field := range explain.Fields() {
				checkProse(t, day, x.Paragraphs(field)...)
				if e := tool.Value(field); e != nil {
					methods[e.Method]++
				}
			}
			checkProse(t, day, x.Paragraphs("")[1:]...)
		}
	}
	for _, method := range []data.Method{data.Collected, data.Curated, data.Fed, data.Ruled, data.Computed} {
		if methods[method] == 0 {
			t.Errorf("the captures have no value by the method %q", method)
		}
	}
}

func checkProse(t *testing.T, day string, paragraphs ...string) {
	t.Helper()
	for _, p := range paragraphs {
		if found := slip.FindString(p); found != "" || !strings.HasSuffix(p, ".") {
			t.Errorf("%s: %q in: %s", day, found, p)
		}
	}
}

package figures

import (
	"fmt"
	"regexp"
	"slices"
	"testing"
	"time"

	"pricepoint/cmd/internal/explain"
	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// slip is what no line may have: a verb without its value, a hole, a time that was never set.
var slip = regexp.MustCompile(`%!| [,;:)]|\(\)|<nil>|0001-01-01|(?m:: $)`)

// TestExplainRecorded explains every number of a year of refreshes from real captures.
func TestExplainRecorded(t *testing.T) {
	t.Parallel()
	r := fixture.Refresher(t, t.TempDir())
	methods := map[data.Method]int{}
	days := []string{"2025-11-03", "2026-07-27", "2026-10-19"}
	for _, snapshot := range year(t) {
		day := snapshot.Manifest.GeneratedAt.Format(time.DateOnly)
		if !slices.Contains(days, day) {
			continue
		}
		for _, tool := range documentOf[data.ProvenanceDocument](t, snapshot, data.ProvenancePath).Tools {
			x, err := explain.New(r.Data, snapshot, tool)
			if err != nil {
				t.Fatal(err)
			}
			for _, field := range explain.Fields() {
				if told := x.Tell(field); slip.MatchString(told) {
					t.Errorf("%s: %q in: %s", day, slip.FindString(told), told)
				}
				if e := tool.Value(field); e != nil {
					methods[e.Method]++
				}
			}
			if told := fmt.Sprint(x.Overview()); slip.MatchString(told) {
				t.Errorf("%s: %q in: %s", day, slip.FindString(told), told)
			}
		}
	}
	for _, method := range []data.Method{data.Collected, data.Curated, data.Fed, data.Ruled, data.Computed} {
		if methods[method] == 0 {
			t.Errorf("the captures have no value by the method %q", method)
		}
	}
}

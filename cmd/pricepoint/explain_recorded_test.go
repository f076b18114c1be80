package main

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
)

// slip is what no sentence may have: a verb without its value, a hole, a time that was never set, a doubled full stop.
var slip = regexp.MustCompile(`%!|  | [.,;:)]|\(\)|""|<nil>| 1 January 1\b|[^.]\.\.( |$)|: \.`)

// TestExplainRecorded explains every number of a year of refreshes from real captures.
func TestExplainRecorded(t *testing.T) {
	t.Parallel()
	r := newReplayed(t)
	explained := map[data.Method]int{}
	for _, day := range []string{"2025-11-03", "2026-07-27", "2026-10-15"} {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		snapshot := r.week(at)
		provenance, err := documentOf[data.ProvenanceDocument](snapshot, data.ProvenancePath)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range provenance.Tools {
			x, err := r.newExplainer(snapshot, tool)
			if err != nil {
				t.Fatal(err)
			}
			for _, field := range fieldNames() {
				checkProse(t, day, x.paragraphs(field)...)
				if e := tool.Value(field); e != nil {
					explained[e.Method]++
				}
			}
			checkProse(t, day, x.paragraphs("")[1:]...)
		}
	}
	for _, method := range []data.Method{data.Collected, data.Curated, data.Fed, data.Ruled, data.Computed} {
		if explained[method] == 0 {
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

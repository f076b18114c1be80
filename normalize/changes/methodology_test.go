package changes

import (
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/normalize/fixture"
)

// scored is a snapshot with scores by a version of the methodology.
func scored(t *testing.T, week int, version string, scores map[string]string) data.Snapshot {
	t.Helper()
	prices := map[string]string{}
	for id := range scores {
		prices[id] = "2"
	}
	s := priced(t, now.AddDate(0, 0, 7*week), prices)
	provenance := fixture.Document[data.ProvenanceDocument](t, s, data.ProvenancePath)
	for i, tool := range provenance.Tools {
		provenance.Tools[i].Values = append(tool.Values, data.Evidence{Field: data.FieldOverall, Value: data.MustNumber(scores[tool.ID]), Method: data.Computed})
	}
	s.Documents[0] = asDocument(t, data.ProvenancePath, provenance)
	s.Documents = append(s.Documents, asDocument(t, data.BenchmarksPath, data.BenchmarksDocument{Benchmarks: data.Benchmarks{Version: version + "+" + s.Manifest.Version}}))
	return s
}

// TestAnotherMethodologyIsOneEntry: its scores are compared with none from before.
func TestAnotherMethodologyIsOneEntry(t *testing.T) {
	two := scored(t, 0, "2", map[string]string{"tool-01": "70", "tool-02": "60"})
	for _, tt := range []struct {
		name  string
		after data.Snapshot
		want  string
	}{
		{"the same", scored(t, 1, "2", map[string]string{"tool-01": "71", "tool-02": "60"}), "changed tool-01 overallScore"},
		{"another", scored(t, 1, "3", map[string]string{"tool-01": "40", "tool-02": "30"}), "corrected  methodologyVersion"},
		{"another, and a new tool", scored(t, 1, "3", map[string]string{"tool-01": "40", "tool-02": "60", "tool-03": "50"}), "listed tool-03 overallScore"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			after := following(t, &two, tt.after)
			var told []string
			for _, c := range changesOf(t, after).Changes {
				if c.Field == data.FieldOverall || c.Field == data.FieldMethodology {
					told = append(told, string(c.Kind)+" "+c.Tool+" "+c.Field)
				}
			}
			if got := strings.Join(told, "; "); got != tt.want && got != "corrected  methodologyVersion; "+tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			var feed string
			for _, d := range after.Documents {
				if d.Path == data.ChangesFeedPath {
					feed = string(d.Body)
				}
			}
			if says := strings.Contains(feed, "made by methodology 3 from now on, and by 2 before"); says != strings.HasPrefix(tt.name, "another") {
				t.Errorf("the feed says %s", feed)
			}
		})
	}
}

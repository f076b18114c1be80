package read

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/fixture"
)

// TestDoubtedRuns holds results of one tool against one another: who measured does not matter, the agent and the tasks do.
func TestDoubtedRuns(t *testing.T) {
	run := func(value, effort, harness string) data.Observation {
		return fixture.Row("leaderboard_x", "grok-4-7", "score.deepSWE", value, data.Qualifiers{Effort: effort, Harness: harness})
	}
	s := fixture.Shipped(t).Scoring
	column := func(id string) catalog.Column {
		for _, c := range s.Columns {
			if c.ID == id {
				return c
			}
		}
		t.Fatalf("no column %s", id)
		return catalog.Column{}
	}
	for _, tt := range []struct {
		name   string
		mercor []data.Observation
		makers []data.Observation
		want   []string // results of Mercor's that count
	}{
		{"far below a lower effort", []data.Observation{run("24.8", "xhigh", "mini-swe-agent"), run("63.7", "high", "mini-swe-agent")}, nil, []string{"63.7"}},
		{"far below the maker's lower effort", []data.Observation{run("33.3", "xhigh", "mini-swe-agent")}, []data.Observation{run("71", "high", "mini-swe-agent")}, nil},
		{"in another agent", []data.Observation{run("33.3", "xhigh", "mini-swe-agent")}, []data.Observation{run("71", "high", "Grok Build")}, []string{"33.3"}},
		{"as far as allowed", []data.Observation{run("51.1", "xhigh", "mini-swe-agent")}, []data.Observation{run("71", "high", "mini-swe-agent")}, []string{"51.1"}},
		{"at the limit", []data.Observation{run("51", "xhigh", "mini-swe-agent")}, []data.Observation{run("71", "high", "mini-swe-agent")}, nil},
		{"far below a higher effort", []data.Observation{run("33.3", "low", "mini-swe-agent"), run("71", "max", "mini-swe-agent")}, nil, []string{"33.3", "71"}},
		{"far below the same effort", []data.Observation{run("42.5", "max", "mini-swe-agent")}, []data.Observation{run("63.4", "max", "mini-swe-agent")}, []string{"42.5"}},
		{"an effort that nobody states", []data.Observation{run("33.3", "high", "mini-swe-agent")}, []data.Observation{run("71", "", "mini-swe-agent")}, []string{"33.3"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rows := rowsOfBoards{"deepSWEMercor": {"grok-4-7": tt.mercor}, "deepSWEMakers": {"grok-4-7": tt.makers}}
			believed, doubts := rows.believed(s, column("deepSWEMercor"))
			var got []string
			for _, o := range believed["grok-4-7"] {
				got = append(got, o.Value)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("results that count (-want +got):\n%s", diff)
			}
			if len(doubts)+len(got) != len(tt.mercor) {
				t.Errorf("%d findings and %d results of %d runs", len(doubts), len(got), len(tt.mercor))
			}
			for _, f := range doubts {
				if f.Kind != data.Doubted || f.Tool != "grok-4-7" || f.Field != "deepSWEMercor" || f.ID == "" {
					t.Errorf("finding %+v", f)
				}
			}
		})
	}
}

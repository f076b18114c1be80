package leaderboard

import (
	"slices"
	"strings"
	"testing"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const (
	trackerFile = "leaderboards/raw.githubusercontent.com/lprhodes/deepswe-tracker/main/data/deepswe-1.1@2026-10-10.csv"
	trackerURL  = "https://raw.githubusercontent.com/lprhodes/deepswe-tracker/main/data/deepswe-1.1.csv"
)

func FuzzDeepSWETracker(f *testing.F) { fuzzBoard(f, "leaderboard_deepswetracker") }

// TestRecordedTracker reads the capture: who measured is told apart, and so is what of it stands in one row.
func TestRecordedTracker(t *testing.T) {
	found, refused, err := collectors.Parse(sourcetest.Named(t, Sources(), "leaderboard_deepswetracker"),
		[]web.Payload{sourcetest.Capture(t, trackerFile, trackerURL)})
	if err != nil || len(refused) > 0 {
		t.Fatalf("Parse refuses %v (%v)", refused, err)
	}
	count := map[data.By]int{}
	for _, o := range scoresOf(found) {
		count[o.Qualifiers.MeasuredBy]++
	}
	// 70 rows of the board as it is, and 16 of its launch whose models it has not measured again: 19 less three.
	for by, want := range map[data.By]int{"": 86, data.ByMaker: 66, data.ByIndependent: 52, data.ByQuoted: 8} {
		if count[by] != want {
			t.Errorf("%d scores measured by %q, want %d", count[by], by, want)
		}
	}
	mini := qualifiers{Board: "v1.1", Harness: "mini-swe-agent", MeasuredBy: data.ByIndependent, Measurer: "Mercor"}
	at := func(q qualifiers, effort string) qualifiers { q.Effort = effort; return q }
	for _, tt := range []struct {
		name, subject string
		field         data.Field
		q             qualifiers
		want          string
	}{
		{"Mercor's run", "Haiku 5.5", trackerScore, at(mini, "max"), "59.9"},
		{"its interval", "Haiku 5.5", data.ScoreMargin, at(mini, "max"), "7.7"},
		{"a higher effort", "Grok 4.6", trackerScore, at(mini, "xhigh"), "24.8"},
		{"of which there is no lower one", "Grok 4.7", trackerScore, at(mini, "xhigh"), "33.3"},
		{"no effort", "GLM 5", trackerScore, mini, "2.1"},
		{"the maker's figure", "Grok 4.7", trackerScore, qualifiers{Board: "v1.1", Harness: "mini-swe-agent", Effort: "high", MeasuredBy: data.ByMaker, Measurer: "xAI Grok 4.7 Model Card"}, "71"},
		{"of one of eight agents", "DS-V4.1-Flash (Codex)", trackerScore, qualifiers{Board: "v1.1", Harness: "Codex", Effort: "max", MeasuredBy: data.ByMaker, Measurer: "DeepSeek-V4.1-Flash HuggingFace Model Card"}, "65.6"},
		{"quoted", "Grok 4.7", trackerScore, qualifiers{Board: "v1.1", Harness: "Grok Build", Effort: "xhigh", MeasuredBy: data.ByQuoted, Measurer: "Artificial Analysis (Benchmarking Grok 4.7)"}, "73"},
		{"the board's own", "grok-4-6", trackerScore, qualifiers{Board: "v1.1", Harness: "mini-swe-agent", Effort: "xhigh"}, "66.74"},
		{"of its launch", "claude-opus-4-6", trackerScore, qualifiers{Board: "v1.1", Harness: "mini-swe-agent", Effort: "max"}, "27.6"},
		{"of another model of that name", "deepseek-v4-pro", trackerScore, qualifiers{Board: "v1.1", Harness: "mini-swe-agent"}, ""},
	} {
		if got := sourcetest.Value(found, tt.subject, tt.field, tt.q); got != tt.want {
			t.Errorf("%s: %s of %s = %q, want %q", tt.name, tt.field, tt.subject, got, tt.want)
		}
	}
	if i := slices.IndexFunc(found, func(o data.Observation) bool { return strings.HasPrefix(string(o.Field), "cost.") }); i >= 0 {
		t.Errorf("a cost is read: %s", found[i].Quote)
	}
}

// TestTrackerRefusesWhatItDoesNotKnow changes a row so that nobody could say who ran what.
func TestTrackerRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"a new kind of source", "third_party_run,true,A Blog", "rumour,true,A Blog", "nobody knows who measures"},
		{"no model", "eve-5,E5 High,", "eve-5,,", "names no model"},
		{"two results", "eve-5,E5 High,high,mini-swe-agent,50.5", "eve-5,Eve 5,max,mini-swe-agent,51.5,,,,third_party_run,true,Mercor,https://mercor.com/,,,,\neve-5,E5 High,high,mini-swe-agent,50.5", "two values"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			docs := sourcetest.Documents(t, sourcetest.Named(t, Sources(), "leaderboard_deepswetracker"), "table")
			docs[0].Body = []byte(strings.Replace(string(docs[0].Body), tt.old, tt.new, 1))
			_, err := parseTracker(docs)
			if refused, ok := err.(page.Refused); !ok || len(refused) != 1 || !strings.Contains(refused[0].Why, tt.want) {
				t.Errorf("parseTracker = %v, want one row refused: %s", err, tt.want)
			}
		})
	}
}

func TestBrokenTrackerFails(t *testing.T) {
	for _, tt := range []struct{ name, old, new string }{
		{"above 100", ",61.5,", ",161.5,"},
		{"text", ",61.5,", ",good,"},
		{"a cell too many", ",61.5,", ",61,5,"},
		{"kind renamed", "source_type", "source_kind"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := sourcetest.Named(t, Sources(), "leaderboard_deepswetracker")
			sourcetest.WantUnread(t, s, sourcetest.Documents(t, s, "table"), tt.old, tt.new)
		})
	}
}

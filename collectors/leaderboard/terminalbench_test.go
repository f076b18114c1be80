package leaderboard

import (
	"strings"
	"testing"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
)

func terminalBenchFixture(t testing.TB) []web.Payload {
	return sourcetest.Documents(t, sourcetest.Named(t, Sources(), "leaderboard_terminalbench"), "rows")
}

func TestChangedTerminalBenchFails(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"another release", `"4-0-0"`, `"5-0-0"`, "expected 4-0-0"},
		{"share renamed", `"accuracy"`, `"score"`, "lacks accuracy"},
		{"trials renamed", `"n_trials"`, `"trials"`, "lacks accuracy"},
		{"cost renamed", `"total_cost_usd"`, `"total_cost_eur"`, "has no total_cost_usd"},
		{"model renamed", `"model_display"`, `"model"`, "no model"},
		{"agent renamed", `"agent_display"`, `"agent"`, "no model or no agent"},
		{"nothing is shown", `"display"`, `"hidden"`, "0 rows"},
		{"tokens are counted otherwise", `"uncached_input_tokens": `, `"uncached_input_tokens": 1`, "should be all input"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parseTerminalBench(changed(t, terminalBenchFixture(t), tt.old, tt.new))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Parse = %d observations, %v, want an error about %q", len(got), err, tt.want)
			}
		})
	}
}

// A row that contradicts itself is refused; the others are read.
func TestTerminalBenchRefusesRows(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"another count", `"successes": 150`, `"successes": 160`, "are not a share"},
		{"a negative cost", `"total_cost_usd": 1500.25`, `"total_cost_usd": -1500.25`, "no number of USD/run"},
		{"more cached than read", `"cached_input_tokens": 850000000`, `"cached_input_tokens": 950000000`, "more than the 900000000 tokens of input"},
		{"cached input is no part of the input", `"total_tokens": 909000000`, `"total_tokens": 1759000000`, "should be all input"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := sourcetest.Named(t, Sources(), "leaderboard_terminalbench")
			got, refused, err := collectors.Parse(s, changed(t, terminalBenchFixture(t), tt.old, tt.new))
			if err != nil || len(refused) != 1 || !strings.Contains(refused[0].Why, tt.want) {
				t.Errorf("Parse refuses %+v, %v, want one row because of %q", refused, err, tt.want)
			}
			if len(got) < 30 {
				t.Errorf("Parse = %d observations, want those of the other rows", len(got))
			}
		})
	}
}

// FuzzTerminalBench parses anything: no panic, no share above 100 %, no cost of nothing.
func FuzzTerminalBench(f *testing.F) {
	sourcetest.AddSeeds(f, "leaderboard_terminalbench")
	f.Fuzz(func(t *testing.T, body []byte) {
		found, err := parseTerminalBench([]web.Payload{{Body: body}})
		checkAttempts(t, found, err, 100)
	})
}

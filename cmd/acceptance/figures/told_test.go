package figures

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data/rating"
)

// TestSolvedCostsAreTold asks the program what a solved task costs, now and on other days, by the recorded boards.
func TestSolvedCostsAreTold(t *testing.T) {
	t.Parallel()
	store := filepath.Join(t.TempDir(), "store")
	fixture.Refresh(t, store, fixture.Recorded(t), "2026-10-15T00:00:00Z")
	for _, tt := range []struct {
		name string
		args []string
		want []string // lines
		code int
	}{
		{"as published and re-priced", []string{"cost", "gpt-5.6-luna", "--solved", "--at", "2026-10-15"}, []string{
			`^ \*  deepswe +max +mini-swe-agent +67\.2 % +\$4\.51 +\$3\.91-\$5\.19 +\$0\.901 +\$0\.782-\$1\.04 +estimate$`,
			`^    deepswe +medium +mini-swe-agent +11\.3 % +\$1\.92 `,
			`^ \*  vals-swe-bench +max +93\.0 % +\$0\.0459 +\$0\.0423-\$0\.0499 +\$0\.00919 +\$0\.00846-\$0\.00997 +estimate: no tokens printed$`,
			`^vals-swe-bench: measured by vals\.ai, read in the copy that dot-mike/vals-ai-scrape prints$`}, fixture.ExitDone},
		{"by the hour", []string{"cost", "deepseek-v4-pro", "--solved", "--board", "deepswe", "--at", "2026-10-15"}, []string{
			`\$0\.384 +\$0\.345-\$0\.428 +\$2\.65 +\$2\.38-\$2\.95 +exact, peak hours$`, `^ +\$1\.33 +\$1\.19-\$1\.48 +exact, off-peak hours$`}, fixture.ExitDone},
		{"several tools", []string{"cost", "glm-5-3", "gpt-5.6-luna", "--solved", "--board", "deepswe"}, []string{
			`^GLM-5\.3 at the prices of `, `^GPT-5\.6 Luna at the prices of `}, fixture.ExitDone},
		{"one effort", []string{"cost", "Claude Opus 5", "--solved", "--board", "deepswe", "--effort", "high"}, []string{`72\.8 % +\$8\.34 +\$7\.29-\$9\.54 +\$8\.35 `}, fixture.ExitDone},
		{"before a price that is announced", []string{"cost", "gemini-3-8-flash", "--solved", "--board", "deepswe", "--at", "2026-12-31"}, []string{`\$3\.20 .* \$3\.19 .* exact$`}, fixture.ExitDone},
		{"from that day on", []string{"cost", "gemini-3-8-flash", "--solved", "--board", "deepswe", "--at", "2027-01-01"}, []string{`\$3\.20 .* unknown +unknown: other prices are announced$`}, fixture.ExitDone},
		{"before it was sold", []string{"cost", "gpt-5.6-luna", "--solved", "--board", "deepswe", "--at", "2026-01-01"}, []string{`unknown: not sold then$`, `^unknown: it could not be bought then$`}, fixture.ExitDone},
		{"harness by harness", []string{"cost", "claude-opus-4-6", "--solved", "--at", "2026-10-15"}, []string{
			`^ \* +openhands +OpenHands 1\.15\.0 +76\.8 % +\$1\.00 `, `^ +openhands +OpenHands Sub-agents 1\.15\.0 .* \$1\.11 `, `^ +openhands +Claude Code .* \$1\.53 `,
			`^ \* +vals-swe-bench +thinking +78\.2 % +\$1\.56 `}, fixture.ExitDone},
		{"nothing to re-price", []string{"cost", "gpt-6-2-sol", "--solved"}, []string{`no board that prints what its attempts cost has run GPT-6\.2 Sol`}, fixture.ExitError},
		{"not on that board", []string{"cost", "gpt-5.6-luna", "--solved", "--board", "openhands"}, []string{`GPT-5\.6 Luna has no row for openhands; it has deepswe high, .* and vals-terminal-bench-4 max`}, fixture.ExitError},
		{"not at that effort", []string{"cost", "gpt-5.6-luna", "--solved", "--board", "deepswe", "--effort", "ultra"}, []string{`has no row for deepswe ultra; it has .*deepswe xhigh`}, fixture.ExitError},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, log, code := fixture.Run(t, append(tt.args, "--store", store)...)
			for _, want := range tt.want {
				if !regexp.MustCompile("(?m)" + want).MatchString(out + log) {
					t.Errorf("no line is %s:\n%s%s", want, out, log)
				}
			}
			if code != tt.code {
				t.Errorf("exit code %d, want %d", code, tt.code)
			}
		})
	}
	t.Run("as JSON", func(t *testing.T) { checkSolvedJSON(t, store) })
}

// checkSolvedJSON re-prices to the instant of the snapshot: what comes out is what is published.
func checkSolvedJSON(t *testing.T, store string) {
	out, log, code := fixture.Run(t, "cost", "claude-opus-5", "--solved", "--at", "2026-10-15", "--store", store, "--output", "json")
	var asked struct{ Rows []rating.SolvedCost }
	if err := json.Unmarshal([]byte(out), &asked); err != nil || code != fixture.ExitDone {
		t.Fatalf("exit code %d, %v: %s", code, err, log)
	}
	newest, _, err := fixture.Open(t, store).Latest()
	if err != nil {
		t.Fatal(err)
	}
	published := slices.DeleteFunc(solvedIn(t, newest).Rows, func(r rating.SolvedCost) bool { return r.ModelID != "claude-opus-5" })
	if len(asked.Rows) == 0 || len(asked.Rows) != len(published) {
		t.Fatalf("%d rows, published are %d", len(asked.Rows), len(published))
	}
	for i, row := range asked.Rows {
		for j, got := range row.Repriced {
			want := published[i].Repriced[j]
			same := got.Kind == want.Kind && (got.CostPerSolved == nil) == (want.CostPerSolved == nil)
			if !same || got.CostPerSolved != nil && !got.CostPerSolved.Equal(*want.CostPerSolved) {
				t.Errorf("%s at %q: %+v, published is %+v", row.Board, row.Effort, got, want)
			}
			for _, p := range got.Prices {
				if p.Line != nil {
					t.Errorf("%s at %q: a price has a place among the lines of another tariff", row.Board, row.Effort)
				}
			}
		}
	}
}

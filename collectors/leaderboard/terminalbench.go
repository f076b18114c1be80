package leaderboard

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// terminalBenchRelease is the release of tasks that is read. Another release is another benchmark.
const terminalBenchRelease = "4-0-0"

// Where a row names its model and its agent.
const (
	terminalBenchModel = "metadata.model_display.label"
	terminalBenchAgent = "metadata.agent_display.label"
)

func init() {
	collectors.Register(collectors.Source{
		Name: "leaderboard_terminalbench", Publisher: "Terminal-Bench",
		// The board itself answers only to POST. The mirror keeps the whole answer, indented in another way.
		Requests: [][]web.Request{{{
			URL:       "https://raw.githubusercontent.com/O6lvl4/agent-bench-matrix/main/sources/terminal-bench-4-0/leaderboard.json",
			PrintedBy: "O6lvl4/agent-bench-matrix",
		}}},
		Parse: parseTerminalBench,
	})
}

// What is read of the metrics of a row, and what only where the cost that is shown is that of all trials: otherwise nobody says
// of how many trials the tokens are.
var (
	terminalBenchCells = []cell{
		{"accuracy", data.SolvedShare, data.Percent, ""},
		{"accuracy_ci95_half_width", data.SolvedMargin, data.PercentagePoints, ""},
		{"pass_at_4", data.SolvedInFour, data.Fraction, ""},
		{"successes", data.SolvedCount, data.Attempts, ""},
		{"n_trials", data.SolvedAttempts, data.Attempts, ""},
		{"avg_trial_duration_sec", data.TimeMean, data.SecondsPerAttempt, ""},
	}
	terminalBenchTotals = []cell{
		{"total_cost_usd", data.CostTotal, data.USDPerRun, ""},
		{"uncached_input_tokens", data.TokensInput, data.TokensPerRun, ""}, // all input, in spite of the name
		{"cached_input_tokens", data.TokensCacheRead, data.TokensPerRun, ""},
		{"output_tokens", data.TokensOutput, data.TokensPerRun, ""},
	}
)

// parseTerminalBench reads one row for each model, agent and effort. The dates of rows are those of the models.
func parseTerminalBench(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	var file struct {
		Leaderboard struct{ Name string }
		Rows        []jsonRow
	}
	if err := page.UnmarshalOnce(docs[0].Body, &file); err != nil {
		return nil, fmt.Errorf("leaderboard: %v", err)
	}
	if file.Leaderboard.Name != terminalBenchRelease {
		return nil, fmt.Errorf("leaderboard: the release is %.40q, expected %s", file.Leaderboard.Name, terminalBenchRelease)
	}
	var rows []*attempts
	for _, row := range file.Rows {
		if row.text("status") != "display" {
			continue
		}
		missing := row.lacks(terminalBenchModel, terminalBenchAgent, "metrics.accuracy", "metrics.successes", "metrics.n_trials")
		if missing == "" && row.at("metrics.total_cost_usd") == nil {
			missing = "metrics.total_cost_usd"
		}
		if missing != "" {
			return nil, fmt.Errorf("leaderboard: the row %.40q has no %s", row.text("id"), missing)
		}
		rows = append(rows, terminalBenchTrials(docs[0], row))
	}
	return runsOf(rows, data.SolvedShare, "accuracy", refused)
}

// terminalBenchTrials are all trials of a model at one effort under one agent.
func terminalBenchTrials(doc web.Payload, row jsonRow) *attempts {
	model, agent, m := page.OneLine(row.text(terminalBenchModel)), page.OneLine(row.text(terminalBenchAgent)), row.inside("metrics")
	q := data.Qualifiers{Board: terminalBenchRelease, Harness: agent, Effort: spellEffort(row.text("metadata.reasoning_effort"))}
	a := attemptsOf(doc, model, q, data.PageAddress{Row: strings.Join([]string{model, agent, q.Effort}, " | ")})
	a.read(terminalBenchCells, m.text)
	if shown := m.text("display_cost"); wholeCost.MatchString(shown) {
		a.read(terminalBenchTotals, m.text)
		all, err := data.ParseNumber(m.text("total_tokens"))
		if a.err == nil && err == nil && !all.Decimal.Equal(a.number(data.TokensInput).Add(a.number(data.TokensOutput))) {
			a.err = errors.New("total_tokens are not those of uncached_input_tokens, which should be all input, and of output_tokens")
		}
	} else if part := partCost.FindStringSubmatch(shown); part != nil {
		a.read(terminalBenchTotals[:1], m.text)
		a.add(data.CostAttempts, data.Attempts, "display_cost", part[1])
	}
	a.err = cmp.Or(a.err, a.contradiction(shareTolerance))
	return a
}

// What is shown of a cost that is that of all trials, and of one that is that of some. Nothing is made of other texts.
var (
	wholeCost = regexp.MustCompile(`^\$[\d.,]+[kM]?$`)
	partCost  = regexp.MustCompile(`^\$[\d.,]+[kM]? \(partial: ([1-9]\d{0,5})/\d{1,6}\)$`)
)

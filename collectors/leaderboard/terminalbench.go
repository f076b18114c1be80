package leaderboard

import (
	"encoding/json"
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

func init() {
	register(collectors.Source{
		Name: "leaderboard_terminalbench", Kind: data.LeaderboardSource, Publisher: "Terminal-Bench",
		// The board itself answers only to POST. The mirror keeps the whole answer, indented in another way.
		Requests: [][]web.Request{{{
			URL:       "https://raw.githubusercontent.com/O6lvl4/agent-bench-matrix/main/sources/terminal-bench-4-0/leaderboard.json",
			PrintedBy: "O6lvl4/agent-bench-matrix",
			MaxBytes:  2 << 20, // it has a fortieth of that
		}}},
		Parse: parseTerminalBench,
	})
}

// terminalBenchRow holds the keys that are read. A row is all trials of a model at one effort under one agent.
type terminalBenchRow struct {
	ID, Status string
	Metadata   struct {
		Agent  struct{ Label string } `json:"agent_display"`
		Model  struct{ Label string } `json:"model_display"`
		Effort json.RawMessage        `json:"reasoning_effort"`
	}
	Metrics struct {
		Accuracy printedScore
		Margin   json.RawMessage `json:"accuracy_ci95_half_width"`
		InFour   json.RawMessage `json:"pass_at_4"`
		Solved   json.RawMessage `json:"successes"`
		Trials   json.RawMessage `json:"n_trials"`
		Seconds  json.RawMessage `json:"avg_trial_duration_sec"`

		Cost      json.RawMessage `json:"total_cost_usd"`
		ShownCost string          `json:"display_cost"` // with a remark where the cost is not that of all trials

		Tokens   json.RawMessage `json:"total_tokens"`
		Uncached json.RawMessage `json:"uncached_input_tokens"` // all input, in spite of the name
		Cached   json.RawMessage `json:"cached_input_tokens"`
		Output   json.RawMessage `json:"output_tokens"`
	}
}

// parseTerminalBench reads one row for each model, agent and effort. The dates of rows are those of the models.
func parseTerminalBench(docs []web.Payload) ([]data.Observation, error) {
	var file struct {
		Leaderboard struct{ Name string }
		Rows        []terminalBenchRow
	}
	if err := page.UnmarshalOnce(docs[0].Body, &file); err != nil {
		return nil, fmt.Errorf("leaderboard: %v", err)
	}
	if file.Leaderboard.Name != terminalBenchRelease {
		return nil, fmt.Errorf("leaderboard: the release is %.40q, expected %s", file.Leaderboard.Name, terminalBenchRelease)
	}
	var rows []*attempts
	var refused page.Refused
	good := 0
	for _, row := range file.Rows {
		if row.Status != "display" {
			continue
		}
		if err := row.complete(); err != nil {
			return nil, fmt.Errorf("leaderboard: %w", err)
		}
		found := row.observe(docs[0])
		if err := found.consistent(); err != nil {
			found.refuse(&refused, err)
		} else {
			good++
		}
		rows = append(rows, found)
	}
	if good < minScores {
		return nil, refused.Lacking(fmt.Errorf("leaderboard: %d rows, expected at least %d", good, minScores))
	}
	return distinct(rows, &refused), refused.Err()
}

// complete says what a row lacks that every row needs.
func (r terminalBenchRow) complete() error {
	m := r.Metrics
	switch {
	case r.Metadata.Model.Label == "", r.Metadata.Agent.Label == "":
		return fmt.Errorf("the row %.40q has no model or no agent", r.ID)
	case m.Accuracy == "", page.Scalar(m.Solved) == "", page.Scalar(m.Trials) == "":
		return fmt.Errorf("the row %.40q lacks accuracy, successes or n_trials", r.ID)
	case m.Cost == nil:
		return fmt.Errorf("the row %.40q has no total_cost_usd", r.ID)
	}
	return nil
}

func (r terminalBenchRow) observe(doc web.Payload) *attempts {
	model, m := page.OneLine(r.Metadata.Model.Label), r.Metrics
	q := data.Qualifiers{Board: terminalBenchRelease, Harness: page.OneLine(r.Metadata.Agent.Label), Effort: spellEffort(page.Scalar(r.Metadata.Effort))}
	a := attemptsOf(doc, model, q, data.PageAddress{Row: strings.Join([]string{model, q.Harness, q.Effort}, " | ")})
	a.add(data.SolvedShare, data.Percent, "accuracy", string(m.Accuracy))
	a.addJSON(data.SolvedMargin, data.PercentagePoints, "accuracy_ci95_half_width", m.Margin)
	a.addJSON(data.SolvedInFour, data.Fraction, "pass_at_4", m.InFour)
	a.addJSON(data.SolvedCount, data.Attempts, "successes", m.Solved)
	a.addJSON(data.SolvedAttempts, data.Attempts, "n_trials", m.Trials)
	a.addJSON(data.TimeMean, data.SecondsPerAttempt, "avg_trial_duration_sec", m.Seconds)
	if !wholeCost.MatchString(m.ShownCost) {
		if part := partCost.FindStringSubmatch(m.ShownCost); part != nil {
			a.addJSON(data.CostTotal, data.USDPerRun, "total_cost_usd", m.Cost)
			a.add(data.CostAttempts, data.Attempts, "display_cost", part[1])
		}
		return a // nobody says of how many trials the tokens are
	}
	a.addJSON(data.CostTotal, data.USDPerRun, "total_cost_usd", m.Cost)
	a.addJSON(data.TokensInput, data.TokensPerRun, "uncached_input_tokens", m.Uncached)
	a.addJSON(data.TokensCacheRead, data.TokensPerRun, "cached_input_tokens", m.Cached)
	a.addJSON(data.TokensOutput, data.TokensPerRun, "output_tokens", m.Output)
	if all, err := data.ParseNumber(page.Scalar(m.Tokens)); a.err == nil && err == nil && !all.Decimal.Equal(a.number(data.TokensInput).Add(a.number(data.TokensOutput))) {
		a.err = errors.New("total_tokens are not those of uncached_input_tokens, which should be all input, and of output_tokens")
	}
	return a
}

// What is shown of a cost that is that of all trials, and of one that is that of some. Nothing is made of other texts.
var (
	wholeCost = regexp.MustCompile(`^\$[\d.,]+[kM]?$`)
	partCost  = regexp.MustCompile(`^\$[\d.,]+[kM]? \(partial: ([1-9]\d{0,5})/\d{1,6}\)$`)
)

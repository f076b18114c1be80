package leaderboard

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/shopspring/decimal"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// deepSWERelease is the release of tasks and verifiers that is read. Another release is another benchmark.
const deepSWERelease = "v1.1"

func init() {
	register(collectors.Source{
		Name: "leaderboard_deepswe", Kind: data.LeaderboardSource, Publisher: "Datacurve",
		Requests: [][]web.Request{{{
			URL:      "https://deepswe.datacurve.ai/artifacts/" + deepSWERelease + "/leaderboard-live.json",
			MaxBytes: 2 << 20, // it has a twentieth of that
		}}},
		Parse: parseDeepSWE,
	})
}

// deepSWERow holds the keys that are read. Rows have others beside them, and newer rows have more than older ones.
type deepSWERow struct {
	Model, Harness, Config string
	Effort                 json.RawMessage `json:"reasoning_effort"` // null: none stated
	Basis                  string          `json:"cost_basis"`       // what the costs were priced at, where the publisher says it
	Interval               string          `json:"ci_method"`

	Share     json.RawMessage `json:"pass_at_1"`
	InFour    json.RawMessage `json:"pass_at_4"`
	Margin    json.RawMessage `json:"ci_half"`
	Passed    json.RawMessage `json:"n_passed"`
	Attempted json.RawMessage `json:"n_attempted"`
	Tasks     json.RawMessage `json:"n_tasks_attempted"`

	Cost       json.RawMessage `json:"mean_cost_usd"`
	CostMedian json.RawMessage `json:"median_cost_usd"`
	Input      json.RawMessage `json:"mean_input_tokens"`
	Uncached   json.RawMessage `json:"mean_uncached_input_tokens"`
	Cached     json.RawMessage `json:"mean_cache_tokens"`
	CacheRead  json.RawMessage `json:"mean_cache_read_tokens"` // where the row has it, the same as mean_cache_tokens
	CacheWrite json.RawMessage `json:"mean_cache_write_tokens"`
	Output     json.RawMessage `json:"mean_output_tokens"`
	Reasoning  json.RawMessage `json:"mean_reasoning_tokens"`
	Duration   json.RawMessage `json:"mean_duration_seconds"`
}

// parseDeepSWE reads one row for each model, harness and effort. generated_at is left out: the file has been served with
// other contents under the same value, so that only the digest of the payload tells two versions apart.
func parseDeepSWE(docs []web.Payload) ([]data.Observation, error) {
	var file struct{ Rows []deepSWERow }
	if err := page.UnmarshalOnce(docs[0].Body, &file); err != nil {
		return nil, fmt.Errorf("leaderboard: %v", err)
	}
	if len(file.Rows) < minScores {
		return nil, fmt.Errorf("leaderboard: %d rows, expected at least %d", len(file.Rows), minScores)
	}
	var rows []*attempts
	var refused page.Refused
	configs, costs := map[string]bool{}, 0
	for _, row := range file.Rows {
		if err := row.complete(); err != nil {
			return nil, fmt.Errorf("leaderboard: %w", err)
		}
		if configs[row.Config] {
			return nil, fmt.Errorf("leaderboard: the configuration %q is there twice", row.Config)
		}
		configs[row.Config] = true
		found := row.observe(docs[0])
		if err := found.consistent(); err != nil {
			found.refuse(&refused, err)
		}
		if found.of(data.CostMean) != "" {
			costs++
		}
		rows = append(rows, found)
	}
	if costs < minScores {
		return nil, refused.Lacking(fmt.Errorf("leaderboard: %d rows have a mean_cost_usd, expected at least %d", costs, minScores))
	}
	return distinct(rows, &refused), refused.Err()
}

// complete says which key a row lacks that every row needs.
func (r deepSWERow) complete() error {
	switch {
	case r.Config == "":
		return errors.New("a row has no config")
	case r.Model == "", r.Harness == "":
		return fmt.Errorf("the row %q has no model or no harness", r.Config)
	case page.Scalar(r.Share) == "", page.Scalar(r.Passed) == "", page.Scalar(r.Attempted) == "":
		return fmt.Errorf("the row %q lacks pass_at_1, n_passed or n_attempted", r.Config)
	case r.Cost == nil:
		return fmt.Errorf("the row %q has no mean_cost_usd", r.Config)
	}
	return nil
}

func (r deepSWERow) observe(doc web.Payload) *attempts {
	q := data.Qualifiers{Board: deepSWERelease, Harness: r.Harness, Effort: spellEffort(page.Scalar(r.Effort))}
	a, basis := attemptsOf(doc, r.Model, q, data.PageAddress{Row: r.Config}), notes(r.Basis)
	a.addJSON(data.SolvedShare, data.Fraction, "pass_at_1", r.Share)
	a.addJSON(data.SolvedInFour, data.Fraction, "pass_at_4", r.InFour)
	a.addJSON(data.SolvedMargin, data.Fraction, "ci_half", r.Margin, notes(r.Interval)...)
	a.addJSON(data.SolvedCount, data.Attempts, "n_passed", r.Passed)
	a.addJSON(data.SolvedAttempts, data.Attempts, "n_attempted", r.Attempted)
	a.addJSON(data.SolvedTasks, data.Tasks, "n_tasks_attempted", r.Tasks)
	a.addJSON(data.CostMean, data.USDPerAttempt, "mean_cost_usd", r.Cost, basis...)
	a.addJSON(data.CostMedian, data.USDPerAttempt, "median_cost_usd", r.CostMedian, basis...)
	a.addJSON(data.TokensInput, data.TokensPerAttempt, "mean_input_tokens", r.Input)
	a.addJSON(data.TokensUncached, data.TokensPerAttempt, "mean_uncached_input_tokens", r.Uncached)
	if page.Scalar(r.CacheRead) != "" {
		a.addJSON(data.TokensCacheRead, data.TokensPerAttempt, "mean_cache_read_tokens", r.CacheRead)
	} else {
		a.addJSON(data.TokensCacheRead, data.TokensPerAttempt, "mean_cache_tokens", r.Cached)
	}
	a.addJSON(data.TokensCacheWrite, data.TokensPerAttempt, "mean_cache_write_tokens", r.CacheWrite)
	a.addJSON(data.TokensOutput, data.TokensPerAttempt, "mean_output_tokens", r.Output)
	a.addJSON(data.TokensReasoning, data.TokensPerAttempt, "mean_reasoning_tokens", r.Reasoning)
	a.addJSON(data.TimeMean, data.SecondsPerAttempt, "mean_duration_seconds", r.Duration)
	return a
}

// notes is a text beside a number, if there is one.
func notes(text string) []string {
	if text = page.OneLine(text); text == "" {
		return nil
	}
	return []string{text}
}

// shareTolerance is how far a printed share may lie from its counts: it may be rounded, but not be of other counts.
var shareTolerance = decimal.New(1, -3)

// consistent says what contradicts itself in a row: a share that is none or not that of its counts, cached tokens that are
// more than the input of which they are a part.
func (a *attempts) consistent() error {
	if a.err != nil {
		return a.err
	}
	number := func(field data.Field) decimal.Decimal {
		n, err := data.ParseNumber(a.of(field))
		if err != nil {
			return decimal.Decimal{} // it is not there
		}
		return n.Decimal
	}
	share, solved, tried := number(data.SolvedShare), number(data.SolvedCount), number(data.SolvedAttempts)
	input, cached := number(data.TokensInput), number(data.TokensCacheRead)
	switch {
	case share.GreaterThan(decimal.NewFromInt(1)):
		return fmt.Errorf("the share %s of solved attempts is more than 1", share)
	case tried.IsZero():
		return errors.New("nothing was attempted")
	case share.Sub(solved.DivRound(tried, 6)).Abs().GreaterThan(shareTolerance):
		return fmt.Errorf("%s of %s attempts are not a share of %s", solved, tried, share)
	case a.of(data.TokensInput) != "" && cached.GreaterThan(input):
		return fmt.Errorf("%s cached tokens are more than the %s tokens of input", cached, input)
	}
	return nil
}

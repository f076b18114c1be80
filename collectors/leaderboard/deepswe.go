package leaderboard

import (
	"cmp"
	"fmt"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// deepSWERelease is the release of tasks and verifiers that is read. Another release is another benchmark.
const deepSWERelease = "v1.1"

func init() {
	register(collectors.Source{Name: "leaderboard_deepswe", Publisher: "Datacurve", Parse: parseDeepSWE},
		"https://deepswe.datacurve.ai/artifacts/"+deepSWERelease+"/leaderboard-live.json")
}

// deepSWECells are the keys that are read. Rows have others beside them, and newer rows have more than older ones.
var deepSWECells = []cell{
	{"pass_at_1", data.SolvedShare, data.Fraction, ""},
	{"pass_at_4", data.SolvedInFour, data.Fraction, ""},
	{"ci_half", data.SolvedMargin, data.Fraction, "ci_method"},
	{"n_passed", data.SolvedCount, data.Attempts, ""},
	{"n_attempted", data.SolvedAttempts, data.Attempts, ""},
	{"n_tasks_attempted", data.SolvedTasks, data.Tasks, ""},
	{"mean_cost_usd", data.CostMean, data.USDPerAttempt, "cost_basis"}, // what the costs were priced at, where the publisher says it
	{"median_cost_usd", data.CostMedian, data.USDPerAttempt, "cost_basis"},
	{"mean_input_tokens", data.TokensInput, data.TokensPerAttempt, ""},
	{"mean_uncached_input_tokens", data.TokensUncached, data.TokensPerAttempt, ""},
	{"mean_cache_read_tokens", data.TokensCacheRead, data.TokensPerAttempt, ""}, // where the row has it, the same as mean_cache_tokens
	{"mean_cache_tokens", data.TokensCacheRead, data.TokensPerAttempt, ""},
	{"mean_cache_write_tokens", data.TokensCacheWrite, data.TokensPerAttempt, ""},
	{"mean_output_tokens", data.TokensOutput, data.TokensPerAttempt, ""},
	{"mean_reasoning_tokens", data.TokensReasoning, data.TokensPerAttempt, ""},
	{"mean_duration_seconds", data.TimeMean, data.SecondsPerAttempt, ""},
}

// parseDeepSWE reads one row for each model, harness and effort. generated_at is left out: the file has been served with
// other contents under the same value, so that only the digest of the payload tells two versions apart.
func parseDeepSWE(docs []web.Payload) ([]data.Observation, error) {
	var file struct{ Rows []jsonRow }
	if err := page.UnmarshalOnce(docs[0].Body, &file); err != nil {
		return nil, fmt.Errorf("leaderboard: %v", err)
	}
	var rows []*attempts
	var refused page.Refused
	configs := map[string]bool{}
	for _, row := range file.Rows {
		config := row.text("config")
		switch missing := row.lacks("config", "model", "harness"); {
		case missing != "" || row["mean_cost_usd"] == nil:
			return nil, fmt.Errorf("leaderboard: the row %q has no %s", config, cmp.Or(missing, "mean_cost_usd"))
		case row.lacks("pass_at_1", "n_passed", "n_attempted") != "":
			return nil, fmt.Errorf("leaderboard: the row %q lacks pass_at_1, n_passed or n_attempted", config)
		case configs[config]:
			return nil, fmt.Errorf("leaderboard: the configuration %q is there twice", config)
		}
		configs[config] = true
		q := data.Qualifiers{Board: deepSWERelease, Harness: row.text("harness"), Effort: spellEffort(row.text("reasoning_effort"))} // null: none stated
		a := attemptsOf(docs[0], row.text("model"), q, data.PageAddress{Row: config})
		a.read(deepSWECells, row.text)
		if err := a.consistent(); err != nil {
			a.refuse(&refused, err)
		}
		rows = append(rows, a)
	}
	return runsOf(rows, data.CostMean, "mean_cost_usd", &refused)
}

package leaderboard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
	"go.yaml.in/yaml/v3"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	collectors.Register(collectors.Source{Name: "leaderboard_aider", Publisher: "Aider", Parse: parseAider},
		"https://raw.githubusercontent.com/Aider-AI/aider/main/aider/website/_data/polyglot_leaderboard.yml")
}

// aiderMost is how many bytes the board may have, which has a tenth of them: a parser of YAML takes a hundred times as much.
const aiderMost = 2 << 20

// parseAider reads the share of exercises solved with two tries, at the format of edits that the row names. A row with
// an editor is about two models, and keeps its whole name.
func parseAider(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	if n := len(docs[0].Body); n > aiderMost {
		return nil, data.Failed(data.OverBudget, "leaderboard: it has %d bytes; more than %d are not read", n, aiderMost)
	}
	var rows []map[string]yaml.Node // a number keeps its digits
	if err := yaml.Unmarshal(docs[0].Body, &rows); err != nil {
		return nil, fmt.Errorf("leaderboard: %v", err)
	}
	var runs []*attempts
	for _, row := range rows {
		text := func(key string) string {
			if row[key].Tag == "!!null" {
				return ""
			}
			return row[key].Value
		}
		name, score := text("model"), text("pass_rate_2")
		if _, ran := row["pass_rate_2"]; ran && score == "" {
			continue // a run without a result
		}
		if name == "" || score == "" {
			return nil, fmt.Errorf("leaderboard: the row %s has no model or no pass_rate_2", text("dirname"))
		}
		run := aiderRun(docs[0], text)
		if err := run.contradiction(aiderTolerance); err != nil {
			run.refuse(refused, err)
			continue
		}
		runs = append(runs, run)
	}
	if err := percents("leaderboard", scoresOf(runs)); err != nil {
		return nil, err
	}
	return slices.Concat(scored(runs, refused)), nil
}

// aiderCells are the totals of a row. An attempt is an exercise with its two tries.
var aiderCells = []cell{
	{"pass_num_2", data.SolvedCount, data.Attempts, ""},
	{"test_cases", data.SolvedAttempts, data.Attempts, ""},
	{"total_cost", data.CostTotal, data.USDPerRun, ""},
	{"prompt_tokens", data.TokensInput, data.TokensPerRun, ""},
	{"completion_tokens", data.TokensOutput, data.TokensPerRun, ""},
	{"seconds_per_case", data.TimeMean, data.SecondsPerAttempt, ""},
}

// aiderTolerance is one point: the board counts an exercise that broke off in one place and not in the other.
var aiderTolerance = decimal.New(1, -2)

// aiderRun reads the score of a row, and what all its exercises took. Rows of one model may differ only in the effort that stands
// beside the name, also where two models are at work.
func aiderRun(doc web.Payload, text func(key string) string) *attempts {
	name, score, effort := text("model"), text("pass_rate_2"), spellEffort(text("reasoning_effort"))
	quote := fmt.Sprintf("%s | pass_rate_2 %s | %s", name, score, text("dirname"))
	at := data.PageAddress{Row: name, Column: "pass_rate_2"}
	o := doc.Observe(name, "score.aiderPolyglot", score, data.Percent, quote, at, data.Qualifiers{Split: text("edit_format")})
	if text("editor_model") == "" {
		o.Subject, o.Qualifiers.Effort = splitSettings(name)
		o.Qualifiers.Effort = cmp.Or(o.Qualifiers.Effort, effort)
	}
	exactly := o.Qualifiers
	exactly.Effort = cmp.Or(exactly.Effort, effort)
	exactly.Harness = strings.TrimSpace("aider " + text("versions"))
	a := besideScore(doc, o, data.SolvedShare, exactly)
	a.read(aiderCells, text)
	return a
}

package leaderboard

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	collectors.Register(collectors.Source{Name: "leaderboard_aider", Publisher: "Aider", Parse: parseAider},
		"https://raw.githubusercontent.com/Aider-AI/aider/main/aider/website/_data/polyglot_leaderboard.yml")
}

// aiderLine is a line of the board, which is a list of flat objects: what begins it, a key and a value in quotes or without.
var aiderLine = regexp.MustCompile(`^(- |  )([A-Za-z_][\w-]*):(?: +(?:"([^"\\]*)"|'([^']*)'|([^"'\[{&*!|>%@#].*?)))?(?: +#.*)?\s*$`)

// parseAider reads the share of exercises solved with two tries, at the format of edits that the row names. A row with
// an editor is about two models, and keeps its whole name.
func parseAider(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	rows, err := aiderRows(docs[0].Body)
	if err != nil {
		return nil, fmt.Errorf("leaderboard: %v", err)
	}
	var runs []*attempts
	for _, row := range rows {
		name := row["model"]
		score, ran := row["pass_rate_2"]
		if ran && score == "" {
			continue // a run without a result
		}
		if name == "" || score == "" {
			return nil, fmt.Errorf("leaderboard: the row %s has no model or no pass_rate_2", row["dirname"])
		}
		if err := aiderCounts(score, row["pass_num_2"], row["test_cases"]); err != nil {
			refused.Row(docs[0], name, []page.Cell{{Text: name}}, err)
			continue
		}
		runs = append(runs, aiderRun(docs[0], row))
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

// aiderRun reads the score of a row, and what all its exercises took. Rows of one model may differ only in the effort that stands
// beside the name, also where two models are at work.
func aiderRun(doc web.Payload, row map[string]string) *attempts {
	name, score, effort := row["model"], row["pass_rate_2"], spellEffort(row["reasoning_effort"])
	quote := fmt.Sprintf("%s | pass_rate_2 %s | %s", name, score, row["dirname"])
	at := data.PageAddress{Row: name, Column: "pass_rate_2"}
	o := doc.Observe(name, "score.aiderPolyglot", score, data.Percent, quote, at, data.Qualifiers{Split: row["edit_format"]})
	if row["editor_model"] == "" {
		o.Subject, o.Qualifiers.Effort = splitSettings(name)
		o.Qualifiers.Effort = cmp.Or(o.Qualifiers.Effort, effort)
	}
	exactly := o.Qualifiers
	exactly.Effort = cmp.Or(exactly.Effort, effort)
	exactly.Harness = strings.TrimSpace("aider " + row["versions"])
	a := besideScore(doc, o, data.SolvedShare, exactly)
	a.read(aiderCells, func(key string) string { return row[key] })
	return a
}

// aiderCounts is an error where the share of a row is not that of the exercises it counts, within one point: the board counts
// an exercise that broke off in one place and not in the other. What is no number is refused elsewhere.
func aiderCounts(share, solved, attempts string) error {
	percent, err := parsePercent(share)
	if err != nil || !amountDigits.MatchString(solved) || !amountDigits.MatchString(attempts) {
		return nil
	}
	count, of := data.MustNumber(solved), data.MustNumber(attempts)
	off := percent.Mul(of.Decimal).Sub(count.Shift(2)).Abs() // in hundredths of an exercise
	if !of.IsPositive() || off.GreaterThan(of.Decimal) {
		return fmt.Errorf("pass_rate_2 is %s, and pass_num_2 %s of %s test_cases", share, solved, attempts)
	}
	return nil
}

// aiderRows reads the rows as they are written: a number keeps its digits, and null is an empty text.
func aiderRows(body []byte) (rows []map[string]string, err error) {
	for line := range strings.Lines(string(body)) {
		if text := strings.TrimSpace(line); text == "" || text[0] == '#' {
			continue
		}
		m := aiderLine.FindStringSubmatch(line)
		if m == nil || m[1] != "- " && rows == nil {
			return nil, fmt.Errorf("the line %.60q does not belong to a flat list", line)
		}
		if m[1] == "- " {
			rows = append(rows, map[string]string{})
		}
		row := rows[len(rows)-1]
		if _, twice := row[m[2]]; twice {
			return nil, fmt.Errorf("the row %s has %s twice", row["dirname"], m[2])
		}
		if row[m[2]] = m[3] + m[4] + m[5]; m[5] == "null" || m[5] == "~" {
			row[m[2]] = ""
		}
	}
	return rows, nil
}

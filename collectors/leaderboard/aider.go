package leaderboard

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(collectors.Source{
		Name: "leaderboard_aider", Publisher: "Aider",
		Requests: [][]web.Request{{{
			URL:      "https://raw.githubusercontent.com/Aider-AI/aider/main/aider/website/_data/polyglot_leaderboard.yml",
			MaxBytes: 512 << 10, // it has a tenth of that, and YAML takes long to read
		}}},
		Parse: parseAider,
	})
}

// aiderLine is a line of the board, which is a list of flat objects. The time of the YAML parser grows with the square
// of the depth, so what is not flat is refused before.
var aiderLine = regexp.MustCompile(`^(?:\s*|\s*#.*|(?:- |  )[A-Za-z_][\w-]*:(?: .{0,1000})?)$`)

// aiderMaxBrackets bounds what may nest within lines.
const aiderMaxBrackets = 100

// parseAider reads the share of exercises solved with two tries, at the format of edits that the row names. A row with
// an editor is about two models, and keeps its whole name.
func parseAider(docs []web.Payload) ([]data.Observation, error) {
	rows, err := aiderRows(docs[0].Body)
	if err != nil {
		return nil, fmt.Errorf("leaderboard: %v", err)
	}
	var scores []data.Observation
	var runs []*attempts
	var refused page.Refused
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
		subject, setting := name, ""
		if row["editor_model"] == "" {
			subject, setting = splitSettings(name)
			setting = cmp.Or(setting, spellEffort(row["reasoning_effort"]))
		}
		quote := fmt.Sprintf("%s | pass_rate_2 %s | %s", name, score, row["dirname"])
		o := docs[0].Observe(subject, "score.aiderPolyglot", score, data.Percent, quote)
		o.Qualifiers = data.Qualifiers{Effort: setting, Split: row["edit_format"]}
		o.Address = data.PageAddress{Row: name, Column: "pass_rate_2"}
		scores = append(scores, o)
		runs = append(runs, aiderRun(docs[0], o, row))
	}
	if scores, err = percents("leaderboard", scores); err != nil {
		return nil, err
	}
	return append(refused.Distinct(scores), measured(runs, &refused)...), refused.Err()
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

// aiderRun reads what all exercises of a row took. Rows of one model may differ only in the effort that stands beside the
// name, also where two models are at work.
func aiderRun(doc web.Payload, score data.Observation, row map[string]string) *attempts {
	score.Qualifiers.Effort = cmp.Or(score.Qualifiers.Effort, spellEffort(row["reasoning_effort"]))
	score.Qualifiers.Harness = strings.TrimSpace("aider " + row["versions"])
	a := besideScore(doc, score, data.SolvedShare)
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
func aiderRows(body []byte) ([]map[string]string, error) {
	for line := range bytes.Lines(body) {
		if !aiderLine.Match(bytes.TrimRight(line, "\r\n")) {
			return nil, fmt.Errorf("the line %.60q does not belong to a flat list", line)
		}
	}
	if n := bytes.Count(body, []byte("[")) + bytes.Count(body, []byte("{")); n > aiderMaxBrackets {
		return nil, fmt.Errorf("%d brackets do not belong to a flat list", n)
	}
	file, err := parser.ParseBytes(body, 0)
	if err != nil {
		return nil, err
	}
	if len(file.Docs) != 1 {
		return nil, errors.New("the file is not one YAML document")
	}
	list, ok := file.Docs[0].Body.(*ast.SequenceNode)
	if !ok {
		return nil, errors.New("the file is no list")
	}
	var rows []map[string]string
	for _, entry := range list.Values {
		row := map[string]string{}
		for _, pair := range entryPairs(entry) {
			row[pair.Key.String()] = "" // null
			if pair.Value.Type() != ast.NullType {
				row[pair.Key.String()] = pair.Value.GetToken().Value
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// entryPairs are the pairs of an object; a single one is a node of its own kind.
func entryPairs(entry ast.Node) []*ast.MappingValueNode {
	switch entry := entry.(type) {
	case *ast.MappingNode:
		return entry.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{entry}
	}
	return nil
}

package leaderboard

import (
	"cmp"
	"fmt"
	"path"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// EvalPlus and BigCodeBench print the share of problems that a model solves with its first answer, each of two kinds of problems.

func init() {
	collectors.Register(collectors.Source{Name: "leaderboard_evalplus", Publisher: "EvalPlus", Parse: parseEvalPlus},
		"https://evalplus.github.io/results.json",
		"https://raw.githubusercontent.com/evalplus/evalplus.github.io/main/results.json",
	)
	collectors.Register(collectors.Source{
		Name: "leaderboard_bigcodebench", Publisher: "BigCodeBench",
		Requests: [][]web.Request{
			{{URL: "https://bigcode-bench.github.io/results.json"}},
			{{URL: "https://bigcode-bench.github.io/" + bigCodeHard}},
		},
		Parse: parseBigCodeBench,
	})
}

const bigCodeHard = "results-hard.json"

// parseEvalPlus reads the sets of HumanEval; MBPP and MBPP+ are left out. Until April 2024 a file had the two sets apart.
func parseEvalPlus(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	var base, plus []data.Observation
	for _, doc := range docs {
		models, err := modelRows(doc, doc.Body, refused)
		if err != nil {
			return nil, fmt.Errorf("results: %v", err)
		}
		for _, m := range models {
			few := cmp.Or(printed(m.text("pass@1.humaneval")), printed(m.text("pass@1_base.humaneval")))
			many := cmp.Or(printed(m.text("pass@1.humaneval+")), printed(m.text("pass@1_plus.humaneval")))
			if exceeds(many, few) {
				refused.Row(doc, m.model, []page.Cell{{Text: m.model}}, fmt.Errorf("humaneval+ is %s and humaneval, which has fewer tests, is %s", many, few))
				continue
			}
			base = observePass(base, doc, m.model, "humaneval", few, data.ScoreHumanEval, data.Qualifiers{})
			plus = observePass(plus, doc, m.model, "humaneval+", many, data.ScoreHumanEvalP, data.Qualifiers{})
		}
	}
	if err := cmp.Or(percents("humaneval", base), percents("humaneval+", plus)); err != nil {
		return nil, err
	}
	return refused.Distinct(append(base, plus...)), nil
}

// parseBigCodeBench reads the two boards.
func parseBigCodeBench(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	var all []data.Observation
	for _, doc := range docs {
		board := "full"
		if path.Base(doc.URL) == bigCodeHard {
			board = "hard"
		}
		models, err := modelRows(doc, doc.Body, refused)
		if err != nil {
			return nil, fmt.Errorf("board %s: %v", board, err)
		}
		scores, err := bigCodeScores(doc, board, models)
		if err != nil {
			return nil, err
		}
		all = append(all, scores...)
	}
	return refused.Distinct(all), nil
}

// bigCodeScores are the results of a board with two kinds of questions. Most models get the first words of their answer from
// the harness; the ones that do not are measured another way, which the harness states.
func bigCodeScores(doc web.Payload, board string, models []modelRow) ([]data.Observation, error) {
	var complete, instruct []data.Observation
	lower, higher := 0, 0 // results with the easier kind of question
	for _, m := range models {
		easier, harder := printed(m.text("pass@1.complete")), printed(m.text("pass@1.instruct"))
		q := data.Qualifiers{Board: board, Split: "complete"}
		if m.text("prefill") == "false" {
			q.Harness = "no prefill"
		}
		complete = observePass(complete, doc, m.model, q.Split, easier, data.ScoreBigCode, q)
		q.Split = "instruct"
		instruct = observePass(instruct, doc, m.model, q.Split, harder, data.ScoreBigCode, q)
		switch {
		case exceeds(harder, easier):
			lower++
		case exceeds(easier, harder):
			higher++
		}
	}
	if lower > higher {
		return nil, fmt.Errorf("board %s: %d of %d models do better without the beginning of the code than with it: the two results look exchanged", board, lower, lower+higher)
	}
	return append(complete, instruct...), cmp.Or(percents("board "+board, complete), percents("board "+board, instruct))
}

// observePass adds a score of a model, if it has one.
func observePass(all []data.Observation, doc web.Payload, name, key, score string, field data.Field, q data.Qualifiers) []data.Observation {
	if score == "" {
		return all
	}
	subject, setting := splitSettings(name)
	q.Effort = setting
	at := data.PageAddress{Section: notes(q.Board), Row: name, Column: "pass@1 " + key}
	return append(all, doc.Observe(subject, field, score, data.Percent, fmt.Sprintf("%s | %s %s", name, at.Column, score), at, q))
}

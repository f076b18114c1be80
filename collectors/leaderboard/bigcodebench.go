package leaderboard

import (
	"encoding/json"
	"fmt"
	"path"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(collectors.Source{
		Name: "leaderboard_bigcodebench", Kind: data.LeaderboardSource, Publisher: "BigCodeBench",
		Requests: [][]web.Request{
			{{URL: "https://bigcode-bench.github.io/results.json"}},
			{{URL: "https://bigcode-bench.github.io/" + bigCodeHard}},
		},
		Parse: parseBigCodeBench,
	})
}

const bigCodeHard = "results-hard.json"

// bigCodeEntry is one model.
type bigCodeEntry struct {
	Pass struct {
		Complete printedScore
		Instruct printedScore
	} `json:"pass@1"`
	Prefill *bool
}

func parseBigCodeBench(docs []web.Payload) ([]data.Observation, error) {
	var all []data.Observation
	var refused page.Refused
	for _, doc := range docs {
		board := "full"
		if path.Base(doc.URL) == bigCodeHard {
			board = "hard"
		}
		var models page.Entries[bigCodeEntry]
		if err := json.Unmarshal(doc.Body, &models); err != nil {
			return nil, fmt.Errorf("board %s: %v", board, err)
		}
		var complete, instruct []data.Observation
		lower, higher := 0, 0 // results with the easier kind of question
		models.Refuse(&refused, doc)
		for _, name := range models.Names() {
			m := models.Of[name]
			complete = m.observe(complete, doc, name, "complete", m.Pass.Complete, board)
			instruct = m.observe(instruct, doc, name, "instruct", m.Pass.Instruct, board)
			switch {
			case m.Pass.Instruct.exceeds(m.Pass.Complete):
				lower++
			case m.Pass.Complete.exceeds(m.Pass.Instruct):
				higher++
			}
		}
		if lower > higher {
			return nil, fmt.Errorf("board %s: %d of %d models do better without the beginning of the code than with it: the two results look exchanged", board, lower, lower+higher)
		}
		for _, split := range [][]data.Observation{complete, instruct} {
			scores, err := percents("board "+board, split)
			if err != nil {
				return nil, err
			}
			all = append(all, scores...)
		}
	}
	return refused.Distinct(all), refused.Err()
}

// observe adds one score of the model. Most models get the first words of their answer from the harness; the ones
// that do not are measured another way, which the harness states.
func (m bigCodeEntry) observe(all []data.Observation, doc web.Payload, name, split string, score printedScore, board string) []data.Observation {
	if score == "" {
		return all
	}
	subject, setting := splitSettings(name)
	quote := fmt.Sprintf("%s | pass@1 %s %s", name, split, score)
	o := doc.Observe(subject, data.ScoreBigCode, string(score), data.Percent, quote)
	o.Qualifiers = data.Qualifiers{Board: board, Split: split, Effort: setting}
	o.Address = data.PageAddress{Section: []string{board}, Row: name, Column: "pass@1 " + split}
	if m.Prefill != nil && !*m.Prefill {
		o.Qualifiers.Harness = "no prefill"
	}
	return append(all, o)
}

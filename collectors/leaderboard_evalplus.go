package collectors

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"pricepoint/data"
)

func init() {
	register(Source{
		Name: "leaderboard_evalplus", Kind: Leaderboard, Publisher: "EvalPlus",
		Requests: [][]Request{{
			{URL: "https://evalplus.github.io/results.json"},
			{URL: "https://raw.githubusercontent.com/evalplus/evalplus.github.io/main/results.json"},
		}},
		Parse: parseEvalPlus,
	})
}

// evalPlusEntry is one model. Until April 2024 the two sets were apart.
type evalPlusEntry struct {
	Pass map[string]*json.Number `json:"pass@1"` // humaneval, humaneval+, mbpp, mbpp+
	Base map[string]*json.Number `json:"pass@1_base"`
	Plus map[string]*json.Number `json:"pass@1_plus"`
}

func parseEvalPlus(docs []Document) ([]data.Observation, error) {
	var base, plus []data.Observation
	for _, doc := range docs {
		var models map[string]evalPlusEntry
		if err := json.Unmarshal(doc.Body, &models); err != nil {
			return nil, fmt.Errorf("results: %v", err)
		}
		for _, name := range slices.Sorted(maps.Keys(models)) {
			m := models[name]
			base = observePass(base, doc, name, data.ScoreHumanEval, "humaneval", m.Pass["humaneval"], m.Base["humaneval"])
			plus = observePass(plus, doc, name, data.ScoreHumanEvalP, "humaneval+", m.Pass["humaneval+"], m.Plus["humaneval"])
		}
	}
	base, err := percents("humaneval", base)
	if err != nil {
		return nil, err
	}
	plus, err = percents("humaneval+", plus)
	if err != nil {
		return nil, err
	}
	return append(base, plus...), nil
}

// observePass adds the first of the scores that is there; null is no score.
func observePass(all []data.Observation, doc Document, name string, field data.Field, key string, scores ...*json.Number) []data.Observation {
	for _, score := range scores {
		if score != nil {
			subject, setting := splitSettings(name)
			o := doc.Observe(subject, field, score.String(), data.Percent, fmt.Sprintf("%s | pass@1 %s %s", name, key, score))
			o.Qualifiers.Effort = setting
			return append(all, o)
		}
	}
	return all
}

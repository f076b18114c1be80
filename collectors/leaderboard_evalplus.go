package collectors

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(Source{
		Name: "leaderboard_evalplus", Kind: data.LeaderboardSource, Publisher: "EvalPlus",
		Requests: [][]web.Request{{
			{URL: "https://evalplus.github.io/results.json"},
			{URL: "https://raw.githubusercontent.com/evalplus/evalplus.github.io/main/results.json"},
		}},
		Parse: parseEvalPlus,
	})
}

// evalPlusEntry is one model. Until April 2024 the two sets were apart.
type evalPlusEntry struct {
	Pass evalPlusSets `json:"pass@1"`
	Base evalPlusSets `json:"pass@1_base"`
	Plus evalPlusSets `json:"pass@1_plus"`
}

// evalPlusSets are the sets that are read; mbpp and mbpp+ are not.
type evalPlusSets struct {
	HumanEval printedScore `json:"humaneval"`
	Plus      printedScore `json:"humaneval+"`
}

func parseEvalPlus(docs []web.Payload) ([]data.Observation, error) {
	var base, plus []data.Observation
	for _, doc := range docs {
		var models map[string]evalPlusEntry
		if err := json.Unmarshal(doc.Body, &models); err != nil {
			return nil, fmt.Errorf("results: %v", err)
		}
		for _, name := range slices.Sorted(maps.Keys(models)) {
			m := models[name]
			base = observePass(base, doc, name, data.ScoreHumanEval, "humaneval", m.Pass.HumanEval, m.Base.HumanEval)
			plus = observePass(plus, doc, name, data.ScoreHumanEvalP, "humaneval+", m.Pass.Plus, m.Plus.HumanEval)
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

// observePass adds the first of the scores that is there.
func observePass(all []data.Observation, doc web.Payload, name string, field data.Field, key string, scores ...printedScore) []data.Observation {
	for _, score := range scores {
		if score != "" {
			subject, setting := splitSettings(name)
			o := doc.Observe(subject, field, string(score), data.Percent, fmt.Sprintf("%s | pass@1 %s %s", name, key, score))
			o.Qualifiers.Effort = setting
			return append(all, o)
		}
	}
	return all
}

package leaderboard

import (
	"cmp"
	"encoding/json"
	"fmt"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(collectors.Source{
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
	var refused page.Refused
	for _, doc := range docs {
		var models page.Entries[evalPlusEntry]
		if err := json.Unmarshal(doc.Body, &models); err != nil {
			return nil, fmt.Errorf("results: %v", err)
		}
		models.Refuse(&refused, doc)
		for _, name := range models.Names() {
			m := models.Of[name]
			few, many := cmp.Or(m.Pass.HumanEval, m.Base.HumanEval), cmp.Or(m.Pass.Plus, m.Plus.HumanEval)
			if many.exceeds(few) {
				refused.Row(doc, name, []page.Cell{{Text: name}}, fmt.Errorf("humaneval+ is %s and humaneval, which has fewer tests, is %s", many, few))
				continue
			}
			base = observePass(base, doc, name, data.ScoreHumanEval, "humaneval", few)
			plus = observePass(plus, doc, name, data.ScoreHumanEvalP, "humaneval+", many)
		}
	}
	base, err := percents("humaneval", base)
	if err != nil {
		return nil, refused.Lacking(err)
	}
	plus, err = percents("humaneval+", plus)
	if err != nil {
		return nil, refused.Lacking(err)
	}
	return refused.Distinct(append(base, plus...)), refused.Err()
}

// observePass adds a score, if there is one.
func observePass(all []data.Observation, doc web.Payload, name string, field data.Field, key string, score printedScore) []data.Observation {
	if score == "" {
		return all
	}
	subject, setting := splitSettings(name)
	o := doc.Observe(subject, field, string(score), data.Percent, fmt.Sprintf("%s | pass@1 %s %s", name, key, score))
	o.Qualifiers.Effort = setting
	o.Address = data.PageAddress{Row: name, Column: "pass@1 " + key}
	return append(all, o)
}

package advice

import (
	"fmt"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/data/rating"
)

func amount(text string) *data.Number { n := data.MustNumber(text); return &n }

// documents know a measured kind of work and one that nobody measures.
func documents() Documents {
	usd := map[string]data.Number{"bolt": *amount("0.1"), "nut": *amount("0.02"), "gear": *amount("0.3")}
	finished := func(usd string) *rating.FinishedTask {
		return &rating.FinishedTask{Board: "bench", Share: *amount("0.5"), USD: *amount(usd)}
	}
	washer := rating.ProvisionalPick{ID: "washer", USD: *amount("0.09"), Expected: *amount("70.04")}
	follower := washer
	follower.Of = "bolt"
	context := func(id, tokens string) data.ToolProvenance {
		return data.ToolProvenance{ID: id, Values: []data.Evidence{{Field: data.FieldContext, Value: *amount(tokens)}}}
	}
	return Documents{
		Scores: rating.ScoresDocument{
			Models: []rating.ScoredModel{{ModelID: "bolt", OverallScore: *amount("80.26")}},
			UseCases: []rating.UseCaseCosts{{
				ID: "bug-fixing", Boards: []string{"bench"}, FailureUSD: amount("20"), AtTenth: "nut", AtTenTimes: "bolt", USD: usd,
				Order: []rating.RankedTool{{ID: "nut", Finished: finished("8")}, {ID: "bolt", Finished: finished("9")}, {ID: "gear", BeatenBy: "bolt", Finished: finished("12")}},
				Picks: []rating.PickReason{{ID: "bolt", Why: rating.PickBest}}, Ties: [][]string{{"nut", "bolt"}},
				Excluded:    []rating.ExcludedTool{{ID: "rust", Reason: rating.ExcludedRetired}, {ID: "washer", Reason: rating.ExcludedUnmeasured}},
				Provisional: []rating.ProvisionalPick{washer}, Successors: []rating.ProvisionalPick{follower},
			}, {
				ID: "code-review", USD: usd, Bounds: map[string]rating.Bound{"nut": {Least: *amount("0.01")}},
				Order: []rating.RankedTool{{ID: "nut"}, {ID: "bolt"}, {ID: "gear"}},
			}},
		},
		Tools: data.ToolsDocument{Tools: []data.Tool{
			{ID: "bolt", Provider: "Acme"}, {ID: "nut", Provider: "Acme", Category: []string{"open-weights"}}, {ID: "gear", Provider: "Globex Works"},
			{ID: "washer", Provider: "Acme"}, {ID: "rust", Provider: "Acme"},
		}},
		Provenance: data.ProvenanceDocument{Tools: []data.ToolProvenance{context("bolt", "1000000"), context("nut", "128000"), context("washer", "400000")}},
	}
}

func TestAsk(t *testing.T) {
	for _, tt := range []struct {
		name     string
		question Question
		want     string
	}{
		{"all", Question{UseCase: "Bug_Fixing"}, "nut=1 bolt*=1+washer gear<bolt | washer | its provider has retired it: rust"},
		{"of a company", Question{UseCase: "bug-fixing", Providers: []string{"globex-works"}}, "gear<bolt |  | "},
		{"open weights", Question{UseCase: "bug-fixing", OpenWeights: true}, "nut=1 |  | "},
		{"a budget for a finished task", Question{UseCase: "bug-fixing", Budget: amount("8.5")}, "nut=1 | washer | costs more than the budget: bolt gear; its provider has retired it: rust"},
		{"a long context", Question{UseCase: "bug-fixing", Context: 400000}, "bolt*=1+washer | washer | takes less than 400,000 tokens: nut gear; its provider has retired it: rust"},
		{"too long even for what is newer", Question{UseCase: "bug-fixing", Context: 400001}, "bolt*=1 |  | takes less than 400,001 tokens: nut gear washer; its provider has retired it: rust"},
		{"nobody measures it", Question{UseCase: "code-review"}, "nut bolt 80.3 gear |  | "},
		{"a budget for the scenario", Question{UseCase: "code-review", Budget: amount("0.2")}, "bolt 80.3 |  | may cost more than the budget: nobody states a cache price: nut; costs more than the budget: gear"},
		{"an unknown work", Question{UseCase: "gardening"}, `there is no use case "gardening"; there are bug-fixing, code-review`},
		{"an unknown company", Question{UseCase: "bug-fixing", Providers: []string{"Initech"}}, `there is no provider "Initech"; there are Acme, Globex Works`},
		{"nothing fits", Question{UseCase: "code-review", Budget: amount("0.001")}, "nothing fits: 2 costs more than the budget; 1 may cost more than the budget: nobody states a cache price"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, err := documents().Ask(tt.question)
			if got := told(a, err); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// told writes an answer in one line: nut=1 is tied, bolt* recommended, gear<bolt beaten, +washer newer.
func told(a *Advice, err error) string {
	if err != nil {
		return err.Error()
	}
	var choices, provisional, excluded []string
	for _, c := range a.Choices {
		text := c.Model + strings.Repeat("*", c.Pick)
		if c.Tie > 0 {
			text += fmt.Sprint("=", c.Tie)
		}
		if c.BeatenBy != "" {
			text += "<" + c.BeatenBy
		}
		if c.Score != nil {
			text += " " + c.Score.String()
		}
		for _, n := range c.Newer {
			text += "+" + n.Model
		}
		choices = append(choices, text)
	}
	for _, p := range a.Provisional {
		provisional = append(provisional, p.Model)
	}
	for _, e := range a.Excluded {
		excluded = append(excluded, e.Because+": "+strings.Join(e.Models, " "))
	}
	return strings.Join(choices, " ") + " | " + strings.Join(provisional, " ") + " | " + strings.Join(excluded, "; ")
}

// Command newapi reckons what expressions say in the language in which new-api has them. It reads questions from standard
// input and prints an answer for each.
package main

import (
	"encoding/json"
	"log"
	"os"

	"github.com/expr-lang/expr"
)

// question is a request at some hour of the week.
type question struct {
	Expression         string
	P, C, CR, CC, CC1h float64 // tokens, in millions
	Len                int     // of the prompt
	Hour, Weekday      int     // in UTC; 0 is Sunday
}

func main() {
	var questions []question
	if err := json.NewDecoder(os.Stdin).Decode(&questions); err != nil {
		log.Fatal(err)
	}
	answers := []float64{}
	for _, q := range questions {
		answer, err := expr.Eval(q.Expression, map[string]any{
			"p": q.P, "c": q.C, "cr": q.CR, "cc": q.CC, "cc1h": q.CC1h, "len": q.Len,
			"tier":    func(name string, cost float64) float64 { return cost },
			"hour":    func(zone string) int { return q.Hour },
			"weekday": func(zone string) int { return q.Weekday },
		})
		if err != nil {
			log.Fatalf("%s: %v", q.Expression, err)
		}
		answers = append(answers, answer.(float64))
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		log.Fatal(err)
	}
}

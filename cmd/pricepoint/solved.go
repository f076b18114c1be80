package main

import (
	"fmt"
	"slices"
	"strings"

	"pricepoint/cmd/internal/cost"
	"pricepoint/cmd/internal/explain"
	"pricepoint/cmd/internal/terminal"
)

// costOfSolved says what a solved task costs with some tools, at the prices of an instant.
func (p *parts) costOfSolved(names []string, f costFlags) error {
	u, err := f.asked(p.Now())
	if err != nil {
		return terminal.Usage(err)
	}
	var boards []string
	for _, b := range p.Catalog.Solved.Boards {
		boards = append(boards, b.ID)
	}
	if f.board != "" && !slices.Contains(boards, f.board) {
		return terminal.Usage(fmt.Errorf("--board: there is no board %q; there are %s", f.board, strings.Join(boards, ", ")))
	}
	ids, err := p.toolIDs(names)
	if err != nil {
		return terminal.Usage(err)
	}
	snapshot, _, err := p.NewestOrBaseline()
	if err != nil {
		return err
	}
	costs, err := explain.SolvedIn(snapshot)
	if err != nil {
		return err
	}
	histories, stored, err := p.histories(f)
	if err != nil {
		return err
	}
	var answers []cost.SolvedAnswer
	for _, id := range ids {
		answer, err := histories.Solved(costs, id, cost.SolvedQuestion{Board: f.board, Effort: f.effort, At: u.At})
		if err != nil {
			return err
		}
		answers = append(answers, answer)
	}
	if p.out.JSON && len(answers) > 1 {
		return p.out.Print(answers, terminal.Table{})
	}
	for _, answer := range answers {
		if err := p.out.Print(answer, answer.Table(), answer.Remarks(stored)); err != nil {
			return err
		}
	}
	return nil
}

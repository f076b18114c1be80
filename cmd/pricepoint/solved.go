package main

import (
	"fmt"
	"slices"
	"strings"

	"pricepoint/cmd/internal/cost"
	"pricepoint/cmd/internal/explain"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data/catalog"
)

// costOfSolved says what a solved task costs with some tools, at the prices of an instant.
func (p *parts) costOfSolved(names []string, f costFlags) error {
	u, err := f.asked(p.Now())
	if err != nil {
		return terminal.Usage(err)
	}
	if boards := solvedBoards(p.Catalog); f.board != "" && !slices.Contains(boards, f.board) {
		return terminal.Usage(fmt.Errorf("--board: there is no board %q; there are %s", f.board, strings.Join(boards, ", ")))
	}
	var ids []string
	for _, name := range names {
		id, err := p.ToolID(name)
		if err != nil {
			return terminal.Usage(err)
		}
		ids = append(ids, id)
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
	switch {
	case p.out.JSON && len(answers) == 1:
		return p.out.Print(answers[0], terminal.Table{})
	case p.out.JSON:
		return p.out.Print(answers, terminal.Table{})
	}
	for _, answer := range answers {
		if err := p.tellCost(answer.Table(), answer.Remarks(stored)); err != nil {
			return err
		}
	}
	return nil
}

// solvedBoards are the ids of the boards that print what their attempts cost.
func solvedBoards(c *catalog.Catalog) []string {
	var ids []string
	for _, b := range c.Solved.Boards {
		ids = append(ids, b.ID)
	}
	return ids
}

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

// costOfSolved says what a solved task costs with a tool, at the prices of an instant.
func (p *parts) costOfSolved(name string, f costFlags) error {
	u, err := f.asked(p.Now())
	if err != nil {
		return terminal.Usage(err)
	}
	if boards := solvedBoards(p.Catalog); f.board != "" && !slices.Contains(boards, f.board) {
		return terminal.Usage(fmt.Errorf("--board: there is no board %q; there are %s", f.board, strings.Join(boards, ", ")))
	}
	id, err := p.ToolID(name)
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
	answer, err := histories.Solved(costs, id, cost.SolvedQuestion{Board: f.board, Effort: f.effort, At: u.At})
	if err != nil {
		return err
	}
	if p.out.JSON {
		return p.out.Print(answer, terminal.Table{})
	}
	return p.tellCost(answer.Table(), answer.Remarks(stored))
}

// solvedBoards are the ids of the boards that print what their attempts cost.
func solvedBoards(c *catalog.Catalog) []string {
	var ids []string
	for _, b := range c.Solved.Boards {
		ids = append(ids, b.ID)
	}
	return ids
}

package page

import (
	"strings"

	"pricepoint/data"
)

// firstWorkID is the use case whose cost the page shows first: the work that most people buy these models for.
const firstWorkID = "bug-fixing"

// firstWork are the costs of that use case, or of the first one where there is none of that name; nil: of none.
func (d documents) firstWork() *data.UseCaseCosts {
	if c := find(d.scores.UseCases, func(c data.UseCaseCosts) bool { return c.ID == firstWorkID }); c != nil {
		return c
	}
	return find(d.scores.UseCases, func(data.UseCaseCosts) bool { return true })
}

func (d documents) firstWorkTitle() string {
	costs := d.firstWork()
	if costs == nil {
		return ""
	}
	if u := find(d.useCases.UseCases, func(u data.UseCase) bool { return u.ID == costs.ID }); u != nil {
		return u.Title
	}
	return costs.ID
}

// work is one kind of work that the calculator begins with.
type work struct {
	ID, Title string
	Scenario  data.FullScenario
	First     bool
	Best      []string // the tools that nobody beats at it
	Words     string   // what is calculated; only of the first
}

// works are the scenarios of all use cases.
func (d documents) works() []work {
	var all []work
	first := d.firstWork()
	for _, c := range d.scores.UseCases {
		w := work{ID: c.ID, Title: c.ID, Scenario: c.Scenario, First: first != nil && first.ID == c.ID, Best: c.Frontier()}
		if u := find(d.useCases.UseCases, func(u data.UseCase) bool { return u.ID == c.ID }); u != nil {
			w.Title = u.Title
		}
		if w.First {
			w.Words = w.words(d.tools.LastUpdated)
		}
		all = append(all, w)
	}
	return all
}

// Plain are the prompt tokens that are not cached.
func (w work) Plain() int64 {
	return w.Scenario.InputTokens - w.Scenario.CacheReadTokens - w.Scenario.CacheWriteTokens
}

// words say what is calculated at first, as calculator.js says it.
func (w work) words(at data.Timestamp) string {
	s := w.Scenario
	text := count(s.InputTokens) + " prompt tokens"
	var cached []string
	if s.CacheReadTokens > 0 {
		cached = append(cached, count(s.CacheReadTokens)+" read from the cache")
	}
	if s.CacheWriteTokens > 0 {
		cached = append(cached, count(s.CacheWriteTokens)+" written to it")
	}
	if len(cached) > 0 {
		text += " (" + strings.Join(cached, ", ") + ")"
	}
	requests := " requests"
	if s.Requests == 1 {
		requests = " request"
	}
	return strings.Join([]string{text, count(s.OutputTokens) + " answer tokens", count(s.Requests) + requests, "standard service",
		"prices of " + day(at)}, " · ")
}

// firstBoard is the board whose cost per solved task the table shows; "": none has any to compare.
func (d documents) firstBoard() string {
	b, _ := data.WidestBoard(d.solved.Boards, d.solved.Rows)
	return b.ID
}

func (d documents) firstBoardName() string { return d.boardName(d.firstBoard()) }

// boardName is the name of a board, or its id where nothing is known of it.
func (d documents) boardName(id string) string {
	if b := find(d.solved.Boards, func(b data.SolvedBoard) bool { return b.ID == id }); b != nil {
		return b.Name
	}
	return id
}

// board is one that prints what its attempts cost.
type board struct {
	ID, Name string
	Solved   bool // costs per solved task can be compared
}

// boards are those on which there are tools.
func (d documents) boards() []board {
	var all []board
	for _, b := range d.solved.Boards {
		made, tools := board{ID: b.ID, Name: b.Name}, 0
		for _, r := range d.solved.Rows {
			if r.Shown && r.Board == b.ID {
				_, comparable := r.Comparable()
				made.Solved, tools = made.Solved || comparable, tools+1
			}
		}
		if tools > 0 {
			all = append(all, made)
		}
	}
	return all
}

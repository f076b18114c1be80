package mcp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/rating"
)

type solvedQuestion struct {
	Boards  []string    `json:"boards,omitempty" jsonschema:"ids of boards, such as deepswe; absent: all. Costs of two boards cannot be compared"`
	Effort  string      `json:"effort,omitempty" jsonschema:"only runs at this effort; absent: the one with which a finished task costs least"`
	MaxUSD  data.Number `json:"max_usd,omitzero" jsonschema:"a finished task may cost no more, in USD"`
	Failure data.Number `json:"failure_usd,omitzero" jsonschema:"what a failed task costs you, in USD; absent: as in use case bug-fixing, or the first that is measured"`
}

type solvedAnswer struct {
	about
	Failure data.Number  `json:"failureUSD" jsonschema:"what a failed task is taken to cost"`
	Boards  []boardTasks `json:"boards"`
}

// boardTasks are the runs of one board.
type boardTasks struct {
	Board  string      `json:"board"`
	Runs   []solvedRun `json:"runs" jsonschema:"the least cost of a finished task first; last those at the prices of then, which nobody can tell for today"`
	Others int         `json:"others,omitempty" jsonschema:"how many more there are"`
}

// solvedRun is one model at one effort under one harness.
type solvedRun struct {
	Model    string              `json:"model"`
	Effort   string              `json:"effort,omitempty"`
	Harness  string              `json:"harness,omitempty"`
	Share    data.Number         `json:"share" jsonschema:"of the attempts that solved their task, 0 to 1"`
	Attempt  data.Number         `json:"attemptUSD" jsonschema:"at today's prices, unless basis is then"`
	Basis    rating.RepricedKind `json:"basis" jsonschema:"exact, pair or estimate at today's prices; then: as printed, at the prices of then"`
	Finished *data.Number        `json:"finishedUSD,omitempty" jsonschema:"attemptUSD + (1 - share) * failureUSD; absent at the prices of then"`
}

// pricesOfThen is the basis of a cost that nobody can tell for today.
const pricesOfThen rating.RepricedKind = "then"

// solvedTasks says what finished tasks cost, board by board.
func (b *Book) solvedTasks(q solvedQuestion, _ time.Time) (*solvedAnswer, error) {
	doc, err := kept[rating.SolvedDocument](b, data.SolvedPath)
	if err != nil {
		return nil, err
	}
	a := &solvedAnswer{about: b.about(), Failure: q.Failure, Boards: []boardTasks{}}
	if q.Failure.IsZero() {
		if a.Failure, err = b.failure(); err != nil {
			return nil, err
		}
	}
	ids := data.Each(doc.Boards, func(b rating.SolvedBoard) string { return b.ID })
	for _, asked := range q.Boards {
		if !slices.Contains(ids, asked) {
			return nil, fmt.Errorf("there is no board %q; there are %s", clip(data.Visible(asked), longestName), strings.Join(ids, ", "))
		}
	}
	for _, id := range ids {
		if len(q.Boards) == 0 || slices.Contains(q.Boards, id) {
			if runs := a.runs(q, doc.Rows, id); len(runs) > 0 {
				a.Boards = append(a.Boards, boardTasks{Board: id, Runs: runs})
			}
		}
	}
	if len(a.Boards) == 0 {
		return nil, fmt.Errorf("no board has such a run; ask for another effort or a higher max_usd")
	}
	return a, nil
}

// failure is what a failed task costs where nobody says.
func (b *Book) failure() (data.Number, error) {
	scores, err := kept[rating.ScoresDocument](b, data.ScoresPath)
	if err != nil {
		return data.Number{}, err
	}
	var first *data.Number
	for _, u := range scores.UseCases {
		if u.FailureUSD != nil && (first == nil || u.ID == "bug-fixing") {
			first = u.FailureUSD
		}
	}
	if first == nil {
		return data.Number{}, fmt.Errorf("say what a failed task costs: failure_usd")
	}
	return *first, nil
}

// runs are those of one board, one a model and harness.
func (a *solvedAnswer) runs(q solvedQuestion, rows []rating.SolvedCost, board string) (runs []solvedRun) {
	for _, row := range rows {
		r := a.run(row)
		over := !q.MaxUSD.IsZero() && (r.Finished == nil || r.Finished.GreaterThan(q.MaxUSD.Decimal))
		if row.Board == board && !over && (q.Effort == "" || form(row.Effort) == form(q.Effort)) {
			runs = append(runs, r)
		}
	}
	slices.SortStableFunc(runs, func(x, y solvedRun) int {
		switch {
		case x.Finished != nil && y.Finished != nil:
			return x.Finished.Cmp(y.Finished.Decimal)
		case x.Finished != nil:
			return -1
		case y.Finished != nil:
			return 1
		}
		return cmp.Compare(x.Model, y.Model)
	})
	seen := map[[2]string]bool{}
	return slices.DeleteFunc(runs, func(r solvedRun) bool {
		one := [2]string{r.Model, r.Harness}
		before := seen[one]
		seen[one] = true
		return before
	})
}

func (a *solvedAnswer) run(row rating.SolvedCost) solvedRun {
	r := solvedRun{Model: row.ModelID, Effort: row.Effort, Harness: row.Harness, Share: row.Share, Attempt: row.CostPerAttempt, Basis: pricesOfThen}
	if usd, kind, ok := row.Today(); ok {
		finished := usd.Add(decimal.NewFromInt(1).Sub(row.Share.Decimal).Mul(a.Failure.Decimal)).Round(6)
		r.Attempt, r.Basis, r.Finished = data.Number{Decimal: usd.Round(6)}, kind, &data.Number{Decimal: finished}
	}
	return r
}

// shorten drops the last run of the board that has most, and the last board in the end.
func (a *solvedAnswer) shorten() bool {
	a.More = "shortened; everything is in /" + data.SolvedPath
	longest := 0
	for i, b := range a.Boards {
		if len(b.Runs) > len(a.Boards[longest].Runs) {
			longest = i
		}
	}
	switch b := &a.Boards[longest]; {
	case len(b.Runs) > 1:
		b.Runs, b.Others = b.Runs[:len(b.Runs)-1], b.Others+1
	case len(a.Boards) > 1:
		a.Boards = a.Boards[:len(a.Boards)-1]
	default:
		return false
	}
	return true
}

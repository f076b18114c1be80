package scoring

import "github.com/shopspring/decimal"

// Cost is what a piece of work costs with a tool: by its tariff, and where boards have measured tasks like it, per solved
// task.
type Cost struct {
	Tariff decimal.Decimal // of the scenario, USD
	Doubt  Doubt           // about the tariff
	Solved []Solved        // on the boards whose tasks are most like the work first
}

// Solved is what a solved task costs on a board, with its 90 % interval, in USD.
type Solved struct {
	Board           string
	Cost, Low, High decimal.Decimal
}

// On is the cost per solved task on a board, nil when nobody measured it there.
func (c Cost) On(board string) *Solved {
	for i := range c.Solved {
		if c.Solved[i].Board == board {
			return &c.Solved[i]
		}
	}
	return nil
}

// boards are those that have measured it, in their order.
func (c Cost) boards() []string {
	names := make([]string, len(c.Solved))
	for i, s := range c.Solved {
		names[i] = s.Board
	}
	return names
}

// CheaperThan reports whether c certainly costs less than another one. Where both were measured on a board, the intervals of
// the closest such board decide, since a price per token does not tell how many tokens a task takes; else the tariffs do.
// board says which: "" is the tariffs. Costs of two boards are never compared.
func (c Cost) CheaperThan(other Cost) (is bool, board string) {
	for _, s := range c.Solved {
		if o := other.On(s.Board); o != nil {
			return s.High.LessThan(o.Low), s.Board
		}
	}
	return !c.Doubt.More && c.Tariff.LessThan(other.Tariff.Sub(other.Doubt.Less)), ""
}

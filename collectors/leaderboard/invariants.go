package leaderboard

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"pricepoint/collectors/page"
	"pricepoint/data"
)

// What the numbers of a board have to do with one another tells one that was misread, or that stands under the title of
// another, even where the board was never read before.

// consistent leaves out the rows that contradict the rest of their board.
func (t valsTable) consistent(refused *page.Refused) (kept valsTable, err error) {
	contradicted := t.offErrors()
	for _, i := range t.outOfOrder() {
		contradicted[i] = errors.New("its result is not in the order of the ranks that the board prints")
	}
	if 2*len(contradicted) > len(t) {
		return nil, fmt.Errorf("%d of %d results contradict the ranks or standard errors beside them", len(contradicted), len(t))
	}
	for i, row := range t {
		if why := contradicted[i]; why != nil {
			row.refuse(refused, why)
			continue
		}
		kept = append(kept, row)
	}
	return kept, nil
}

// outOfOrder are the fewest rows without which all results stand in the order of the ranks printed beside them.
func (t valsTable) outOfOrder() []int {
	var ranked []int // places of rows, best first
	for i, row := range t {
		if row.rank > 0 {
			ranked = append(ranked, i)
		}
	}
	slices.SortStableFunc(ranked, func(i, j int) int {
		return cmp.Or(cmp.Compare(t[i].rank, t[j].rank), cmp.Compare(t[j].result(), t[i].result()))
	})
	var ends []int          // the last row of the best order of each length
	before := map[int]int{} // the row before it in that order
	inOrder := map[int]bool{}
	for _, i := range ranked {
		n, _ := slices.BinarySearchFunc(ends, i, func(end, i int) int {
			if t[end].result() >= t[i].result() {
				return -1
			}
			return 1
		})
		if before[i] = -1; n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		}
		ends[n] = i
	}
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			inOrder[i] = true
		}
	}
	return slices.DeleteFunc(ranked, func(i int) bool { return inOrder[i] })
}

// result is the score of a row in percent.
func (a *attempts) result() float64 {
	n, err := data.ParseNumber(a.score.Value)
	if err != nil {
		return -1 // percents will say so
	}
	return n.InexactFloat64()
}

// Where nearly all standard errors of a board tell one number of tasks, each tried once, the few that tell another one belong
// to other results.
const (
	sameTasks  = 0.01 // how far two numbers of tasks lie apart at most, as a share of them
	tellsTasks = 0.9  // of the rows
)

// offErrors are the rows whose standard error is that of another result.
func (t valsTable) offErrors() map[int]error {
	tasks := map[int]float64{}
	for i, row := range t {
		share, stderr := row.result()/100, row.number(data.SolvedError).InexactFloat64()/100
		if n := share * (1 - share) / (stderr * stderr); stderr > 0 && n > 0 {
			tasks[i] = n
		}
	}
	found := map[int]error{}
	if len(tasks) < minScores {
		return found
	}
	usual := slices.Sorted(maps.Values(tasks))[len(tasks)/2]
	for i, n := range tasks {
		if math.Abs(n-usual) > sameTasks*usual {
			found[i] = fmt.Errorf("its standard error would be that of %.0f tasks, and those of the board are of %.0f", n, usual)
		}
	}
	if float64(len(found)) > (1-tellsTasks)*float64(len(tasks)) {
		clear(found)
	}
	return found
}

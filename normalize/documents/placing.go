package documents

import (
	"pricepoint/normalize"

	"fmt"
	"sort"

	"github.com/shopspring/decimal"
)

// placing is a tool's place on a board among the listed tools.
type placing struct {
	board    string
	rank, of int
}

// quarter is the quarter of the board the place lies in; 0 where too few tools stand on it.
func (s placing) quarter() int {
	if s.of < fewRanked {
		return 0
	}
	return quarter(s.rank, s.of)
}

// String is "" for no place.
func (s placing) String() string {
	if s.of == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %d on %s", ordinal(s.rank), s.of, s.board)
}

func (r ranks) places(t normalize.Tool) []placing {
	var all []placing
	for _, c := range r.columns {
		if score, ok := measured(t, c); ok {
			scores := r.byScore[c.ID]
			better := sort.Search(len(scores), func(i int) bool { return scores[i].LessThanOrEqual(score) })
			all = append(all, placing{c.Name, better + 1, len(scores)})
		}
	}
	return all
}

// place is the rank of d in an ascending list, ties sharing the better one.
func place(ascending []decimal.Decimal, d decimal.Decimal) int {
	return sort.Search(len(ascending), func(i int) bool { return ascending[i].GreaterThanOrEqual(d) }) + 1
}

// quarter says in which quarter of n a rank lies, 1 to 4. With fewer than four there are no quarters and it is 0.
func quarter(rank, n int) int {
	if n < 4 {
		return 0
	}
	return (rank-1)*4/n + 1
}

func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprint(n, suffix)
}

// list joins names as prose.
func list(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	joined := names[0]
	for _, n := range names[1:last] {
		joined += ", " + n
	}
	return joined + " or " + names[last]
}

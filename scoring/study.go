package scoring

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"
)

// study is the results of all models on all boards, laid out for the likelihood.
type study struct {
	boards   []Board
	released []float64 // of the dated models on each board, on average; the population's origin where there are none
	subjects []subject
	total    int // results
}

// subject is one model: its results and when it was released.
type subject struct {
	cells []cell
	years float64 // since the origin
	dated bool
}

// cell is one result, as a share.
type cell struct {
	board int
	share float64
}

// origin is the time whose average model has the ability 0. Any would do; this one lies amid the boards' models.
const origin = 2025.5

// The fewest results that are worth a fit. Less is a broken reading.
const minModels, minLinked, minResults = 10, 5, 5

// newStudy checks the results and lays them out.
func newStudy(boards []Board, models []Model) (*study, error) {
	if err := checkStudy(boards, models); err != nil {
		return nil, err
	}
	return layOut(boards, models), nil
}

// sortedModels come in the order of their ids, whatever that of the rows was, so that no sum depends on it.
func sortedModels(models []Model) []Model {
	return slices.SortedFunc(slices.Values(models), func(a, b Model) int { return cmp.Compare(a.ID, b.ID) })
}

// layOut does not check anything, so that evaluations can hide results.
func layOut(boards []Board, models []Model) *study {
	s := &study{boards: boards, released: releases(boards, models)}
	for _, m := range models {
		if one := s.subject(m); len(one.cells) > 0 {
			s.subjects = append(s.subjects, one)
			s.total += len(one.cells)
		}
	}
	return s
}

func (s *study) subject(m Model) subject {
	one := subject{dated: m.Released != 0, years: m.Released - origin}
	mean := 0.0
	for i, b := range s.boards {
		if score, ok := m.Scores[b.ID]; ok {
			one.cells = append(one.cells, cell{i, score.InexactFloat64() / 100})
			mean += (s.released[i] - mean) / float64(len(one.cells))
		}
	}
	if !one.dated {
		one.years = mean - origin
	}
	return one
}

// releases says when the dated models on each board were released on average.
func releases(boards []Board, models []Model) []float64 {
	means := make([]float64, len(boards))
	for i, b := range boards {
		n := 0.0
		for _, m := range models {
			if _, ok := m.Scores[b.ID]; ok && m.Released != 0 {
				n++
				means[i] += (m.Released - means[i]) / n
			}
		}
		if n == 0 {
			means[i] = origin
		}
	}
	return means
}

// independent leaves out supporting boards that count the same answers as a board with a weight does: they would count
// one measurement twice, and they are never there when it is missing.
func independent(boards []Board) []Board {
	return slices.DeleteFunc(slices.Clone(boards), func(b Board) bool {
		return !b.Weight.IsPositive() && slices.ContainsFunc(boards, func(o Board) bool { return o.Weight.IsPositive() && o.Run == b.Run })
	})
}

// checkStudy refuses what cannot be results, and too little of it.
func checkStudy(boards []Board, models []Model) error {
	linked, seen := 0, map[string]bool{}
	for _, m := range models {
		if err := m.check(); err != nil {
			return err
		}
		if seen[m.ID] {
			return fmt.Errorf("%s is among the models twice; choose one of its settings", m.ID)
		}
		seen[m.ID] = true
		if count(boards, func(b Board) bool { _, ok := m.Scores[b.ID]; return ok }) > 1 {
			linked++
		}
	}
	if len(models) < minModels || linked < minLinked {
		return fmt.Errorf("%d models, %d of them on several boards, are too few; at least %d and %d are needed", len(models), linked, minModels, minLinked)
	}
	for _, b := range boards {
		if err := checkBoard(b, models); err != nil {
			return err
		}
	}
	return nil
}

func checkBoard(b Board, models []Model) error {
	results, most := 0, decimal.Zero
	for _, m := range models {
		if s, ok := m.Scores[b.ID]; ok {
			results++
			most = decimal.Max(most, s)
		}
	}
	switch {
	case b.Weight.IsPositive() && results < minResults:
		return fmt.Errorf("board %s has %d results, at least %d are needed", b.ID, results, minResults)
	case results >= minResults && most.LessThanOrEqual(decimal.NewFromInt(1)):
		return fmt.Errorf("board %s: no score exceeds 1, these look like fractions and not like percentages", b.ID)
	}
	return nil
}

func count[T any](all []T, is func(T) bool) int {
	n := 0
	for _, v := range all {
		if is(v) {
			n++
		}
	}
	return n
}

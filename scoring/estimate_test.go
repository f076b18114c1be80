package scoring

import (
	"math"
	"testing"

	"pricepoint/data"
	"pricepoint/data/rating"
)

const half = math.Pi / 4 // the angle of 50 points

// onBoards has boards with the same line, on which an average model of 2025 gets 50; "free" has no weight.
func onBoards() *Calibration {
	line := Line{Level: half, Loading: 0.2, Noise: 0.1}
	c := &Calibration{Population: Population{Origin: 2025, Trend: 1, Kinship: 0.5}, Width: 0.1, Widths: map[rating.ProvisionalBasis]float64{rating.OnResults: 0.2, rating.OnPredecessor: 0.3}}
	for _, b := range []Board{{ID: "a", Weight: d("0.5"), Size: 100}, {ID: "b", Weight: d("0.3")}, {ID: "c", Weight: d("0.2")}, {ID: "free"}} {
		c.Boards = append(c.Boards, BoardLine{b, line})
	}
	return c
}

func model(released float64, scores map[string]string) Model {
	m := Model{ID: "m", Released: released, Scores: map[string]data.Number{}}
	for board, score := range scores {
		m.Scores[board] = data.MustNumber(score)
	}
	return m
}

// TestAnOddResultMovesLittle lets one of four results go wrong more and more: the ability follows a small step, and hardly
// notices a failed run.
func TestAnOddResultMovesLittle(t *testing.T) {
	moved := func(score string) float64 {
		c := onBoards()
		ability, _ := c.ability(c.subject(model(0, map[string]string{"a": "50", "b": "50", "free": "50", "c": score})))
		return -ability
	}
	if step := moved("40"); step < 0.08 || step > 0.16 {
		t.Errorf("10 points less on one of four boards, half a unit, cost %.3f of ability, want about an eighth", step)
	}
	if failed := moved("0"); failed > 0.16 || failed < 0 {
		t.Errorf("a run that failed costs %.3f of ability", failed)
	}
}

// FuzzEstimate gives any results: the score lies in its interval, and both on the scale.
func FuzzEstimate(f *testing.F) {
	f.Add(50.0, 0.0, 100.0, 2026.0)
	f.Add(-1.0, 33.3, -1.0, 0.0)
	f.Fuzz(func(t *testing.T, a, b, free, released float64) {
		if !(released > 1990 && released < 2200) {
			released = 0
		}
		m := Model{ID: "m", Released: released, Scores: map[string]data.Number{}}
		for board, score := range map[string]float64{"a": a, "b": b, "free": free} {
			if score >= 0 && score <= 100 {
				m.Scores[board] = Exactly(score)
			}
		}
		c := onBoards()
		c.Neighbours = []rating.Neighbour{{ID: "n", Results: model(0, map[string]string{"a": "50", "c": "90"}).Scores}}
		e := c.Estimate(m)
		if math.IsNaN(e.Ability) || math.IsInf(e.Ability, 0) || !(e.Deviation > 0) {
			t.Errorf("ability %v +- %v", e.Ability, e.Deviation)
		}
		for _, i := range []Interval{e.Overall, e.Parts[0].Interval, e.Parts[1].Interval, e.Parts[2].Interval} {
			if i.Low.IsNegative() || i.Low.GreaterThan(i.Score) || i.Score.GreaterThan(i.High) || i.High.GreaterThan(hundred) {
				t.Errorf("%s from %s to %s", i.Score, i.Low, i.High)
			}
		}
	})
}

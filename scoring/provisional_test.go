package scoring

import (
	"math"
	"testing"

	"github.com/shopspring/decimal"
)

// lines are a calibration with one weighted board at its steepest at an ability of 0, and one supporting board.
func lines() Calibration {
	weight := decimal.NewFromInt(1)
	return Calibration{
		Population: Population{Origin: 2025, Trend: 2, Spread: 1, Kinship: 0.6},
		Boards: []BoardCurve{
			{Board: Board{ID: "main", Weight: weight, Tasks: "main", Run: "main"}, Curve: Curve{Slope: 1, Ceiling: 1, Noise: 0.1}, Width: 2},
			{Board: Board{ID: "side", Tasks: "side", Run: "side"}, Curve: Curve{Slope: 1, Ceiling: 1, Noise: 0.1}},
		},
		Widths: map[Basis]float64{OnPredecessor: 1.5, OnRelease: 1.2},
	}
}

// TestProvisional expects abilities by hand: a trend of 2 a year, and 0.6 of the predecessor's distance from it.
func TestProvisional(t *testing.T) {
	for _, tt := range []struct {
		name               string
		model              Model
		on                 Basis
		ability, deviation float64
		width              float64
	}{
		{"month", Model{ID: "m", Released: 2026}, OnRelease, 2, 1, 1.2},
		{"better-than-its-time", Model{ID: "m", Released: 2026, Before: &Predecessor{2025.5, 3, 0}}, OnPredecessor, 2 + 0.6*2, 0.8, 1.5},
		{"worse-than-its-time", Model{ID: "m", Released: 2026, Before: &Predecessor{2025.5, 0, 0}}, OnPredecessor, 2 - 0.6, 0.8, 1.5},
		{"as-unsure-as-any", Model{ID: "m", Released: 2026, Before: &Predecessor{2025.5, 3, 1}}, OnPredecessor, 3.2, 1, 1.5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := lines()
			e, on, err := c.Provisional(tt.model)
			if err != nil {
				t.Fatal(err)
			}
			if on != tt.on || math.Abs(e.Ability-tt.ability) > 1e-9 || math.Abs(e.Deviation-tt.deviation) > 1e-9 {
				t.Errorf("ability %f +- %f from %s, want %f +- %f from %s", e.Ability, e.Deviation, on, tt.ability, tt.deviation, tt.on)
			}
			if math.Abs(e.AbilityHigh-e.AbilityLow-2*tt.width*tt.deviation) > 1e-9 {
				t.Errorf("the ability is between %f and %f, want %f errors to a side", e.AbilityLow, e.AbilityHigh, tt.width)
			}
			at := 100 / (1 + math.Exp(-tt.ability))
			if math.Abs(e.Overall.Score.InexactFloat64()-at) > 1e-5 {
				t.Errorf("score %s, want %f", e.Overall.Score, at)
			}
		})
	}
}

// TestProvisionalListensToResults moves with a result of a board without a weight, and knows more than without it.
func TestProvisionalListensToResults(t *testing.T) {
	c := lines()
	before := &Predecessor{2025.5, 3, 0}
	without, _, err := c.Provisional(Model{ID: "m", Released: 2026, Before: before})
	if err != nil {
		t.Fatal(err)
	}
	last := math.Inf(-1)
	for _, score := range []int64{10, 50, 90, 99} {
		e, on, err := c.Provisional(Model{ID: "m", Released: 2026, Before: before, Scores: map[string]decimal.Decimal{"side": decimal.NewFromInt(score)}})
		if err != nil {
			t.Fatal(err)
		}
		if on != OnResults || e.Ability <= last || e.Deviation > without.Deviation || !e.Observed.IsZero() {
			t.Errorf("with %d on the side: %+v from %s, after an ability of %f", score, e, on, last)
		}
		last = e.Ability
	}
	if _, err := c.Estimate(Model{ID: "m", Released: 2026}); err == nil {
		t.Error("a model without a result has a score")
	}
}

// TestKinship finds the share by which made lines keep their distance from the trend.
func TestKinship(t *testing.T) {
	made := func(share float64) []kin {
		var all []kin
		for i := range 400 {
			wave := math.Sin(float64(i)*1.7) * math.Sqrt2 // of deviation 1
			rest := math.Sin(float64(i)*2.9+1) * math.Sqrt2
			all = append(all, kin{offBefore: wave, off: share*wave + math.Sqrt(1-share*share)*rest})
		}
		return all
	}
	for _, share := range []float64{0, 0.3, 0.75, 0.95} {
		if got := kinship(made(share)); math.Abs(got-share) > 0.04 {
			t.Errorf("a kinship of %.2f was found as %.2f", share, got)
		}
	}
	if got := kinship(nil); got != 0 {
		t.Errorf("without a pair the kinship is %f", got)
	}
}

// worldInLines is forty models on two boards, those of the second half each after one of the first.
func worldInLines() ([]Board, []Model) {
	c := lines()
	var boards []Board
	for _, b := range c.Boards {
		boards = append(boards, b.Board)
	}
	boards = append(boards, Board{ID: "other", Tasks: "other", Run: "other"})
	var models []Model
	for i := range 40 {
		m := Model{ID: string(rune('A'+i%20)) + string(rune('0'+i/20)), Released: 2024.5 + float64(i)/20, Listed: true, Scores: map[string]decimal.Decimal{}}
		if i >= 20 {
			m.Follows = models[i-20].ID
		}
		off := math.Sin(float64(i%20)*1.3) + 0.4*math.Sin(float64(i)*2.1)
		ability := 2*(m.Released-2025) + off
		for n, board := range boards {
			if n == 2 && i%3 == 0 {
				continue
			}
			share := 100*logistic(ability) + 4*math.Sin(float64(i*3+n*5))
			m.Scores[board.ID] = decimal.NewFromFloat(min(max(share, 0), 100)).Round(1)
		}
		models = append(models, m)
	}
	return boards, models
}

// TestHidingEverything holds the intervals of provisional scores to their word on a made world, and wants results to say
// more than a predecessor, and that more than a month.
func TestHidingEverything(t *testing.T) {
	boards, models := worldInLines()
	c, e, err := Calibrate(boards, models, decimal.RequireFromString("0.3"))
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Provisional) != len(Bases) {
		t.Fatalf("%d figures of %d bases", len(e.Provisional), len(Bases))
	}
	for i, f := range e.Provisional {
		if f.Basis != Bases[i] || f.Coverage < 0.85 || f.Coverage > 0.96 || f.Width != c.Widths[f.Basis] {
			t.Errorf("%+v does not cover nine of ten", f)
		}
		if i > 0 && f.Overall <= e.Provisional[i-1].Overall {
			t.Errorf("%s is off by %.2f points, %s by only %.2f", e.Provisional[i-1].Basis, e.Provisional[i-1].Overall, f.Basis, f.Overall)
		}
	}
	if c.Population.Kinship < 0.5 {
		t.Errorf("a kinship of %.2f was found in lines that keep most of their distance", c.Population.Kinship)
	}
	if e.Provisional[1].Models != 20 || e.Provisional[2].Models != 40 {
		t.Errorf("hidden were %+v, want 20 models with a predecessor and 40 with a month", e.Provisional)
	}
}

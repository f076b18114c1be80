package scoring

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
)

// simple is a calibration with round parameters: two benchmarks, one of which nobody solves whole, and a supporting board.
func simple() Calibration {
	board := func(id, weight string) Board { return Board{ID: id, Weight: d(weight), Tasks: id, Run: id} }
	return Calibration{
		Population: Population{Origin: 2025, Trend: 2, Shift: -1, Spread: 2},
		Boards: []BoardCurve{
			{board("a", "0.6"), Curve{Slope: 1, Difficulty: 0, Ceiling: 1, Noise: 0.1, Released: 2025}, 2},
			{board("b", "0.4"), Curve{Slope: 0.5, Difficulty: 1, Ceiling: 0.5, Noise: 0.1, Released: 2024}, 1.5},
			{board("c", "0"), Curve{Slope: 2, Difficulty: -1, Ceiling: 1, Noise: 0.2, Released: 2026}, 0},
		},
	}
}

// measured is a model with scores, id and score in turns.
func measured(released float64, scores ...string) Model {
	m := Model{ID: "m", Released: released, Scores: map[string]decimal.Decimal{}}
	for i := 0; i < len(scores); i += 2 {
		m.Scores[scores[i]] = d(scores[i+1])
	}
	return m
}

func TestCurve(t *testing.T) {
	c := Curve{Slope: 2, Difficulty: 1, Ceiling: 0.4, Noise: 0.1}
	for _, tt := range []struct{ ability, want float64 }{{0.5, 20}, {100, 40}, {-100, 0}, {0.5 + math.Log(3)/2, 30}} {
		if got := c.Score(tt.ability); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("Score(%v) = %v, want %v", tt.ability, got, tt.want)
		}
	}
}

func TestAbility(t *testing.T) {
	c := simple()
	for _, tt := range []struct {
		name      string
		model     Model
		want      float64
		deviation float64
	}{
		{"nothing-measured-is-what-its-time-expects", measured(2026), 2, 1},
		{"nothing-measured-and-no-date", measured(0), -1, 2},
		{"what-was-expected-is-measured", measured(2025, "a", "50"), 0, 1 / math.Sqrt(1+100*0.25)},
		{"the-result-pulls-against-the-expectation", measured(2025, "a", "60"), 0.389271, 0.199695},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ability, deviation, err := c.Ability(tt.model)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(ability-tt.want) > 1e-4 || math.Abs(deviation-tt.deviation) > 1e-4 {
				t.Errorf("Ability = %v, %v, want %v, %v", ability, deviation, tt.want, tt.deviation)
			}
			// The derivative of the loss is zero there: see pull for the formula.
			if slope := pull(ability, 2*(tt.model.Released-2025), 1, c.results(tt.model)); tt.model.Released > 0 && math.Abs(slope) > 1e-9 {
				t.Errorf("the loss still falls by %v at the ability", slope)
			}
		})
	}
}

// TestNoDateCountsAsItsBoards measures a model without a date at 13.447, which b's curve gives for the ability 0. Its
// board's models are of 2024, so that 2 * (2024 - 2025) - 1 = -3 is expected of it.
func TestNoDateCountsAsItsBoards(t *testing.T) {
	c := simple()
	m := measured(0, "b", "13.4470710684998")
	ability, _, err := c.Ability(m)
	if err != nil || math.Abs(pull(ability, -3, 2, c.results(m))) > 1e-9 || ability < -1 || ability > 0 {
		t.Errorf("Ability = %v, %v, want it between -3, which is expected, and 0, which is measured", ability, err)
	}
}

func TestOneWrongResultPullsNoFurther(t *testing.T) {
	c := simple()
	bad, _, _ := c.Ability(measured(2025, "a", "90", "b", "10", "c", "95"))
	worse, _, _ := c.Ability(measured(2025, "a", "90", "b", "0", "c", "95"))
	if bad != worse {
		t.Errorf("abilities = %v and %v, want the same: both results are far off the curve", bad, worse)
	}
}

func TestEstimate(t *testing.T) {
	c := simple()
	e, err := c.Estimate(measured(2025, "a", "80.25", "c", "90"))
	if err != nil {
		t.Fatal(err)
	}
	if got := e.Parts[0]; !got.Observed || !got.Score.Equal(d("80.25")) || !got.Low.Equal(got.High) {
		t.Errorf("observed part = %+v, want 80.25 exactly", got)
	}
	missing := e.Parts[1]
	if want := decimal.NewFromFloat(c.Boards[1].Score(e.Ability)).Round(6); missing.Observed || !missing.Score.Equal(want) {
		t.Errorf("estimated part = %+v, want the curve's %s", missing, want)
	}
	if want := d("80.25").Mul(d("0.6")).Add(missing.Score.Mul(d("0.4"))); !e.Overall.Score.Equal(want) {
		t.Errorf("overall = %s, want the weighted mean %s, exactly", e.Overall.Score, want)
	}
	if want := d("0.4").Mul(missing.High.Sub(missing.Low)); e.Overall.High.Sub(e.Overall.Low).Sub(want).Abs().GreaterThan(d("0.00001")) {
		t.Errorf("overall from %s to %s, want as wide as the missing part, times its weight: %s", e.Overall.Low, e.Overall.High, want)
	}
	if !e.Observed.Equal(d("0.6")) || len(e.Parts) != 2 {
		t.Errorf("observed %s of %d parts, want 0.6 of 2", e.Observed, len(e.Parts))
	}
}

func TestEstimateWithNothingMissingHasNoWidth(t *testing.T) {
	c := simple()
	e, err := c.Estimate(measured(2025, "a", "80", "b", "40"))
	if err != nil {
		t.Fatal(err)
	}
	want := Interval{d("64"), d("64"), d("64")}
	if diff := cmp.Diff(want, e.Overall, cmp.Comparer(decimal.Decimal.Equal)); diff != "" || !e.Observed.Equal(d("1")) {
		t.Errorf("overall (-want +got):\n%s observed %s", diff, e.Observed)
	}
}

func TestEstimateRefuses(t *testing.T) {
	c := simple()
	for name, m := range map[string]Model{
		"nothing-with-a-weight": measured(2025, "c", "50"),
		"nothing-at-all":        measured(2025),
		"below-0":               measured(2025, "a", "-0.1"),
		"above-100":             measured(2025, "a", "100.1"),
		"no-year":               measured(math.NaN(), "a", "50"),
		"month-for-a-year":      measured(7, "a", "50"),
	} {
		if e, err := c.Estimate(m); err == nil {
			t.Errorf("%s: Estimate = %+v, want an error", name, e)
		}
	}
}

func TestEstimateTakesEveryScore(t *testing.T) {
	c := simple()
	for _, a := range []string{"0", "100", "0.000001", "50"} {
		for _, b := range []string{"0", "100", "50.5", "70"} {
			for _, m := range []Model{measured(2025, "a", a, "b", b), measured(0, "a", a), measured(1991, "b", b), measured(2199, "b", b, "c", a)} {
				e, err := c.Estimate(m)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range append(e.Parts, Part{Interval: e.Overall}) {
					if p.Low.IsNegative() || p.High.GreaterThan(d("100")) || p.Low.GreaterThan(p.Score) || p.Score.GreaterThan(p.High) {
						t.Errorf("%v: part %+v is no interval in 0-100", m, p)
					}
				}
				if !finite(e.Ability, e.Deviation) {
					t.Errorf("%v: ability %v, %v", m, e.Ability, e.Deviation)
				}
			}
		}
	}
}

// rising checks that a better result never makes anything worse.
func rising(t *testing.T, c Calibration, lower Model, board string, by decimal.Decimal) {
	t.Helper()
	higher := Model{ID: lower.ID, Released: lower.Released, Scores: map[string]decimal.Decimal{}}
	for id, s := range lower.Scores {
		higher.Scores[id] = s
	}
	higher.Scores[board] = decimal.Min(higher.Scores[board].Add(by), d("100"))
	before, err := c.Estimate(lower)
	if err != nil {
		t.Fatal(err)
	}
	after, err := c.Estimate(higher)
	if err != nil {
		t.Fatal(err)
	}
	if after.Overall.Score.LessThan(before.Overall.Score) || after.Ability < before.Ability-1e-12 {
		t.Errorf("raising %s of %v to %s lowers %s to %s", board, lower.Scores, higher.Scores[board], before.Overall.Score, after.Overall.Score)
	}
	others := []Interval{{d("50"), d("40"), d("60")}, {d("70"), d("70"), d("70")}, {d("90"), d("80"), d("95")}}
	rank := func(e Estimate) int { return Ranks(append([]Interval{e.Overall}, others...))[0].Place }
	if rank(after) > rank(before) {
		t.Errorf("raising %s of %v worsens the rank from %d to %d", board, lower.Scores, rank(before), rank(after))
	}
}

func TestRaisingAResultNeverLowersAnything(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	c := simple()
	for range 5000 {
		m := Model{ID: "m", Released: 2024 + 3*random.Float64(), Scores: map[string]decimal.Decimal{}}
		for _, b := range c.Boards {
			if random.IntN(3) > 0 {
				m.Scores[b.ID] = decimal.NewFromFloat(100 * random.Float64()).Round(2)
			}
		}
		for id := range m.Scores {
			if _, err := c.Estimate(m); err == nil {
				rising(t, c, m, id, decimal.NewFromFloat(20*random.Float64()).Round(2))
			}
		}
	}
}

func FuzzRaisingAResultNeverLowersAnything(f *testing.F) {
	f.Add(25.5, 50.0, 20.0, 80.0, 0.01, uint8(0))
	f.Add(0.0, 0.0, 100.0, 50.0, 99.0, uint8(1))
	f.Fuzz(func(t *testing.T, released, a, b, other, by float64, board uint8) {
		m := Model{ID: "m", Scores: map[string]decimal.Decimal{"a": percent(a), "b": percent(b), "c": percent(other)}}
		if released != 0 { // known
			m.Released = 2000 + within(released, 100)
		}
		rising(t, simple(), m, []string{"a", "b", "c"}[board%3], percent(by))
	})
}

// percent makes a percentage of any number.
func percent(x float64) decimal.Decimal { return decimal.NewFromFloat(within(x, 100)).Round(8) }

// within makes of any number one from 0 to most.
func within(x, most float64) float64 {
	if !finite(x) {
		return most
	}
	if x = math.Abs(x); x <= most {
		return x
	}
	return math.Mod(x, most)
}

func TestCalibrationCheck(t *testing.T) {
	if err := simple().Check(); err != nil {
		t.Errorf("Check of a sound calibration: %v", err)
	}
	for name, spoil := range map[string]func(*Calibration){
		"no-boards":      func(c *Calibration) { c.Boards = nil },
		"no-spread":      func(c *Calibration) { c.Population.Spread = 0 },
		"trend-is-nan":   func(c *Calibration) { c.Population.Trend = math.NaN() },
		"falling-curve":  func(c *Calibration) { c.Boards[1].Slope = -1 },
		"no-noise":       func(c *Calibration) { c.Boards[1].Noise = 0 },
		"high-ceiling":   func(c *Calibration) { c.Boards[1].Ceiling = 1.01 },
		"no-interval":    func(c *Calibration) { c.Boards[1].Width = 0 },
		"far-difficulty": func(c *Calibration) { c.Boards[1].Difficulty = math.Inf(1) },
	} {
		c := simple()
		spoil(&c)
		if c.Check() == nil {
			t.Errorf("%s: Check finds nothing", name)
		}
	}
}

func BenchmarkEstimate(b *testing.B) {
	c := simple()
	m := measured(2025.5, "a", "71.3", "c", "80")
	for b.Loop() {
		if _, err := c.Estimate(m); err != nil {
			b.Fatal(err)
		}
	}
}

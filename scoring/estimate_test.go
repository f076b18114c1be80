package scoring

import (
	"math"
	"testing"

	"github.com/shopspring/decimal"
)

const half = math.Pi / 4 // the angle of 50 points

// onBoards has boards with the same line, on which an average model of 2025 gets 50; "free" has no weight.
func onBoards() *Calibration {
	line := Line{Level: half, Loading: 0.2, Noise: 0.1}
	c := &Calibration{Population: Population{Origin: 2025, Trend: 1, Kinship: 0.5}, Width: 0.1, Widths: map[Basis]float64{OnResults: 0.2, OnPredecessor: 0.3}}
	for _, b := range []Board{{ID: "a", Weight: d("0.5"), Size: 100}, {ID: "b", Weight: d("0.3")}, {ID: "c", Weight: d("0.2")}, {ID: "free"}} {
		c.Boards = append(c.Boards, BoardLine{b, line})
	}
	return c
}

func model(released float64, scores map[string]string) Model {
	m := Model{ID: "m", Released: released, Scores: map[string]decimal.Decimal{}}
	for board, score := range scores {
		m.Scores[board] = d(score)
	}
	return m
}

func closeTo(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > 1e-5 {
		t.Errorf("%s = %f, want %f", what, got, want)
	}
}

func TestAngle(t *testing.T) {
	for score, want := range map[float64]float64{0: 0, 25: math.Pi / 6, 50: half, 75: math.Pi / 3, 100: math.Pi / 2} {
		closeTo(t, "Angle", Angle(score), want)
		closeTo(t, "scoreAt", scoreAt(want), score)
	}
	closeTo(t, "scoreAt below 0", scoreAt(-1), 0)
	closeTo(t, "scoreAt above π/2", scoreAt(2), 100)
}

// TestAbility has a result just where it is expected: it moves nothing, and the error e of the ability follows from
// 1/e² = 1 + w * 0.2²/0.1² with w = 5 / (4 + e² * 0.2²/0.1²), so that 1/e² = (5 + √29) / 2.
func TestAbility(t *testing.T) {
	c := onBoards()
	ability, deviation := c.ability(c.subject(model(0, map[string]string{"b": "50"})))
	closeTo(t, "ability", ability, 0)
	closeTo(t, "deviation", deviation, 1/math.Sqrt((5+math.Sqrt(29))/2))

	ability, deviation = c.ability(c.subject(model(2026.5, nil)))
	closeTo(t, "ability of which nothing is known but the release", ability, 1.5)
	closeTo(t, "its deviation", deviation, 1)
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

// TestNeighbours guesses from two models. The first got the same elsewhere: distance (0 + 0.3) / 1, its 1.0 rad stays. The
// second is 1 unit of ability worse: distance (1 + 0.3) / 1, its 0.7 is moved by 0.26 * 1 / 1.3. They count as 1 / 0.35 to
// 1 / 1.35. The third shares no board, the fourth was not measured there.
func TestNeighbours(t *testing.T) {
	c := onBoards()
	c.Boards[1].Loading = 0.26
	one := subject{Model: Model{ID: "one"}, results: []result{{board: 0, angle: 0.8}}}
	c.others = []subject{
		{results: []result{{board: 0, angle: 0.8}, {board: 1, angle: 1}}},
		{results: []result{{board: 0, angle: 0.6}, {board: 1, angle: 0.7}}},
		{results: []result{{board: 1, angle: 0.1}, {board: 2, angle: 0.1}}},
		{results: []result{{board: 0, angle: 0.8}, {board: 2, angle: 0.1}}},
		{Model: one.Model, results: []result{{board: 0, angle: 0.8}, {board: 1, angle: 0}}}, // itself
	}
	got, ok := c.byNeighbours(one, 1)
	if !ok {
		t.Fatal("nobody is near")
	}
	closeTo(t, "guess", got, (1.0/0.35+0.9/1.35)/(1/0.35+1/1.35))
	c.others = []subject{{results: []result{{board: 1, angle: 0.1}}}}
	if _, ok := c.byNeighbours(one, 1); ok {
		t.Error("a model that shares no board is a neighbour")
	}
}

// TestEstimate takes a result on a, 60 + 2 on b by a stand-in, and an estimate of 50 on c. The results are at their lines,
// so the ability is 0. Luck over 100 tasks is 8.11522 points, the stand-in is good to 5, and 0.1 rad about 50 points are
// 50 sin 0.2 = 9.9335: half the interval is √((0.5 * 8.11522)² + (0.3 * 5)² + (0.2 * 9.9335)²).
func TestEstimate(t *testing.T) {
	c := onBoards()
	c.Boards[1].Level = Angle(62)
	c.StandIns = []StandIn{{Board: "b", By: "run", Offset: 2, Half: 5}}
	e, err := c.Estimate(model(0, map[string]string{"a": "50", "run": "60"}))
	if err != nil {
		t.Fatal(err)
	}
	closeTo(t, "score", e.Overall.Score.InexactFloat64(), 0.5*50+0.3*62+0.2*50)
	closeTo(t, "lower end", e.Overall.Low.InexactFloat64(), 53.6-4.760373)
	closeTo(t, "upper end", e.Overall.High.InexactFloat64(), 53.6+4.760373)
	closeTo(t, "ability", e.Ability, 0)
	if !e.Observed.Equal(d("0.8")) || e.Parts[1].By != "run" || e.Parts[2].Observed || e.Basis != "" {
		t.Errorf("observed %s of %+v, basis %q", e.Observed, e.Parts, e.Basis)
	}
	closeTo(t, "estimate at least", e.Parts[2].Low.InexactFloat64(), 50-9.93347)
}

// TestEstimateMixesLineAndNeighbours expects 50 by the line and, where the only neighbour got it, 90.
func TestEstimateMixesLineAndNeighbours(t *testing.T) {
	c := onBoards()
	c.Neighbours = []Model{{ID: "n", Scores: model(0, map[string]string{"a": "50", "b": "90"}).Scores}, model(0, map[string]string{"a": "50", "b": "1"})}
	e, err := c.Estimate(model(0, map[string]string{"a": "50"}))
	if err != nil {
		t.Fatal(err)
	}
	closeTo(t, "estimate", e.Parts[1].Score.InexactFloat64(), scoreAt(0.3*half+0.7*Angle(90)))
}

// TestProvisional looks at models of which no board with a weight has a result. All parts move together: w rad about 50
// points are 50 sin 2w.
func TestProvisional(t *testing.T) {
	for _, tt := range []struct {
		name    string
		model   Model
		basis   Basis
		ability float64
		width   float64
	}{
		{"a-result-without-weight", model(0, map[string]string{"free": "50"}), OnResults, 0, 0.2},
		{"a-predecessor", Model{ID: "m", Released: 2025.5, Before: &Predecessor{Released: 2025, Ability: -1}}, OnPredecessor, 0, 0.3},
		{"a-month", model(2025, nil), OnRelease, 0, 0.1}, // no width of its own: that of an estimate
		{"nothing", model(0, nil), OnRelease, 0, 0.1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, err := onBoards().Estimate(tt.model)
			if err != nil {
				t.Fatal(err)
			}
			if e.Basis != tt.basis || !e.Observed.IsZero() {
				t.Errorf("basis %q, observed %s, want %q and nothing", e.Basis, e.Observed, tt.basis)
			}
			closeTo(t, "ability", e.Ability, tt.ability)
			closeTo(t, "score", e.Overall.Score.InexactFloat64(), 50)
			closeTo(t, "lower end", e.Overall.Low.InexactFloat64(), 50-50*math.Sin(2*tt.width))
			closeTo(t, "upper end", e.Overall.High.InexactFloat64(), 50+50*math.Sin(2*tt.width))
		})
	}
}

func TestEstimateRefusesWhatIsNoScore(t *testing.T) {
	for name, m := range map[string]Model{
		"above-100": model(2026, map[string]string{"a": "100.1"}), "below-0": model(2026, map[string]string{"a": "-1"}),
		"no-year": model(20.26, nil), "not-a-number": model(math.NaN(), nil),
	} {
		if e, err := onBoards().Estimate(m); err == nil {
			t.Errorf("%s: estimate %+v, want an error", name, e)
		}
	}
}

func TestCheckRefusesParameters(t *testing.T) {
	for name, spoil := range map[string]func(*Calibration){
		"no-boards":          func(c *Calibration) { c.Boards = nil },
		"falling-line":       func(c *Calibration) { c.Boards[1].Loading = -1 },
		"no-noise":           func(c *Calibration) { c.Boards[1].Noise = 0 },
		"level-no-number":    func(c *Calibration) { c.Boards[1].Level = math.NaN() },
		"all-is-handed-on":   func(c *Calibration) { c.Population.Kinship = 1 },
		"no-width":           func(c *Calibration) { c.Width = 0 },
		"trend-is-no-number": func(c *Calibration) { c.Population.Trend = math.Inf(1) },
	} {
		c := onBoards()
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		if spoil(c); c.Check() == nil {
			t.Errorf("%s passes", name)
		}
	}
}

// FuzzEstimate gives any results: the score lies in its interval, and both on the scale.
func FuzzEstimate(f *testing.F) {
	f.Add(50.0, 0.0, 100.0, 2026.0)
	f.Add(-1.0, 33.3, -1.0, 0.0)
	f.Fuzz(func(t *testing.T, a, b, free, released float64) {
		m := Model{ID: "m", Released: released, Scores: map[string]decimal.Decimal{}}
		for board, score := range map[string]float64{"a": a, "b": b, "free": free} {
			if score >= 0 && score <= 100 {
				m.Scores[board] = decimal.NewFromFloat(score)
			}
		}
		c := onBoards()
		c.Neighbours = []Model{{ID: "n", Scores: model(0, map[string]string{"a": "50", "c": "90"}).Scores}}
		e, err := c.Estimate(m)
		if err != nil {
			return
		}
		if !finite(e.Ability, e.Deviation) || e.Deviation <= 0 {
			t.Errorf("ability %v +- %v", e.Ability, e.Deviation)
		}
		for _, i := range []Interval{e.Overall, e.Parts[0].Interval, e.Parts[1].Interval, e.Parts[2].Interval} {
			if i.Low.IsNegative() || i.Low.GreaterThan(i.Score) || i.Score.GreaterThan(i.High) || i.High.GreaterThan(hundred) {
				t.Errorf("%s from %s to %s", i.Score, i.Low, i.High)
			}
		}
	})
}

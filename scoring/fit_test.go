package scoring

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
)

// world is made results: models of four years whose abilities follow a trend, on boards with known curves. Most models
// are on a few boards only, and some are far off on one, as on real boards.
func world(seed uint64, n int) ([]Board, []Model, []Curve) {
	random := rand.New(rand.NewPCG(seed, 7))
	curves := []Curve{
		{Slope: 0.8, Difficulty: 0, Ceiling: 0.98, Noise: 0.08},
		{Slope: 1, Difficulty: -1.5, Ceiling: 0.88, Noise: 0.12},
		{Slope: 1.1, Difficulty: -2, Ceiling: 0.4, Noise: 0.08},
		{Slope: 0.9, Difficulty: 0.2, Ceiling: 1, Noise: 0.1},
		{Slope: 0.5, Difficulty: -1, Ceiling: 1, Noise: 0.1},
	}
	boards := []Board{
		{ID: "new", Weight: d("0.4"), Tasks: "repositories", Run: "new"},
		{ID: "both", Weight: d("0.3"), Tasks: "contests", Run: "both"},
		{ID: "old", Weight: d("0.3"), Tasks: "functions", Run: "old"},
		{ID: "other", Weight: d("0"), Tasks: "repositories", Run: "other"},
		{ID: "extra", Weight: d("0"), Tasks: "extra", Run: "extra"},
	}
	var models []Model
	for i := range n {
		years := 4 * float64(i) / float64(n)
		m := Model{ID: fmt.Sprintf("m%03d", i), Released: 2023 + years, Scores: map[string]decimal.Decimal{}}
		ability := 2*(m.Released-origin) + random.NormFloat64()
		for b, c := range curves {
			there := []bool{years > 2, years > 1, years < 2.2, years > 2.5, random.IntN(3) == 0}[b]
			if !there || random.IntN(5) == 0 {
				continue
			}
			score := c.Score(ability) + 100*math.Sqrt(c.variance(ability))*random.NormFloat64()
			if random.IntN(25) == 0 {
				score -= 30
			}
			m.Scores[boards[b].ID] = decimal.NewFromFloat(min(max(score, 0), 100)).Round(2)
		}
		models = append(models, m)
	}
	return boards, models, curves
}

func calibrated(t *testing.T, boards []Board, models []Model) (Calibration, Evaluation) {
	t.Helper()
	c, e, err := Calibrate(boards, models, d("0.3"))
	if err != nil {
		t.Fatal(err)
	}
	return c, e
}

func TestCalibrateFindsTheCurves(t *testing.T) {
	boards, models, curves := world(1, 140)
	c, e := calibrated(t, boards, models)
	if math.Abs(c.Population.Trend-2) > 0.5 {
		t.Errorf("trend = %v, want about 2", c.Population.Trend)
	}
	for i, b := range c.Boards {
		for _, ability := range []float64{-2, 0, 2} {
			years := 2023 + []float64{3, 2.5, 1.1, 3.2, 2}[i] // when the board's models were released, roughly
			at := ability*0.7 + 2*(years-origin)
			if got, want := b.Score(at), curves[i].Score(at); math.Abs(got-want) > 6 {
				t.Errorf("board %s at ability %v = %.1f, want about %.1f", b.ID, at, got, want)
			}
		}
	}
	all := e.Figures[0]
	if all.Overall > 3.5 || all.Overall/all.WeightedMeanOverall > 0.45 || all.Coverage < 0.86 || all.Coverage > 0.94 {
		t.Errorf("evaluation %+v, want the estimates to beat the weighted mean by far and the interval to hold nine of ten", all)
	}
}

func TestCalibrateIsDeterministic(t *testing.T) {
	boards, models, _ := world(2, 60)
	c, e := calibrated(t, boards, models)
	slices.Reverse(models)
	again, evaluation := calibrated(t, boards, models)
	if diff := cmp.Diff(c, again, cmp.Comparer(decimal.Decimal.Equal)); diff != "" {
		t.Errorf("calibration of the same results in another order (-first +second):\n%s", diff)
	}
	if diff := cmp.Diff(e, evaluation); diff != "" {
		t.Errorf("evaluation of the same results in another order (-first +second):\n%s", diff)
	}
}

// TestGradient compares the gradient with differences of the loss.
func TestGradient(t *testing.T) {
	boards, models, _ := world(3, 40)
	for i := range models {
		if i%3 == 0 {
			models[i].Released = 0
		}
	}
	s, err := newStudy(boards, sortedModels(models))
	if err != nil {
		t.Fatal(err)
	}
	l := newLikelihood(s)
	random := rand.New(rand.NewPCG(4, 4))
	p := l.start(0.5)
	for i := range p {
		p[i] += 0.3 * random.NormFloat64()
	}
	gradient := make([]float64, len(p))
	l.loss(p, gradient)
	for i := range p {
		const width = 1e-6
		above, below := slices.Clone(p), slices.Clone(p)
		above[i] += width
		below[i] -= width
		want := (l.loss(above, nil) - l.loss(below, nil)) / (2 * width)
		if math.Abs(gradient[i]-want) > 1e-6 {
			t.Errorf("derivative by parameter %d = %v, want %v", i, gradient[i], want)
		}
	}
}

func TestCalibrateTakesPoorBoards(t *testing.T) {
	for name, spoil := range map[string]func([]Board, []Model) ([]Board, []Model){
		"half-the-rows": func(b []Board, m []Model) ([]Board, []Model) {
			var half []Model
			for i := 0; i < len(m); i += 2 {
				half = append(half, m[i])
			}
			return b, half
		},
		"half-the-rows-of-one-board": func(b []Board, m []Model) ([]Board, []Model) {
			for i := range m {
				if i%2 == 0 {
					delete(m[i].Scores, "both")
				}
			}
			return b, m
		},
		"two-boards-only": func(b []Board, m []Model) ([]Board, []Model) {
			b[0].Weight, b[1].Weight = d("0.5"), d("0.5")
			return b[:2], m
		},
		"ends-of-the-scale": func(b []Board, m []Model) ([]Board, []Model) {
			for i := range m {
				if i%4 == 0 {
					m[i].Scores["both"], m[i].Scores["extra"] = d("100"), d("0")
				}
			}
			return b, m
		},
		"no-dates": func(b []Board, m []Model) ([]Board, []Model) {
			for i := range m {
				m[i].Released = 0
			}
			return b, m
		},
		"a-board-with-one-result": func(b []Board, m []Model) ([]Board, []Model) {
			for i := range m {
				if i != 40 {
					delete(m[i].Scores, "extra")
				}
			}
			m[40].Scores["extra"] = d("50")
			return b, m
		},
	} {
		t.Run(name, func(t *testing.T) {
			boards, models, _ := world(5, 60)
			boards, models = spoil(boards, models)
			c, e := calibrated(t, boards, models)
			for _, f := range e.Figures {
				if !finite(f.Cell, f.Overall, f.Moved, f.ColumnMean, f.WeightedMean, f.Coverage) {
					t.Errorf("figures %+v are not all finite", f)
				}
			}
			for _, m := range models {
				if estimate, err := c.Estimate(m); err == nil && !finite(estimate.Ability, estimate.Deviation) {
					t.Errorf("%s: estimate %+v", m.ID, estimate)
				}
			}
		})
	}
}

func TestCalibrateRefuses(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spoil func([]Board, []Model) ([]Board, []Model)
		want  string
	}{
		{"one-model", func(b []Board, m []Model) ([]Board, []Model) { return b, m[:1] }, "1 models, 1 of them on several boards, are too few"},
		{"no-model", func(b []Board, m []Model) ([]Board, []Model) { return b, nil }, "0 models"},
		{"one-model-twice", func(b []Board, m []Model) ([]Board, []Model) { return b, append(m, m[3]) }, "m003 is among the models twice"},
		{"fractions", func(b []Board, m []Model) ([]Board, []Model) {
			for i := range m {
				if s, ok := m[i].Scores["both"]; ok {
					m[i].Scores["both"] = s.Shift(-2)
				}
			}
			return b, m
		}, "board both: no score exceeds 1, these look like fractions"},
		{"above-100", func(b []Board, m []Model) ([]Board, []Model) { m[9].Scores["both"] = d("101"); return b, m }, "m009: 101 on board both is not a score"},
		{"below-0", func(b []Board, m []Model) ([]Board, []Model) { m[9].Scores["both"] = d("-1"); return b, m }, "m009: -1 on board both is not a score"},
		{"an-empty-board", func(b []Board, m []Model) ([]Board, []Model) {
			for i := range m {
				delete(m[i].Scores, "old")
			}
			return b, m
		}, "board old has 0 results"},
		{"released-in-another-unit", func(b []Board, m []Model) ([]Board, []Model) { m[0].Released = 1.7e9; return b, m }, "not a year of release"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			boards, models, _ := world(6, 40)
			boards, models = tt.spoil(boards, models)
			c, _, err := Calibrate(boards, models, d("0.3"))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Calibrate = %+v, %v, want an error about %q", c, err, tt.want)
			}
		})
	}
}

// TestSameRunIsHiddenAndLeftOut checks that a supporting board which counts the same answers changes nothing.
func TestSameRunIsHiddenAndLeftOut(t *testing.T) {
	boards, models, _ := world(8, 40)
	c, e := calibrated(t, boards, models)
	twice := append(slices.Clone(boards), Board{ID: "again", Weight: d("0"), Tasks: "contests", Run: "both"})
	for i := range models {
		if s, ok := models[i].Scores["both"]; ok {
			models[i].Scores["again"] = s
		}
	}
	again, evaluation := calibrated(t, twice, models)
	if diff := cmp.Diff(c, again, cmp.Comparer(decimal.Decimal.Equal)); diff != "" {
		t.Errorf("calibration with a copy of a board (-without +with):\n%s", diff)
	}
	if diff := cmp.Diff(e, evaluation); diff != "" {
		t.Errorf("evaluation with a copy of a board (-without +with):\n%s", diff)
	}
}

// TestHidingHides checks that an estimate is made without its own result: changing the result does not change it.
func TestHidingHides(t *testing.T) {
	boards, models, _ := world(9, 40)
	reveal := func() trial {
		s, err := newStudy(boards, models)
		if err != nil {
			t.Fatal(err)
		}
		f, err := fit(s)
		if err != nil {
			t.Fatal(err)
		}
		e := examination{fitted: f, calibration: f.calibration(), models: models}
		for _, hidden := range e.secrets(sameTasks) {
			if models[hidden.model].ID == "m030" && hidden.board.ID == "new" {
				if diff := cmp.Diff([]string{"new", "other"}, hidden.hidden); diff != "" {
					t.Errorf("hidden (-want +got):\n%s", diff)
				}
				r, err := e.reveal(hidden)
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
		}
		t.Fatal("m030 has no result on board new")
		return trial{}
	}
	models[30].Scores["new"], models[30].Scores["both"], models[30].Scores["other"] = d("50"), d("60"), d("40")
	first := reveal()
	models[30].Scores["new"], models[30].Scores["other"] = d("55"), d("41")
	second := reveal()
	if math.Abs(first.off-second.off-5) > 0.01 {
		t.Errorf("the estimates are off by %v and %v; a result that is 5 higher must not move the estimate", first.off, second.off)
	}
}

func TestFiguresCompareWithBaselines(t *testing.T) {
	a, b := Board{ID: "a", Weight: d("0.375"), Run: "a"}, Board{ID: "b", Weight: d("0.125"), Run: "b"} // the rest is on boards nobody is on
	e := examination{fitted: &fitted{likelihood: &likelihood{study: &study{boards: []Board{a, b}}}}, models: []Model{
		{ID: "x", Scores: map[string]decimal.Decimal{"a": d("80"), "b": d("50")}},
		{ID: "y", Scores: map[string]decimal.Decimal{"a": d("60")}},
		{ID: "z", Scores: map[string]decimal.Decimal{"a": d("70"), "b": d("20")}},
	}}
	c := Calibration{Boards: []BoardCurve{{a, Curve{Slope: 1, Ceiling: 1, Noise: 0.1}, 2}, {b, Curve{Slope: 1, Ceiling: 1, Noise: 0.1}, 2}}}
	s := e.secrets(sameRun)[1]
	got := e.compare(s, Estimate{}, Estimate{}, c)
	got.secret, got.width = secret{}, 0
	want := trial{share: 0.25, left: 0.375, off: 0, byColumn: 20 - 50, byRest: 80 - 50}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(trial{}, secret{})); diff != "" {
		t.Errorf("trial of x without b (-want +got):\n%s", diff)
	}
}

func TestFiguresOfThePublished(t *testing.T) {
	at := func(board string, left, off float64) trial {
		return trial{secret: secret{board: Board{ID: board}}, left: left, off: off, share: 0.5, byRest: 10}
	}
	w := widths{published: 0.3}
	boards := []Board{{ID: "a", Weight: d("0.5")}, {ID: "b", Weight: d("0.2")}, {ID: "c"}}
	var got []string
	for _, f := range w.figures(sameRun, boards, []trial{at("a", 0.2, 8), at("a", 0.1+0.2, -4), at("b", 0.5, 3)}) {
		got = append(got, fmt.Sprintf("%v %q: %d off by %v, %v of the score, ratio %v", f.Published, f.Board, f.Cells, f.Cell, f.Overall, f.Overall/f.WeightedMeanOverall))
	}
	want := []string{
		`false "": 3 off by 5, 2.5 of the score, ratio 0.5`, `false "a": 2 off by 6, 3 of the score, ratio 0.6`, `false "b": 1 off by 3, 1.5 of the score, ratio 0.3`,
		`true "": 2 off by 3.5, 1.75 of the score, ratio 0.35`, `true "a": 1 off by 4, 2 of the score, ratio 0.4`, `true "b": 1 off by 3, 1.5 of the score, ratio 0.3`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
}

func TestWidthsLeaveTheModelOut(t *testing.T) {
	var w widths
	for i := range 19 {
		w.trials = append(w.trials, trial{secret: secret{model: i, board: Board{ID: "a"}}, width: float64(i + 1)})
	}
	if got := w.of("a", nil); got != 18 {
		t.Errorf("width of all = %v, want the 18th of 19", got)
	}
	if got := w.of("a", &w.trials[17]); got != 19 {
		t.Errorf("width without the 18th = %v, want the 18th of the others", got)
	}
	if got := w.of("b", nil); got != 18 {
		t.Errorf("width of a board without trials = %v, want that of all", got)
	}
	if got := (widths{}).of("b", nil); got != NormalWidth {
		t.Errorf("width without any trial = %v, want the normal distribution's", got)
	}
}

func TestRounded(t *testing.T) {
	for in, want := range map[float64]float64{1.23456789: 1.23457, -0.000123456789: -0.000123457, 2025.6612345: 2025.66, 0: 0, 1: 1} {
		if got := rounded(in); got != want {
			t.Errorf("rounded(%v) = %v, want %v", in, got, want)
		}
	}
}

func BenchmarkFit(b *testing.B) {
	boards, models, _ := world(1, 400)
	s, err := newStudy(boards, models)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := fit(s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoss(b *testing.B) {
	boards, models, _ := world(1, 400)
	s, err := newStudy(boards, models)
	if err != nil {
		b.Fatal(err)
	}
	l := newLikelihood(s)
	p := l.start(1)
	gradient := make([]float64, len(p))
	for b.Loop() {
		l.loss(p, gradient)
	}
}

package scoring

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/rating"
)

// simulated draws models of 2025 and 2026, whose abilities rise by 1.2 a year and scatter by 1 about that, and their results
// on four boards; two of five are missing.
func simulated(n int, seed uint64) (truth Calibration, models []Model, abilities []float64) {
	random := rand.New(rand.NewPCG(seed, 1))
	for i, l := range []Line{{0.5, 0.3, 0.06}, {0.8, 0.2, 0.05}, {0.3, 0.25, 0.08}, {0.9, 0.15, 0.05}} {
		b := Board{ID: fmt.Sprint("board", i), Weight: []decimal.Decimal{d("0.4"), d("0.3"), d("0.3"), d("0")}[i]}
		truth.Boards = append(truth.Boards, BoardLine{b, l})
	}
	for i := range n {
		m := Model{ID: fmt.Sprintf("m%03d", i), Released: 2025 + 1.9*float64(i)/float64(n), Scores: map[string]data.Number{}}
		ability := 1.2*(m.Released-origin) + random.NormFloat64()
		for _, b := range truth.Boards {
			if random.IntN(5) > 1 {
				m.Scores[b.ID] = Decimals(scoreAt(b.at(ability)+b.Noise*random.NormFloat64()), 2)
			}
		}
		models, abilities = append(models, m), append(abilities, ability)
	}
	return truth, models, abilities
}

func boardsOf(c Calibration) []Board {
	var all []Board
	for _, b := range c.Boards {
		all = append(all, b.Board)
	}
	return all
}

// TestCalibrateFindsTheLines compares what is fitted with what the results were drawn from, and asks about other models:
// nine of ten intervals of scores with a hidden result hold what is hidden.
func TestCalibrateFindsTheLines(t *testing.T) {
	truth, models, abilities := simulated(250, 1)
	made, e, err := Calibrate(boardsOf(truth), models, d("0.3"), d("10"))
	if err != nil {
		t.Fatal(err)
	}
	drawn, squares := 0.0, 0.0
	for i, m := range models {
		drawn, squares = drawn+abilities[i]*(m.Released-origin), squares+square(m.Released-origin)
	}
	if want := drawn / squares; math.Abs(made.Population.Trend/want-1) > 0.25 { // the fit stops before the trend has settled
		t.Errorf("trend %f, want about the %f that was drawn", made.Population.Trend, want)
	}
	for i, b := range made.Boards {
		if want := truth.Boards[i].Line; math.Abs(b.Level-want.Level) > 0.06 || math.Abs(b.Loading/want.Loading-1) > 0.15 || b.Noise > 1.5*want.Noise || b.Noise < want.Noise/2 {
			t.Errorf("%s: %+v, want about %+v", b.ID, b.Line, want)
		}
	}
	for _, held := range []data.Number{e.Forward.Score, e.Forward.Cell} {
		if share := held.InexactFloat64(); share < 0.83 || share > 0.98 {
			t.Errorf("forward in time, 90 %% intervals held %+v", e.Forward)
		}
	}
	held, asked := 0.0, 0.0
	_, others, _ := simulated(250, 2)
	for _, m := range others[125:] {
		hidden, is := m.Scores["board0"]
		_, other := m.Scores["board1"]
		if !is || !other {
			continue
		}
		delete(m.Scores, "board0")
		m.ID = "new " + m.ID
		p := made.Estimate(m).Parts[0]
		asked++
		held += indicator(hidden.GreaterThanOrEqual(p.Low) && hidden.LessThanOrEqual(p.High))
	}
	if share := held / asked; asked < 30 || share < 0.82 || share > 0.98 {
		t.Errorf("of %v new models, intervals held %.2f", asked, share)
	}
}

func TestCalibrateIgnoresTheOrder(t *testing.T) {
	truth, models, _ := simulated(60, 3)
	a, ea, err := Calibrate(boardsOf(truth), models, d("0.3"), d("10"))
	if err != nil {
		t.Fatal(err)
	}
	rand.New(rand.NewPCG(4, 4)).Shuffle(len(models), func(i, j int) { models[i], models[j] = models[j], models[i] })
	b, eb, err := Calibrate(boardsOf(truth), models, d("0.3"), d("10"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a, b, cmpopts.IgnoreUnexported(Calibration{})) + cmp.Diff(ea, eb); diff != "" {
		t.Errorf("the order of the models shows:\n%s", diff)
	}
}

func TestCalibrateRefusesTooLittle(t *testing.T) {
	for want, spoil := range map[string]func(*Model){
		"are too few": func(m *Model) { m.Scores = map[string]data.Number{"board0": data.Int(5)} }, "board board2 has 0 results": func(m *Model) { delete(m.Scores, "board2") },
	} {
		truth, models, _ := simulated(60, 3)
		for i := range models {
			spoil(&models[i])
		}
		if _, _, err := Calibrate(boardsOf(truth), models, d("0.3"), d("10")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
}

// TestStandIn learns from pairs whose differences are 1, 2, 3, 4 and 9 points: the median is 3, and the farthest 6 off.
func TestStandIn(t *testing.T) {
	var models []Model
	for i, own := range []string{"51", "52", "53", "54", "59"} {
		models = append(models, Model{ID: fmt.Sprint(i), Scores: map[string]data.Number{"a": data.MustNumber(own), "run": data.Int(50)}})
	}
	by := Board{ID: "run", StandsInFor: "a"}
	if diff := cmp.Diff(rating.StandIn{Board: "a", By: "run", Offset: data.Int(3), Half: data.Int(6), Pairs: 5}, standIn(by, models)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s := standIn(by, models[1:]); !s.Half.Equal(data.Int(100)) {
		t.Errorf("of four pairs too few, %+v was learnt", s)
	}
}

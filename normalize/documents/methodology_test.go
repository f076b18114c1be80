package documents

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/scoring"
)

var update = flag.Bool("update", false, "write down the method of a version that has none written down yet")

// TestMethodologyVersion holds the method against what was written down when its version was made: weights, boards,
// what is read from them, and what the formulas make of some numbers. A version is written down once. A change needs a
// new methodologyVersion in scoring.yaml, a new calibration, and -update.
func TestMethodologyVersion(t *testing.T) {
	c := shipped(t)
	path := filepath.Join("testdata", "methodology-"+c.Scoring.MethodologyVersion+".txt")
	got := methodLines(t, c)
	want, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && *update {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(path, []byte(got), 0o644)); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err != nil {
		t.Fatalf("%v; -update writes down a new version", err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("methodology %s is not what it was (-then +now); give it a new version in scoring.yaml, run pricepoint calibrate, then this test with -update:\n%s",
			c.Scoring.MethodologyVersion, diff)
	}
}

// methodLines is all that makes a score, one thing a line.
func methodLines(t *testing.T, c *catalog.Catalog) string {
	var b strings.Builder
	fmt.Fprintf(&b, "a score needs %s of the weight and at most %s points to a side\nefforts %q\n", c.Scoring.MinObservedWeight, c.Scoring.MaxHalfWidth, c.Scoring.EffortOrder)
	for _, column := range c.Scoring.Columns {
		fmt.Fprintf(&b, "column %s weighs %s: %s of %s %v\n", column.ID, column.Weight, column.Field, column.Source, column.Qualifiers)
	}
	for _, board := range normalize.Boards(c) {
		fmt.Fprintf(&b, "board %s of %d tasks stands in for %q\n", board.ID, board.Size, board.StandsInFor)
	}
	model := formulaCalibration()
	for _, m := range formulaModels() {
		e := model.Estimate(m)
		fmt.Fprintf(&b, "%v of %.2f: ability %.6f +- %.6f, overall %s from %s to %s\n", m.Scores, m.Released, e.Ability, e.Deviation, e.Overall.Score, e.Overall.Low, e.Overall.High)
	}
	boards, models := fittedWorld()
	fitted, evaluation, err := scoring.Calibrate(boards, models, decimal.RequireFromString("0.3"), decimal.NewFromInt(30))
	if err != nil {
		t.Fatal(err)
	}
	for _, board := range fitted.Boards {
		fmt.Fprintf(&b, "fitted %s: level %.3f, loading %.3f, noise %.3f\n", board.ID, board.Level, board.Loading, board.Noise)
	}
	fmt.Fprintf(&b, "fitted trend %.3f, width %.3f\n", fitted.Population.Trend, fitted.Width)
	for _, f := range evaluation.Figures {
		fmt.Fprintf(&b, "%s: %s is off by %.3f in %d\n", f.Split, f.Method, f.Error, f.Cells)
	}
	price, _ := scoring.PricePerPoint(decimal.NewFromInt(3), decimal.NewFromInt(15), decimal.NewFromInt(79))
	fmt.Fprintf(&b, "3 and 15 USD at a score of 79: %s a point, published as %s of 79.05\n", price, scoring.Published(decimal.RequireFromString("79.05")))
	fmt.Fprintf(&b, "picks: %d to %d, %s before the end\n", scoring.MinPicks, scoring.MaxPicks, normalize.EndsSoon)
	for _, score := range []string{"0", "50", "96.4", "100"} {
		fmt.Fprintf(&b, "%s of 500 tasks: give or take %s\n", score, scoring.Luck(decimal.RequireFromString(score), 500))
	}
	e := model.Estimate(scoring.Model{ID: "m", Released: 2026, Before: &scoring.Predecessor{Released: 2025.5, Ability: 2}})
	fmt.Fprintf(&b, "provisional from %s: ability %.6f, overall %s from %s to %s\n", e.Basis, e.Ability, e.Overall.Score, e.Overall.Low, e.Overall.High)
	return b.String()
}

// formulaCalibration has round parameters, three boards, one of them without a weight, and a neighbour.
func formulaCalibration() scoring.Calibration {
	board := func(id, weight string, l scoring.Line) scoring.BoardLine {
		return scoring.BoardLine{Board: scoring.Board{ID: id, Size: 500, Weight: decimal.RequireFromString(weight)}, Line: l}
	}
	near := formulaModels()[4]
	near.ID = "near"
	return scoring.Calibration{
		Population: scoring.Population{Origin: 2025, Trend: 1, Kinship: 0.5}, Neighbours: []scoring.Model{near},
		Width: 0.2, Widths: map[scoring.Basis]float64{scoring.OnPredecessor: 0.3},
		Boards: []scoring.BoardLine{
			board("a", "0.6", scoring.Line{Level: 0.8, Loading: 0.25, Noise: 0.1}),
			board("b", "0.4", scoring.Line{Level: 0.5, Loading: 0.1, Noise: 0.08}),
			board("c", "0", scoring.Line{Level: 0.3, Loading: 0.3, Noise: 0.2}),
		}}
}

func formulaModels() []scoring.Model {
	model := func(released float64, scores ...string) scoring.Model {
		m := scoring.Model{ID: "m", Released: released, Scores: map[string]decimal.Decimal{}}
		for i := 0; i < len(scores); i += 2 {
			m.Scores[scores[i]] = decimal.RequireFromString(scores[i+1])
		}
		return m
	}
	return []scoring.Model{
		model(2026, "a", "80"), model(2026, "b", "33.3"), model(0, "a", "80"), model(2026.5, "a", "91.2", "c", "20"), model(2024.5, "a", "0", "b", "40", "c", "100"),
	}
}

// fittedWorld is made results of thirty models on three boards: no chance is in them, only waves.
func fittedWorld() ([]scoring.Board, []scoring.Model) {
	model := formulaCalibration()
	var boards []scoring.Board
	for _, b := range model.Boards {
		boards = append(boards, b.Board)
	}
	var models []scoring.Model
	for i := range 30 {
		m := scoring.Model{ID: fmt.Sprintf("m%02d", i), Released: 2024 + float64(i)/12, Scores: map[string]decimal.Decimal{}}
		ability := m.Released - 2025 + float64(i*7%11-5)/4
		for n, b := range model.Boards {
			if (i+n)%4 != 0 {
				wave := float64((i*5+n*3)%13-6) / 2
				m.Scores[b.ID] = decimal.NewFromFloat(min(max(100*math.Pow(math.Sin(b.Level+b.Loading*ability), 2)+wave, 0), 100)).Round(1)
			}
		}
		models = append(models, m)
	}
	return boards, models
}

// TestMethodologyRendersItsFigures changes every figure of the evaluation that the text names, and finds it in the text.
func TestMethodologyRendersItsFigures(t *testing.T) {
	c := *shipped(t)
	before, err := Methodology(&c)
	if err != nil {
		t.Fatal(err)
	}
	c.Calibration.Evaluation = slices.Clone(c.Calibration.Evaluation)
	var want []string
	for i := range c.Calibration.Evaluation {
		f := &c.Calibration.Evaluation[i]
		f.Error = data.Int(int64(7000 + i))
		if f.Method != string(scoring.ColumnMean) {
			want = append(want, f.Error.String())
		}
	}
	k := &c.Calibration
	k.Rows.Results, k.Rows.Models, k.Width = 7301, 7302, data.MustNumber("3.141592653589793")
	k.Forward = data.ForwardCoverage{Since: "2031-07", Cells: 7401, Cell: data.MustNumber("0.701"), Scores: 7402, Score: data.MustNumber("0.702")}
	text, err := Methodology(&c)
	if err != nil {
		t.Fatal(err)
	}
	for _, figure := range append(want, "7301", "7302", "180.0", "2031-07", "7401", "0.701", "7402", "0.702") {
		if !strings.Contains(text, figure) {
			t.Errorf("the text lacks the figure %s:\n%s", figure, text)
		}
	}
	if words := len(strings.Fields(before)); words > 600 || words < 300 || strings.Contains(before, "<no value>") || strings.Contains(before, "{{") {
		t.Errorf("the text of %d words is not whole, or has more than 600:\n%s", words, before)
	}
}

func TestMethodologyWithAMistakeIsAnError(t *testing.T) {
	for _, text := range []string{"{{.Nothing}}", "{{.Weight.none}}", "{{"} {
		c := smallCatalog()
		c.Scoring.Methodology = text
		if _, err := Build(normalize.Input{Catalog: c, Now: now}); err == nil {
			t.Errorf("a methodology of %q is published", text)
		}
	}
}

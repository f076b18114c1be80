package documents

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
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
	fmt.Fprintf(&b, "a score needs %s of the weight\nefforts %q\n", c.Scoring.MinObservedWeight, c.Scoring.EffortOrder)
	for _, column := range c.Scoring.Columns {
		fmt.Fprintf(&b, "column %s weighs %s: %s of %s %v\n", column.ID, column.Weight, column.Field, column.Source, column.Qualifiers)
	}
	for _, board := range normalize.Boards(c) {
		fmt.Fprintf(&b, "board %s has the tasks %s and the run %s\n", board.ID, board.Tasks, board.Run)
	}
	model := formulaCalibration()
	for _, m := range formulaModels() {
		e, err := model.Estimate(m)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%v of %.2f: ability %.6f +- %.6f, overall %s from %s to %s\n", m.Scores, m.Released, e.Ability, e.Deviation, e.Overall.Score, e.Overall.Low, e.Overall.High)
	}
	boards, models := fittedWorld()
	fitted, evaluation, err := scoring.Calibrate(boards, models, decimal.RequireFromString("0.3"))
	if err != nil {
		t.Fatal(err)
	}
	for _, board := range fitted.Boards {
		fmt.Fprintf(&b, "fitted %s: slope %.3f, difficulty %.3f, ceiling %.3f, noise %.3f, width %.3f\n", board.ID, board.Slope, board.Difficulty, board.Ceiling, board.Noise, board.Width)
	}
	all := evaluation.Figures[0]
	fmt.Fprintf(&b, "fitted trend %.3f; errors %.3f %.3f %.3f, coverage %.3f\n", fitted.Population.Trend, all.Cell, all.Overall, all.Moved, all.Coverage)
	price, _ := scoring.PricePerPoint(decimal.NewFromInt(3), decimal.NewFromInt(15), decimal.NewFromInt(79))
	fmt.Fprintf(&b, "3 and 15 USD at a score of 79: %s a point, published as %s of 79.05\n", price, scoring.Published(decimal.RequireFromString("79.05")))
	fmt.Fprintf(&b, "picks: %d to %d, %s before the end\n", scoring.MinPicks, scoring.MaxPicks, normalize.EndsSoon)
	for _, score := range []string{"0", "50", "96.4", "100"} {
		fmt.Fprintf(&b, "%s of 500 tasks: give or take %s\n", score, scoring.Luck(decimal.RequireFromString(score), 500))
	}
	e, on, err := model.Provisional(scoring.Model{ID: "m", Released: 2026, Before: &scoring.Predecessor{Released: 2025.5, Ability: 2, Deviation: 0.5}})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "provisional from %s: ability %.6f +- %.6f, from %.6f to %.6f, overall %s from %s to %s\n",
		on, e.Ability, e.Deviation, e.AbilityLow, e.AbilityHigh, e.Overall.Score, e.Overall.Low, e.Overall.High)
	for _, f := range evaluation.Provisional {
		fmt.Fprintf(&b, "hiding all, from %s: %d models, width %.3f, errors %.3f %.3f, coverage %.3f\n", f.Basis, f.Models, f.Width, f.Cell, f.Overall, f.Coverage)
	}
	return b.String()
}

// formulaCalibration has round parameters, and three boards: one at its ceiling, one without a weight.
func formulaCalibration() scoring.Calibration {
	board := func(id, weight string, c scoring.Curve, width float64) scoring.BoardCurve {
		return scoring.BoardCurve{Board: scoring.Board{ID: id, Size: 500, Weight: decimal.RequireFromString(weight)}, Curve: c, Width: width}
	}
	return scoring.Calibration{Population: scoring.Population{Origin: 2025, Trend: 2, Shift: -1, Spread: 1.5, Kinship: 0.5}, Boards: []scoring.BoardCurve{
		board("a", "0.6", scoring.Curve{Slope: 1, Difficulty: 0.5, Ceiling: 1, Noise: 0.1, Released: 2025}, 2),
		board("b", "0.4", scoring.Curve{Slope: 0.7, Difficulty: -1, Ceiling: 0.4, Noise: 0.08, Released: 2024}, 1.5),
		board("c", "0", scoring.Curve{Slope: 1.5, Difficulty: 1, Ceiling: 1, Noise: 0.2, Released: 2026}, 0),
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
		b.Tasks, b.Run = b.ID, b.ID
		boards = append(boards, b.Board)
	}
	var models []scoring.Model
	for i := range 30 {
		m := scoring.Model{ID: fmt.Sprintf("m%02d", i), Released: 2024 + float64(i)/12, Scores: map[string]decimal.Decimal{}}
		ability := 2*(m.Released-2025) + float64(i*7%11-5)/4
		for n, b := range model.Boards {
			if (i+n)%4 != 0 {
				wave := float64((i*5+n*3)%13-6) / 2
				m.Scores[b.ID] = decimal.NewFromFloat(min(max(b.Score(ability)+wave, 0), 100)).Round(1)
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
	for i := range c.Calibration.Evaluation {
		f := &c.Calibration.Evaluation[i]
		f.Cells, f.Cell, f.Overall, f.WeightedMeanOverall, f.Coverage =
			int64(7000+i), data.Int(int64(7100+i)), data.Int(int64(7200+i)), data.Int(int64(72000+10*i)), data.MustNumber(fmt.Sprintf("0.7%02d", i+1))
	}
	c.Calibration.Rows.Results, c.Calibration.Rows.Models, c.Calibration.Population.Trend = 7301, 7302, data.MustNumber("7.3")
	text, err := Methodology(&c)
	if err != nil {
		t.Fatal(err)
	}
	for _, figure := range []string{"7000", "7100", "7101", "7102", "7103", "7104", "7005", "7200", "7205", "7210", "0.10", "0.701", "0.706", "7301", "7302", "7.30"} {
		if !strings.Contains(text, figure) {
			t.Errorf("the text lacks the figure %s:\n%s", figure, text)
		}
	}
	if len(before) < 3000 || strings.Contains(before, "<no value>") || strings.Contains(before, "{{") {
		t.Errorf("the text of %d characters is not whole:\n%s", len(before), before)
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

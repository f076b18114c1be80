package scores

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/cmd/internal/guide"
	"pricepoint/data"
	"pricepoint/scoring"
)

// guideModel is whose score scoring/README.md computes.
const guideModel = "deepseek-v4-pro"

// TestGuideComputesAScore computes one score of the catalogue's own snapshot as a reader would, from /api/scores.json
// and the release date, and holds the guide's figures against it; -update rewrites them.
func TestGuideComputesAScore(t *testing.T) {
	a := fixture.Refresher(t, t.TempDir())
	snapshot, err := a.Baseline()
	if err != nil {
		t.Fatal(err)
	}
	p := readScores(t, a.Catalog, snapshot)
	want := "```text\n" + p.curvesTable(t) + "\n" + p.example(t, guideModel) + "```"
	block := regexp.MustCompile("(?s)```text\nboard.*?```")
	text := guide.Text(t, "scoring/README.md")
	if *update {
		text = block.ReplaceAllLiteralString(text, want)
		if err := os.WriteFile(filepath.Join(fixture.Root(), "scoring", "README.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, block.FindString(text)); diff != "" {
		t.Errorf("the guide computes a score with other figures (-documents +guide); -update rewrites it:\n%s", diff)
	}
}

// weighted are the published benchmarks.
func (p publishedScores) weighted() []data.ScoreColumn {
	return slices.DeleteFunc(slices.Clone(p.scores.Columns), func(c data.ScoreColumn) bool { return !c.Weight.IsPositive() })
}

// curvesTable is the constants of the boards and how far their estimates are off.
func (p publishedScores) curvesTable(t *testing.T) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-14s %6s %9s %11s %8s %9s %7s %6s\n", "board", "weight", "slope", "difficulty", "ceiling", "noise", "width", "error")
	for _, c := range p.weighted() {
		errors := ofID(t, p.scores.Evaluation, func(f data.CalibrationFigures) string { return fmt.Sprint(f.Hidden, f.Published, f.Board) }, "runfalse"+c.ID)
		fmt.Fprintf(&b, "%-14s %6s %9s %11s %8s %9s %7s %6s\n", c.ID, c.Weight.StringFixed(2), c.Curve.Slope, c.Curve.Difficulty, c.Curve.Ceiling, c.Curve.Noise, c.Curve.Width, errors.Cell.StringFixed(2))
	}
	for _, line := range []struct{ words, figures string }{{"every known result", "runfalse"}, {"those whose model stays published", "runtrue"}} {
		f := ofID(t, p.scores.Evaluation, func(f data.CalibrationFigures) string { return fmt.Sprint(f.Hidden, f.Published, f.Board) }, line.figures)
		fmt.Fprintf(&b, "overallScore, hiding %s: off by %s points, by a weighted mean of the rest %s; 90 %% interval held %s\n",
			line.words, f.Overall.StringFixed(2), f.WeightedMeanOverall.StringFixed(2), f.Coverage)
	}
	return b.String()
}

// example computes a score step by step. That the figures are those of the documents is checked for every model.
func (p publishedScores) example(t *testing.T, id string) string {
	m := ofID(t, p.scores.Models, func(m data.ScoredModel) string { return m.ModelID }, id)
	tool := ofID(t, p.tools.Tools, func(t data.Tool) string { return t.ID }, id)
	p.checkScore(t, m)
	ability, deviation := p.ability(t, m)
	origin, expected := p.scores.Population.Origin, p.expected(t, id)
	var b strings.Builder
	fmt.Fprintf(&b, "%s, released %s: expected ability %s * (%.3f - %s) = %.4f\n", tool.Name, tool.ReleaseDate, p.scores.Population.Trend,
		expected/p.scores.Population.Trend.InexactFloat64()+origin.InexactFloat64(), origin, expected)
	balance, precision := fmt.Sprintf("%.4f", ability-expected), "1"
	for _, r := range p.pullings(t, m) {
		c, at := r.column, curveAt(r.column, ability)
		gap, cut := r.gap(ability)
		if cut {
			t.Errorf("the result on %s is cut off; take another model", c.ID)
		}
		balance += fmt.Sprintf(" %+.4f", pullOf(c, gap))
		precision += fmt.Sprintf(" + (%s / %s)^2 * %.5f", c.Curve.Slope, c.Curve.Noise, steepness(c, ability))
		fmt.Fprintf(&b, "  %s: measured %.6g, the curve at %.4f gives %.3f, so %s * %.5f / %s^2 = %.4f; p = %.5f, steepness %.5f\n",
			c.ID, 100*r.share, ability, at, c.Curve.Slope, gap, c.Curve.Noise, pullOf(c, gap), at/100/c.Curve.Ceiling.InexactFloat64(), steepness(c, ability))
	}
	fmt.Fprintf(&b, "ability %.4f: (%.4f - %.4f) and the terms above cancel out: %s = 0\n", ability, ability, expected, balance)
	fmt.Fprintf(&b, "its error: 1 / sqrt(%s) = %.4f\n", precision, deviation)
	var terms []string
	for _, part := range m.Benchmarks {
		c := p.column(t, part.Column)
		terms = append(terms, fmt.Sprintf("%s * %s", c.Weight.StringFixed(2), part.Value))
		if part.Estimated {
			lower, higher, noise := margins(c, ability, deviation)
			fmt.Fprintf(&b, "  %s: estimated 100 * %s / (1 + exp(%s - %s * %.4f)) = %.3f; by the ability -%.3f +%.3f, by noise %.3f, interval %.1f to %.1f\n", part.Column,
				c.Curve.Ceiling, c.Curve.Difficulty, c.Curve.Slope, ability, curveAt(c, ability), lower, higher, noise, part.Interval.Low.InexactFloat64(), part.Interval.High.InexactFloat64())
		} else {
			fmt.Fprintf(&b, "  %s: measured %s; by the luck of a run over %d tasks %.3f\n", part.Column, part.Value, c.Size, luck(part.Value.InexactFloat64(), c.Size))
		}
	}
	fmt.Fprintf(&b, "overallScore = %s\n  = %s, published as %s; 90 %% interval %s to %s, rank %d, between %d and %d\n", strings.Join(terms, " + "),
		m.OverallScore, m.OverallScore.Round(1), m.Interval.Low.StringFixed(1), m.Interval.High.StringFixed(1), m.Rank.Place, m.Rank.Best, m.Rank.Worst)
	return b.String()
}

func curveAt(c data.ScoreColumn, ability float64) float64 {
	return 100 * c.Curve.Ceiling.InexactFloat64() / (1 + math.Exp(c.Curve.Difficulty.InexactFloat64()-c.Curve.Slope.InexactFloat64()*ability))
}

// pullOf is the derivative of a result's loss.
func pullOf(c data.ScoreColumn, gap float64) float64 {
	noise := c.Curve.Noise.InexactFloat64()
	limit := scoring.Clip * noise * math.Sqrt(c.Curve.Ceiling.InexactFloat64()/4+scoring.Flat)
	return c.Curve.Slope.InexactFloat64() * min(max(gap, -limit), limit) / (noise * noise)
}

package figures

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/rating"
)

// guideModel is whose score scoring/README.md computes.
const guideModel = "claude-opus-5-5"

// TestGuideComputesAScore computes one score of the catalogue's own snapshot as a reader would, from /api/scores.json
// and the release date, and holds the guide's figures against it; -update rewrites them.
func TestGuideComputesAScore(t *testing.T) {
	a := fixture.Refresher(t, t.TempDir())
	snapshot, err := a.Baseline()
	if err != nil {
		t.Fatal(err)
	}
	p := readScores(t, a.Catalog, snapshot)
	want := "```text\n" + p.linesTable() + "\n" + p.example(t, guideModel) + "```"
	block := regexp.MustCompile("(?s)```text\nboard.*?```")
	text := fixture.GuideText(t, "scoring/README.md")
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

// linesTable is the constants of the weighted boards.
func (p publishedScores) linesTable() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-14s %6s %9s %9s %9s\n", "board", "weight", "level", "loading", "noise")
	for _, c := range p.scores.Columns {
		if c.Weight.IsPositive() {
			fmt.Fprintf(&b, "%-14s %6s %9s %9s %9s\n", c.ID, c.Weight.StringFixed(2), c.Line.Level, c.Line.Loading, c.Line.Noise)
		}
	}
	return b.String()
}

// example computes a score step by step. That the figures are those of the documents is checked for every model.
func (p publishedScores) example(t *testing.T, id string) string {
	m := ofID(t, p.scores.Models, func(m rating.ScoredModel) string { return m.ModelID }, id)
	tool := ofID(t, p.tools.Tools, func(t data.Tool) string { return t.ID }, id)
	p.checkScore(t, m)
	of, expected, width := p.profile(t, m.Benchmarks, m.Supporting), p.expected(t, id), p.scores.Width.InexactFloat64()
	ability, deviation := p.ability(t, of, expected)
	var b strings.Builder
	fmt.Fprintf(&b, "%s, released %s: expected ability %.4f; with %d results %.4f, give or take %.4f\n", tool.Name, tool.ReleaseDate, expected, len(of), ability, deviation)
	var terms []string
	for _, part := range m.Benchmarks {
		c := p.column(t, part.Column)
		terms = append(terms, fmt.Sprintf("%s * %s", c.Weight.StringFixed(2), part.Value))
		if !part.Estimated {
			fmt.Fprintf(&b, "  %s: measured %s, give or take %.3f\n", part.Column, part.Value, p.reach(t, part))
			continue
		}
		level, loading, _ := lineOf(c)
		line, angle := level+loading*ability, p.guess(t, p.others(t, id), of, ability, part.Column)
		fmt.Fprintf(&b, "  %s: line %.4f, neighbours %.4f, mixed %.4f rad, so %.3f; give or take %.4f rad from %.3f to %.3f\n", part.Column,
			line, (angle-byAbility*line)/(1-byAbility), angle, scoreOf(angle), width, scoreOf(angle-width), scoreOf(angle+width))
	}
	fmt.Fprintf(&b, "overallScore = %s\n  = %s, published as %s; 90 %% interval %s to %s, rank %d, between %d and %d\n", strings.Join(terms, " + "),
		m.OverallScore, m.OverallScore.Round(1), m.Interval.Low.StringFixed(1), m.Interval.High.StringFixed(1), m.Rank.Place, m.Rank.Best, m.Rank.Worst)
	return b.String()
}

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

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
	"pricepoint/normalize"
)

var update = flag.Bool("update", false, "write down the method of a version that has none written down yet")

// TestMethodologyVersion holds the method against what was written down when its version was made: weights, boards, and
// what is read from them. A version is written down once. A change needs a
// new methodologyVersion in scoring.yaml, a new calibration, and -update.
func TestMethodologyVersion(t *testing.T) {
	c := shipped(t)
	path := filepath.Join("testdata", "methodology-"+c.Scoring.MethodologyVersion+".txt")
	got := methodLines(c)
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

// methodLines is what the catalogue says of how a score is made, one thing a line.
func methodLines(c *catalog.Catalog) string {
	var b strings.Builder
	fmt.Fprintf(&b, "a score needs %s of the weight and at most %s points to a side\nefforts %q\n", c.Scoring.MinObservedWeight, c.Scoring.MaxHalfWidth, c.Scoring.EffortOrder)
	for _, column := range c.Scoring.Columns {
		fmt.Fprintf(&b, "column %s weighs %s: %s of %s %v\n", column.ID, column.Weight, column.Field, column.Source, column.Qualifiers)
	}
	for _, board := range normalize.Boards(c) {
		fmt.Fprintf(&b, "board %s of %d tasks stands in for %q\n", board.ID, board.Size, board.StandsInFor)
	}
	return b.String()
}

// TestMethodologyRendersItsFigures changes every figure of the evaluation that the text names, and finds it in the text.
func TestMethodologyRendersItsFigures(t *testing.T) {
	c := *shipped(t)
	before, err := rendered(c.Scoring.Methodology, methodologyFigures(&c))
	if err != nil {
		t.Fatal(err)
	}
	c.Calibration.Evaluation = slices.Clone(c.Calibration.Evaluation)
	var want []string
	for i := range c.Calibration.Evaluation {
		f := &c.Calibration.Evaluation[i]
		f.Error = data.Int(int64(7000 + i))
		if f.Method != "columnMean" {
			want = append(want, f.Error.String())
		}
	}
	k := &c.Calibration
	k.Rows.Results, k.Rows.Models, k.Width = 7301, 7302, data.MustNumber("3.141592653589793")
	k.Forward = rating.ForwardCoverage{Since: "2031-07", Cells: 7401, Cell: data.MustNumber("0.701"), Scores: 7402, Score: data.MustNumber("0.702")}
	text, err := rendered(c.Scoring.Methodology, methodologyFigures(&c))
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

package catalog

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/rating"
)

// Calibration is what estimates are made with: calibration.yaml. Nobody edits it; pricepoint calibrate writes it.
type Calibration struct {
	MethodologyVersion string                      `yaml:"methodologyVersion" check:"text=20"` // of scoring.yaml when it was made
	Rows               CalibrationRows             `yaml:"rows"`
	Population         rating.AbilityPopulation    `yaml:"population"`            // but for the rows
	Width              data.Number                 `yaml:"width" check:"above=0"` // half the 90 % interval of an estimate, radians
	Boards             []CalibratedBoard           `yaml:"boards" check:"distinct=id many=1"`
	StandIns           []rating.StandIn            `yaml:"standIns"`
	Evaluation         []rating.CalibrationFigures `yaml:"evaluation"`
	Forward            rating.ForwardCoverage      `yaml:"forward"`
	Provisional        []rating.ProvisionalFigures `yaml:"provisional" check:"distinct=restsOn"`
	Neighbours         []rating.Neighbour          `yaml:"neighbours"`
}

// CalibrationRows say which results it was made from.
type CalibrationRows struct {
	Digest  string `yaml:"digest" check:"sha256"` // sha256, hexadecimal
	Newest  Date   `yaml:"newest"`                // when the newest of the boards was read
	Results int64  `yaml:"results" check:"least=1"`
	Models  int64  `yaml:"models" check:"least=1"`
}

// CalibratedBoard is the line of one column.
type CalibratedBoard struct {
	ID               string `yaml:"id" check:"text=50"`
	rating.ScoreLine `yaml:",inline"`
}

// Outdated says why the calibration cannot be used with s, "" when it can: it was made for another methodology or for other
// weights. The catalogue loads all the same, for pricepoint calibrate to make a new one.
func (c Calibration) Outdated(s Scoring) string {
	if c.MethodologyVersion != s.MethodologyVersion {
		return fmt.Sprintf("calibration.yaml was made for methodology %s, scoring.yaml has %s; run pricepoint calibrate", c.MethodologyVersion, s.MethodologyVersion)
	}
	for _, column := range s.Columns {
		known := slices.ContainsFunc(c.Boards, func(b CalibratedBoard) bool { return b.ID == column.ID })
		if column.Weight.IsPositive() && !known {
			return fmt.Sprintf("calibration.yaml has no line for %s; run pricepoint calibrate", column.ID)
		}
	}
	switch got, want := c.Fingerprint(s), s.Methodologies[s.MethodologyVersion]; want {
	case got:
		return ""
	case "":
		return fmt.Sprintf("scoring.yaml does not know methodology %s yet: add the line %q: %s to its methodologies", s.MethodologyVersion, s.MethodologyVersion, got)
	}
	return fmt.Sprintf("methodology %s has other weights or lines than it was published with: give scoring.yaml a new methodologyVersion, and run pricepoint calibrate",
		s.MethodologyVersion)
}

// Fingerprint is the sha256 of everything that makes a score of results: the weights and limits, and what was calibrated.
func (c Calibration) Fingerprint(s Scoring) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s %s\n", s.MethodologyVersion, s.MinObservedWeight, s.MaxHalfWidth)
	for _, column := range s.Columns {
		fmt.Fprintf(h, "%s %s %d %s\n", column.ID, column.Weight, column.Size, column.StandsInFor)
	}
	h.Write(c.Encode())
	return hex.EncodeToString(h.Sum(nil))
}

// Encode writes calibration.yaml: the same bytes for the same calibration, one board, figure or model a line.
func (c Calibration) Encode() []byte {
	var b bytes.Buffer
	b.WriteString(calibrationHead)
	fmt.Fprintf(&b, "methodologyVersion: %q\n", c.MethodologyVersion)
	fmt.Fprintf(&b, "rows: {digest: %s, newest: %s, results: %d, models: %d}\n", c.Rows.Digest, c.Rows.Newest.Text, c.Rows.Results, c.Rows.Models)
	p := c.Population
	fmt.Fprintf(&b, "population: {origin: %s, trend: %s, kinship: %s}\nwidth: %s\nboards:\n", p.Origin, p.Trend, p.Kinship, c.Width)
	for _, v := range c.Boards {
		fmt.Fprintf(&b, "  - {id: %s, level: %s, loading: %s, noise: %s}\n", v.ID, v.Level, v.Loading, v.Noise)
	}
	b.WriteString(standInsHead)
	for _, s := range c.StandIns {
		fmt.Fprintf(&b, "  - {board: %s, by: %s, offset: %s, half: %s, pairs: %d}\n", s.Board, s.By, s.Offset, s.Half, s.Pairs)
	}
	b.WriteString(evaluationHead)
	for _, f := range c.Evaluation {
		fmt.Fprintf(&b, "  - {split: %s, method: %s, cells: %d, error: %s}\n", f.Split, f.Method, f.Cells, f.Error)
	}
	b.WriteString(forwardHead)
	f := c.Forward
	fmt.Fprintf(&b, "forward: {since: %s, cells: %d, cell: %s, scores: %d, score: %s}\n", f.Since, f.Cells, f.Cell, f.Scores, f.Score)
	b.WriteString(provisionalHead)
	for _, f := range c.Provisional {
		fmt.Fprintf(&b, "  - {restsOn: %s, width: %s, models: %d, error: %s, half: %s, coverage: %s}\n", f.RestsOn, f.Width, f.Models, f.Error, f.Half, f.Coverage)
	}
	b.WriteString(neighboursHead)
	for _, n := range c.Neighbours {
		fmt.Fprintf(&b, "  - {id: %q, results: {%s}}\n", n.ID, results(n))
	}
	return b.Bytes()
}

func results(n rating.Neighbour) string {
	result := func(board string) string { return board + ": " + n.Results[board].String() }
	return strings.Join(data.Each(sorted(n.Results), result), ", ")
}

const (
	calibrationHead = `# Written by pricepoint calibrate from the results of every model on every board; do not edit.
# A board's result is expected to be at the angle level + loading * ability; the angle of a score is asin(sqrt(score / 100)).
`
	standInsHead = `# How a result of one board stands in for one of another: points to add, and half the 90 % interval of the sum.
standIns:
`
	evaluationHead = `# How far estimates are off, by the way in which known results were hidden and by method: mean absolute errors in points.
evaluation:
`
	forwardHead = `# Which share the 90 % intervals held of results and of scores of models that were released later than all that was known.
`
	provisionalHead = `# How far provisional scores are off, forward in time: of the weighted mean of the hidden results, and half of its interval.
provisional:
`
	neighboursHead = `# The models that others are compared with, with their results.
neighbours:
`
)

package catalog

import (
	"bytes"
	"fmt"
)

// Encode writes calibration.yaml: the same bytes for the same calibration, one board and one figure a line.
func (c Calibration) Encode() []byte {
	var b bytes.Buffer
	b.WriteString(calibrationHead)
	fmt.Fprintf(&b, "methodologyVersion: %q\n", c.MethodologyVersion)
	fmt.Fprintf(&b, "rows: {digest: %s, newest: %s, results: %d, models: %d}\n", c.Rows.Digest, c.Rows.Newest.Text, c.Rows.Results, c.Rows.Models)
	p := c.Population
	fmt.Fprintf(&b, "population: {origin: %s, trend: %s, shift: %s, spread: %s}\n", p.Origin, p.Trend, p.Shift, p.Spread)
	b.WriteString("boards:\n")
	for _, v := range c.Boards {
		fmt.Fprintf(&b, "  - {id: %s, slope: %s, difficulty: %s, ceiling: %s, noise: %s, released: %s, width: %s}\n",
			v.ID, v.Slope, v.Difficulty, v.Ceiling, v.Noise, v.Released, v.Width)
	}
	b.WriteString(evaluationHead)
	for _, f := range c.Evaluation {
		board := ""
		if f.Board != "" {
			board = fmt.Sprintf("board: %s, ", f.Board)
		}
		fmt.Fprintf(&b, "  - {hidden: %s, published: %t, %scells: %d, cell: %s, overall: %s, moved: %s, columnMean: %s, columnMeanOverall: %s, weightedMean: %s, weightedMeanOverall: %s, coverage: %s}\n",
			f.Hidden, f.Published, board, f.Cells, f.Cell, f.Overall, f.Moved, f.ColumnMean, f.ColumnMeanOverall, f.WeightedMean, f.WeightedMeanOverall, f.Coverage)
	}
	return b.Bytes()
}

const (
	calibrationHead = `# Written by pricepoint calibrate from the results of every model on every board; do not edit.
# A board's result is expected to be 100 * ceiling * logistic(slope * ability - difficulty).
`
	evaluationHead = `# How far estimates are off, found by hiding each known result in turn and fitting all curves again without it: mean
# absolute errors in points. columnMean and weightedMean are what two simpler estimates would have been off by.
evaluation:
`
)

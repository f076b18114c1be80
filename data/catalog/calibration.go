package catalog

import (
	"bytes"
	"fmt"
	"slices"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// Calibration is what the ability model computes with: calibration.yaml. Nobody edits it; pricepoint calibrate writes it.
type Calibration struct {
	MethodologyVersion string               `yaml:"methodologyVersion"` // of scoring.yaml when it was made
	Rows               CalibrationRows      `yaml:"rows"`
	Population         Population           `yaml:"population"`
	Boards             []CalibratedBoard    `yaml:"boards"`
	Evaluation         []CalibrationFigures `yaml:"evaluation"`
	Provisional        []ProvisionalFigures `yaml:"provisional"`
}

// CalibrationRows say which results it was made from.
type CalibrationRows struct {
	Digest  string `yaml:"digest"` // sha256, hexadecimal
	Newest  Date   `yaml:"newest"` // when the newest of the boards was read
	Results int64  `yaml:"results"`
	Models  int64  `yaml:"models"`
}

// Population are the abilities that are expected before anything is measured.
type Population struct {
	Origin data.Number `yaml:"origin"` // years
	Trend  data.Number `yaml:"trend"`  // units a year
	Shift  data.Number `yaml:"shift"`  // units, of models without a date
	Spread data.Number `yaml:"spread"` // units, of models without a date

	Kinship data.Number `yaml:"kinship"` // share of its distance from the trend that a model hands on to the next of its line
}

// CalibratedBoard is the curve of one column: ceiling * logistic(slope * ability - difficulty).
type CalibratedBoard struct {
	ID         string      `yaml:"id"`
	Slope      data.Number `yaml:"slope"`
	Difficulty data.Number `yaml:"difficulty"`
	Ceiling    data.Number `yaml:"ceiling"`
	Noise      data.Number `yaml:"noise"`
	Released   data.Number `yaml:"released"` // years, the mean of its dated models
	Width      data.Number `yaml:"width"`    // half the 90 % interval in standard deviations; 0 for supporting columns
}

// CalibrationFigures are how far estimates are off; scores.json publishes them.
type CalibrationFigures = data.CalibrationFigures

// ProvisionalFigures are how far provisional scores are off, and the widths of their intervals; scores.json publishes them.
type ProvisionalFigures = data.ProvisionalFigures

// Outdated says why the calibration cannot be used with s, "" when it can: it was made for another methodology, or a
// published column has no curve. The catalogue loads all the same, for pricepoint calibrate to make a new one.
func (c Calibration) Outdated(s Scoring) string {
	if c.MethodologyVersion != s.MethodologyVersion {
		return fmt.Sprintf("calibration.yaml was made for methodology %s, scoring.yaml has %s; run pricepoint calibrate", c.MethodologyVersion, s.MethodologyVersion)
	}
	for _, column := range s.Columns {
		known := slices.ContainsFunc(c.Boards, func(b CalibratedBoard) bool { return b.ID == column.ID })
		if column.Weight.IsPositive() && !known {
			return fmt.Sprintf("calibration.yaml has no curve for %s; run pricepoint calibrate", column.ID)
		}
	}
	return ""
}

func (l *loader) validateCalibration() {
	c, at := l.catalog.Calibration, l.in("calibration.yaml")
	l.text(at.Key("methodologyVersion"), c.MethodologyVersion, 20)
	c.Rows.validate(&l.checks, at.Key("rows"))
	for _, v := range []struct {
		key   string
		value data.Number
	}{{"origin", c.Population.Origin}, {"spread", c.Population.Spread}} {
		l.above0(at.Key("population").Key(v.key), v.value)
	}
	if one := data.Int(1); c.Population.Kinship.IsNegative() || !c.Population.Kinship.LessThan(one.Decimal) {
		l.Add(at.Key("population").Key("kinship"), "%s is not a share below 1", c.Population.Kinship)
	}
	if len(c.Boards) == 0 {
		l.Add(at.Key("boards"), "there is no board")
	}
	var ids []string
	for i, b := range c.Boards {
		ids = append(ids, b.ID)
		b.validate(&l.checks, at.Key("boards").Item(i))
	}
	l.distinct(at.Key("boards"), "id", ids)
	for i, f := range c.Evaluation {
		validateFigures(&l.checks, f, ids, at.Key("evaluation").Item(i))
	}
	var bases []string
	for i, f := range c.Provisional {
		bases = append(bases, string(f.RestsOn))
		validateProvisional(&l.checks, f, at.Key("provisional").Item(i))
	}
	l.distinct(at.Key("provisional"), "restsOn", bases)
}

func (r CalibrationRows) validate(check *checks, at yaml.Place) {
	if len(r.Digest) != 64 {
		check.Add(at.Key("digest"), "%q is not a sha256 in hexadecimal", r.Digest)
	}
	if r.Results < 1 || r.Models < 1 || r.Models > r.Results {
		check.Add(at.Key("results"), "%d results of %d models is not possible", r.Results, r.Models)
	}
}

func (b CalibratedBoard) validate(check *checks, at yaml.Place) {
	check.text(at.Key("id"), b.ID, 50)
	check.above0(at.Key("slope"), b.Slope)
	check.above0(at.Key("noise"), b.Noise)
	check.above0(at.Key("released"), b.Released)
	check.above0(at.Key("ceiling"), b.Ceiling)
	if one := data.Int(1); b.Ceiling.GreaterThan(one.Decimal) {
		check.Add(at.Key("ceiling"), "%s is not a share up to 1", b.Ceiling)
	}
	if slices.Contains(benchmarks, b.ID) {
		check.above0(at.Key("width"), b.Width)
	}
}

func validateFigures(check *checks, f CalibrationFigures, boards []string, at yaml.Place) {
	oneOf(check, at.Key("hidden"), f.Hidden, "run", "tasks")
	if f.Board != "" && !slices.Contains(boards, f.Board) {
		check.Add(at.Key("board"), "no board above has the id %q", f.Board)
	}
	if f.Cells < 1 {
		check.Add(at.Key("cells"), "%d is less than 1", f.Cells)
	}
	if f.Coverage.IsNegative() || f.Coverage.GreaterThan(data.Int(1).Decimal) {
		check.Add(at.Key("coverage"), "%s is not a share from 0 to 1", f.Coverage)
	}
}

func validateProvisional(check *checks, f ProvisionalFigures, at yaml.Place) {
	oneOf(check, at.Key("restsOn"), f.RestsOn, data.ProvisionalBases...)
	check.above0(at.Key("width"), f.Width)
	if f.Models < 1 || f.Cells < f.Models {
		check.Add(at.Key("models"), "%d models with %d results is not possible", f.Models, f.Cells)
	}
	if f.Coverage.IsNegative() || f.Coverage.GreaterThan(data.Int(1).Decimal) {
		check.Add(at.Key("coverage"), "%s is not a share from 0 to 1", f.Coverage)
	}
}

// Encode writes calibration.yaml: the same bytes for the same calibration, one board and one figure a line.
func (c Calibration) Encode() []byte {
	var b bytes.Buffer
	b.WriteString(calibrationHead)
	fmt.Fprintf(&b, "methodologyVersion: %q\n", c.MethodologyVersion)
	fmt.Fprintf(&b, "rows: {digest: %s, newest: %s, results: %d, models: %d}\n", c.Rows.Digest, c.Rows.Newest.Text, c.Rows.Results, c.Rows.Models)
	p := c.Population
	fmt.Fprintf(&b, "population: {origin: %s, trend: %s, shift: %s, spread: %s, kinship: %s}\n", p.Origin, p.Trend, p.Shift, p.Spread, p.Kinship)
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
	b.WriteString(provisionalHead)
	for _, f := range c.Provisional {
		fmt.Fprintf(&b, "  - {restsOn: %s, width: %s, models: %d, cells: %d, cell: %s, overall: %s, half: %s, coverage: %s}\n",
			f.RestsOn, f.Width, f.Models, f.Cells, f.Cell, f.Overall, f.Half, f.Coverage)
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
	provisionalHead = `# How far provisional scores are off, found by hiding everything that counts of one model after the other: of the results
# on boards with a weight, of their weighted mean, and half of the interval of that mean, all in points on average.
provisional:
`
)

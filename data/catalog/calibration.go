package catalog

import (
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
	l.validateRows(c.Rows, at.Key("rows"))
	for _, v := range []struct {
		key   string
		value data.Number
	}{{"origin", c.Population.Origin}, {"spread", c.Population.Spread}} {
		l.above0(at.Key("population").Key(v.key), v.value)
	}
	if len(c.Boards) == 0 {
		l.Add(at.Key("boards"), "there is no board")
	}
	var ids []string
	for i, b := range c.Boards {
		ids = append(ids, b.ID)
		l.validateCurve(b, at.Key("boards").Item(i))
	}
	l.distinct(at.Key("boards"), "id", ids)
	for i, f := range c.Evaluation {
		l.validateFigures(f, ids, at.Key("evaluation").Item(i))
	}
}

func (l *loader) validateRows(r CalibrationRows, at yaml.Place) {
	if len(r.Digest) != 64 {
		l.Add(at.Key("digest"), "%q is no sha256 in hexadecimal", r.Digest)
	}
	if r.Results < 1 || r.Models < 1 || r.Models > r.Results {
		l.Add(at.Key("results"), "%d results of %d models is not possible", r.Results, r.Models)
	}
}

func (l *loader) validateCurve(b CalibratedBoard, at yaml.Place) {
	l.text(at.Key("id"), b.ID, 50)
	l.above0(at.Key("slope"), b.Slope)
	l.above0(at.Key("noise"), b.Noise)
	l.above0(at.Key("released"), b.Released)
	l.above0(at.Key("ceiling"), b.Ceiling)
	if one := data.Int(1); b.Ceiling.GreaterThan(one.Decimal) {
		l.Add(at.Key("ceiling"), "%s is not a share up to 1", b.Ceiling)
	}
	if slices.Contains(benchmarks, b.ID) {
		l.above0(at.Key("width"), b.Width)
	}
}

func (l *loader) validateFigures(f CalibrationFigures, boards []string, at yaml.Place) {
	oneOf(l, at.Key("hidden"), f.Hidden, "run", "tasks")
	if f.Board != "" && !slices.Contains(boards, f.Board) {
		l.Add(at.Key("board"), "no board above has the id %q", f.Board)
	}
	if f.Cells < 1 {
		l.Add(at.Key("cells"), "%d is less than 1", f.Cells)
	}
	if f.Coverage.IsNegative() || f.Coverage.GreaterThan(data.Int(1).Decimal) {
		l.Add(at.Key("coverage"), "%s is not a share from 0 to 1", f.Coverage)
	}
}

func (l *loader) above0(at yaml.Place, n data.Number) {
	if !n.IsPositive() {
		l.Add(at, "%s is not above 0", n)
	}
}

package documents

import (
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/scoring"
)

// MethodologyData is what the text of the method can name: everything in it that is a figure.
type MethodologyData struct {
	Version string
	Least   string            // weight that must be measured
	Weight  map[string]string // by column
	Frozen  map[string]string // by column: "April 2025"
	Ceiling map[string]string // by column, in percent

	Results, Models, Boards, Supporting int
	Newest, Origin, Trend               string
	FrozenWeight                        string  // of the boards that have stopped
	Clip, Flat                          float64 // constants of the ability model
	EndsSoon                            int     // of the top picks, days

	All, Published, AllTasks ErrorFigures            // over all benchmarks
	Board                    map[string]ErrorFigures // of all models, by column

	Luck        string // standard deviations to each side of an interval
	Kinship     string
	Provisional map[string]data.ProvisionalFigures // by what they rest on
}

// ErrorFigures are figures of the calibration's evaluation.
type ErrorFigures struct {
	data.CalibrationFigures
	Ratio string // the error of the overall score against that of the weighted mean
}

// Methodology is the published text on how scores are made.
func Methodology(c *catalog.Catalog) (string, error) {
	tmpl, err := template.New("methodology").Option("missingkey=error").Parse(c.Scoring.Methodology)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	if err := tmpl.Execute(&text, methodologyData(c)); err != nil {
		return "", err
	}
	return strings.TrimSpace(text.String()), nil
}

func methodologyData(c *catalog.Catalog) MethodologyData {
	k := c.Calibration
	d := MethodologyData{
		Version: c.Scoring.MethodologyVersion, Least: hundredths(c.Scoring.MinObservedWeight.Decimal),
		Weight: map[string]string{}, Frozen: map[string]string{}, Ceiling: map[string]string{}, Board: map[string]ErrorFigures{},
		Luck: fmt.Sprintf("%.3f", scoring.NormalWidth), Kinship: k.Population.Kinship.String(), Provisional: map[string]data.ProvisionalFigures{},
		Results: int(k.Rows.Results), Models: int(k.Rows.Models), Boards: len(k.Boards),
		Newest: k.Rows.Newest.Text, Origin: k.Population.Origin.String(), Trend: hundredths(k.Population.Trend.Decimal),
		Clip: scoring.Clip, Flat: scoring.Flat, EndsSoon: int(normalize.EndsSoon.Hours() / 24),
	}
	frozen := decimal.Zero
	for _, column := range c.Scoring.Columns {
		d.Weight[column.ID] = hundredths(column.Weight.Decimal)
		if !column.FrozenSince.IsZero() {
			d.Frozen[column.ID] = column.FrozenSince.First.Format("January 2006")
			frozen = frozen.Add(column.Weight.Decimal)
		}
	}
	d.FrozenWeight = hundredths(frozen)
	for _, b := range k.Boards {
		d.Ceiling[b.ID] = b.Ceiling.Shift(2).StringFixed(0)
		if !slices.ContainsFunc(c.Scoring.Columns, func(c catalog.Column) bool { return c.ID == b.ID && c.Weight.IsPositive() }) {
			d.Supporting++
		}
	}
	for _, f := range k.Provisional {
		d.Provisional[string(f.RestsOn)] = f
	}
	d.errors(k.Evaluation)
	return d
}

func (d *MethodologyData) errors(all []data.CalibrationFigures) {
	for _, f := range all {
		figures := ErrorFigures{f, ""}
		if f.WeightedMeanOverall.IsPositive() {
			figures.Ratio = f.Overall.DivRound(f.WeightedMeanOverall.Decimal, 2).StringFixed(2)
		}
		switch {
		case f.Hidden == "run" && f.Board != "" && !f.Published:
			d.Board[f.Board] = figures
		case f.Board != "":
		case f.Hidden == "run" && f.Published:
			d.Published = figures
		case f.Hidden == "run":
			d.All = figures
		case !f.Published:
			d.AllTasks = figures
		}
	}
}

func hundredths(d decimal.Decimal) string { return d.StringFixed(2) }

// Package calibration fits the ability model to everything that the boards print. Start at Fit.
//
// The rows are of hundreds of models, most of which are none of the tools. Which model a name means is guessed from its
// words here, and a guess never becomes a published value: nothing that is published comes from this package but the
// parameters that a person commits to the catalogue.
package calibration

import (
	"slices"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/scoring"
)

// Fit fits the ability model to everything the boards print, and writes down what the catalogue keeps of it.
func Fit(c *catalog.Catalog, readings []data.Reading) (catalog.Calibration, error) {
	rows, err := Rows(c, readings)
	if err != nil {
		return catalog.Calibration{}, err
	}
	fitted, evaluation, err := scoring.Calibrate(normalize.Boards(c), inLines(models(rows), c.Tools), c.Scoring.MinObservedWeight.Decimal)
	if err != nil {
		return catalog.Calibration{}, err
	}
	return catalog.Calibration{
		MethodologyVersion: c.Scoring.MethodologyVersion,
		Rows: catalog.CalibrationRows{
			Digest: digest(rows), Newest: newestReading(c, readings), Results: int64(evaluation.Results), Models: int64(evaluation.Models),
		},
		Population: catalog.Population{
			Origin: exactly(fitted.Population.Origin), Trend: exactly(fitted.Population.Trend),
			Shift: exactly(fitted.Population.Shift), Spread: exactly(fitted.Population.Spread), Kinship: exactly(fitted.Population.Kinship),
		},
		Boards: calibratedBoards(fitted), Evaluation: figures(evaluation), Provisional: provisional(evaluation),
	}, nil
}

// inLines says which models are tools, and which tool each of them followed.
func inLines(models []scoring.Model, tools []catalog.Tool) []scoring.Model {
	for i := range models {
		m := &models[i]
		if n := slices.IndexFunc(tools, func(t catalog.Tool) bool { return t.ID == m.ID }); n >= 0 {
			m.Listed, m.Follows = true, tools[n].Predecessor
		}
	}
	return models
}

func calibratedBoards(c scoring.Calibration) []catalog.CalibratedBoard {
	var all []catalog.CalibratedBoard
	for _, b := range c.Boards {
		all = append(all, catalog.CalibratedBoard{
			ID: b.ID, Slope: exactly(b.Slope), Difficulty: exactly(b.Difficulty), Ceiling: exactly(b.Ceiling), Noise: exactly(b.Noise),
			Released: exactly(b.Released), Width: exactly(b.Width),
		})
	}
	return all
}

func points(f float64) data.Number { return data.Number{Decimal: decimal.NewFromFloat(f).Round(2)} }

func provisional(e scoring.Evaluation) []catalog.ProvisionalFigures {
	var all []catalog.ProvisionalFigures
	for _, f := range e.Provisional {
		all = append(all, catalog.ProvisionalFigures{
			RestsOn: data.ProvisionalBasis(f.Basis), Width: exactly(f.Width), Models: int64(f.Models), Cells: int64(f.Cells),
			Cell: points(f.Cell), Overall: points(f.Overall), Half: points(f.Half),
			Coverage: data.Number{Decimal: decimal.NewFromFloat(f.Coverage).Round(3)},
		})
	}
	return all
}

func figures(e scoring.Evaluation) []catalog.CalibrationFigures {
	var all []catalog.CalibrationFigures
	for _, f := range e.Figures {
		all = append(all, catalog.CalibrationFigures{
			Hidden: f.Hidden, Published: f.Published, Board: f.Board, Cells: int64(f.Cells),
			Cell: points(f.Cell), Overall: points(f.Overall), Moved: points(f.Moved),
			ColumnMean: points(f.ColumnMean), ColumnMeanOverall: points(f.ColumnMeanOverall),
			WeightedMean: points(f.WeightedMean), WeightedMeanOverall: points(f.WeightedMeanOverall),
			Coverage: data.Number{Decimal: decimal.NewFromFloat(f.Coverage).Round(3)},
		})
	}
	return all
}

// newestReading is the day on which the newest reading of any board was fetched.
func newestReading(c *catalog.Catalog, readings []data.Reading) catalog.Date {
	var newest data.Timestamp
	for _, column := range c.Scoring.Columns {
		for _, r := range readings {
			if r.Source == column.Source && len(r.Observations) > 0 && r.Observations[0].FetchedAt.After(newest.Time) {
				newest = r.Observations[0].FetchedAt
			}
		}
	}
	return catalog.Day(newest.Time)
}

func exactly(f float64) data.Number { return data.Number{Decimal: decimal.NewFromFloat(f)} }

package normalize

import (
	"errors"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

// Calibration is the catalogue's calibration as the ability model takes it.
func Calibration(c *catalog.Catalog) (scoring.Calibration, error) {
	if why := c.Calibration.Outdated(c.Scoring); why != "" {
		return scoring.Calibration{}, errors.New(why)
	}
	p := c.Calibration.Population
	made := scoring.Calibration{Population: scoring.Population{
		Origin: p.Origin.InexactFloat64(), Trend: p.Trend.InexactFloat64(), Shift: p.Shift.InexactFloat64(), Spread: p.Spread.InexactFloat64(),
	}}
	for _, board := range Boards(c) {
		for _, b := range c.Calibration.Boards {
			if b.ID == board.ID {
				made.Boards = append(made.Boards, scoring.BoardCurve{Board: board, Width: b.Width.InexactFloat64(), Curve: scoring.Curve{
					Slope: b.Slope.InexactFloat64(), Difficulty: b.Difficulty.InexactFloat64(), Ceiling: b.Ceiling.InexactFloat64(),
					Noise: b.Noise.InexactFloat64(), Released: b.Released.InexactFloat64(),
				}})
			}
		}
	}
	return made, made.Check()
}

// Calibrate fits the ability model to everything the boards print, and writes down what the catalogue keeps of it.
func Calibrate(c *catalog.Catalog, readings []data.Reading) (catalog.Calibration, error) {
	rows, err := BoardRows(c, readings)
	if err != nil {
		return catalog.Calibration{}, err
	}
	fitted, evaluation, err := scoring.Calibrate(Boards(c), BoardModels(rows), c.Scoring.MinObservedWeight.Decimal)
	if err != nil {
		return catalog.Calibration{}, err
	}
	return catalog.Calibration{
		MethodologyVersion: c.Scoring.MethodologyVersion,
		Rows: catalog.CalibrationRows{
			Digest: BoardDigest(rows), Newest: newestReading(c, readings), Results: int64(evaluation.Results), Models: int64(evaluation.Models),
		},
		Population: catalog.Population{
			Origin: exactly(fitted.Population.Origin), Trend: exactly(fitted.Population.Trend),
			Shift: exactly(fitted.Population.Shift), Spread: exactly(fitted.Population.Spread),
		},
		Boards: calibratedBoards(fitted), Evaluation: figures(evaluation),
	}, nil
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

func figures(e scoring.Evaluation) []catalog.CalibrationFigures {
	points := func(f float64) data.Number { return data.Number{Decimal: decimal.NewFromFloat(f).Round(2)} }
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

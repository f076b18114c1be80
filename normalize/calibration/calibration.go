// Package calibration fits the ability model to everything that the boards print. Start at Fit.
//
// The rows are of hundreds of models, most of which are none of the tools. Which model a name means is guessed from its
// words here, and a guess never becomes a published value: nothing that is published comes from this package but the
// parameters that a person commits to the catalogue.
package calibration

import (
	"fmt"
	"slices"
	"time"

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
	fitted, evaluation, err := scoring.Calibrate(normalize.Boards(c), inLines(models(rows), c.Tools), c.Scoring.MinObservedWeight.Decimal, c.Scoring.MaxHalfWidth.Decimal)
	if err != nil {
		return catalog.Calibration{}, err
	}
	made := catalog.Calibration{
		MethodologyVersion: c.Scoring.MethodologyVersion,
		Rows: catalog.CalibrationRows{
			Digest: digest(rows), Newest: newestReading(c, readings), Results: int64(evaluation.Results), Models: int64(evaluation.Models),
		},
		Population: catalog.Population{
			Origin: exactly(fitted.Population.Origin), Trend: exactly(fitted.Population.Trend), Kinship: exactly(fitted.Population.Kinship),
		},
		Width: exactly(fitted.Width), Evaluation: figures(evaluation), Forward: forward(evaluation.Forward), Provisional: provisional(evaluation),
	}
	for _, b := range fitted.Boards {
		made.Boards = append(made.Boards, catalog.CalibratedBoard{ID: b.ID, Level: exactly(b.Level), Loading: exactly(b.Loading), Noise: exactly(b.Noise)})
	}
	for _, s := range fitted.StandIns {
		made.StandIns = append(made.StandIns, catalog.StandIn{Board: s.Board, By: s.By, Offset: exactly(s.Offset), Half: exactly(s.Half), Pairs: int64(s.Pairs)})
	}
	for _, m := range fitted.Neighbours {
		results := map[string]data.Number{}
		for board, score := range m.Scores {
			results[board] = data.Number{Decimal: score}
		}
		made.Neighbours = append(made.Neighbours, catalog.Neighbour{ID: m.ID, Results: results})
	}
	return made, nil
}

// inLines says which tool each tool followed.
func inLines(models []scoring.Model, tools []catalog.Tool) []scoring.Model {
	for i := range models {
		m := &models[i]
		if n := slices.IndexFunc(tools, func(t catalog.Tool) bool { return t.ID == m.ID }); n >= 0 {
			m.Follows = tools[n].Predecessor
		}
	}
	return models
}

func points(f float64) data.Number { return data.Number{Decimal: decimal.NewFromFloat(f).Round(2)} }

func share(f float64) data.Number { return data.Number{Decimal: decimal.NewFromFloat(f).Round(3)} }

func figures(e scoring.Evaluation) []catalog.CalibrationFigures {
	var all []catalog.CalibrationFigures
	for _, f := range e.Figures {
		all = append(all, catalog.CalibrationFigures{Split: string(f.Split), Method: string(f.Method), Cells: int64(f.Cells), Error: points(f.Error)})
	}
	return all
}

func forward(c scoring.Coverage) catalog.ForwardCoverage {
	year := int(c.Since)
	month := time.Month(1 + 12*(c.Since-float64(year)))
	return catalog.ForwardCoverage{
		Since: fmt.Sprintf("%d-%02d", year, month), Cells: int64(c.Cells), Cell: share(c.Cell), Scores: int64(c.Scores), Score: share(c.Score),
	}
}

func provisional(e scoring.Evaluation) []catalog.ProvisionalFigures {
	var all []catalog.ProvisionalFigures
	for _, f := range e.Provisional {
		all = append(all, catalog.ProvisionalFigures{
			RestsOn: data.ProvisionalBasis(f.Basis), Width: exactly(f.Width), Models: int64(f.Models),
			Error: points(f.Error), Half: points(f.Half), Coverage: share(f.Coverage),
		})
	}
	return all
}

// newestReading is the day on which the newest reading of any board was fetched.
func newestReading(c *catalog.Catalog, readings []data.Reading) catalog.Date {
	var newest time.Time
	for _, column := range c.Scoring.Columns {
		if at := ReadAt(readings, column.Source); at.After(newest) {
			newest = at
		}
	}
	return catalog.Day(newest)
}

func exactly(f float64) data.Number { return data.Number{Decimal: decimal.NewFromFloat(f)} }

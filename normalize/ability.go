package normalize

import (
	"errors"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

// Calibration is the catalogue's calibration as the ability model takes it.
func Calibration(c *catalog.Catalog) (scoring.Calibration, error) {
	if why := c.Calibration.Outdated(c.Scoring); why != "" {
		return scoring.Calibration{}, errors.New(why)
	}
	k, p := c.Calibration, c.Calibration.Population
	made := scoring.Calibration{
		Population: scoring.Population{Origin: p.Origin.InexactFloat64(), Trend: p.Trend.InexactFloat64(), Kinship: p.Kinship.InexactFloat64()},
		Width:      k.Width.InexactFloat64(), Widths: map[scoring.Basis]float64{},
	}
	for _, f := range k.Provisional {
		made.Widths[scoring.Basis(f.RestsOn)] = f.Width.InexactFloat64()
	}
	for _, s := range k.StandIns {
		made.StandIns = append(made.StandIns, scoring.StandIn{
			Board: s.Board, By: s.By, Offset: s.Offset.InexactFloat64(), Half: s.Half.InexactFloat64(), Pairs: int(s.Pairs)})
	}
	for _, n := range k.Neighbours {
		m := scoring.Model{ID: n.ID, Scores: map[string]decimal.Decimal{}}
		for board, result := range n.Results {
			m.Scores[board] = result.Decimal
		}
		made.Neighbours = append(made.Neighbours, m)
	}
	for _, board := range Boards(c) {
		for _, b := range k.Boards {
			if b.ID == board.ID {
				made.Boards = append(made.Boards, scoring.BoardLine{Board: board, Line: scoring.Line{
					Level: b.Level.InexactFloat64(), Loading: b.Loading.InexactFloat64(), Noise: b.Noise.InexactFloat64()}})
			}
		}
	}
	return made, nil
}

// Boards are the columns as boards for the ability model, as far as they inform it.
func Boards(c *catalog.Catalog) []scoring.Board {
	var all []scoring.Board
	for _, column := range c.Scoring.Columns {
		if column.Informs() {
			all = append(all, scoring.Board{ID: column.ID, Weight: column.Weight.Decimal, Size: int(column.Size), StandsInFor: column.StandsInFor})
		}
	}
	return all
}

// Years is a month (YYYY-MM) as a number of years: the middle of 2025-01 is 2025 and a twenty-fourth. It is 0 when the
// text is no month.
func Years(month string) float64 {
	t, err := time.Parse("2006-01", month)
	if err != nil {
		return 0
	}
	return YearsOf(t.Year(), t.Month())
}

// YearsOf is Years of a month that is known.
func YearsOf(year int, month time.Month) float64 {
	return float64(year) + (float64(month)-0.5)/12
}

package normalize

import (
	"errors"
	"strings"
	"time"

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
		Kinship: p.Kinship.InexactFloat64(),
	}, Widths: map[scoring.Basis]float64{}}
	for _, f := range c.Calibration.Provisional {
		made.Widths[scoring.Basis(f.RestsOn)] = f.Width.InexactFloat64()
	}
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

// Boards are the columns as boards for the ability model. Columns of one field, or of a field that begins with the
// other's, are about the same tasks (score.humanEval, score.humanEvalPlus); if one source prints both, as measured by the
// same, they count the same answers.
func Boards(c *catalog.Catalog) []scoring.Board {
	var all []scoring.Board
	for _, column := range c.Scoring.Columns {
		if !column.Fits() {
			continue
		}
		tasks := string(column.OfTasks())
		for _, other := range c.Scoring.Columns {
			if shorter := string(other.Field); strings.HasPrefix(tasks, shorter) {
				tasks = shorter
			}
		}
		run := strings.TrimSpace(column.Source + " " + tasks + " " + column.Qualifiers["measuredBy"])
		all = append(all, scoring.Board{ID: column.ID, Weight: column.Weight.Decimal, Size: int(column.Size), Tasks: tasks, Run: run})
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

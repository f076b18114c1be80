package documents

import (
	"fmt"
	"math"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
)

// methodologyFigures is what the text of the method can name: everything in it that is a figure.
func methodologyFigures(c *catalog.Catalog) map[string]any {
	s, k := c.Scoring, c.Calibration
	weights, standIns, provisional := map[string]string{}, map[string]data.StandIn{}, map[data.ProvisionalBasis]data.ProvisionalFigures{}
	errors := map[string]map[string]string{} // by split, then by method
	for _, column := range s.Columns {
		weights[column.ID] = column.Weight.Shift(2).String()
	}
	for _, in := range k.StandIns {
		standIns[in.By] = in
	}
	for _, f := range k.Evaluation {
		if errors[f.Split] == nil {
			errors[f.Split] = map[string]string{}
		}
		errors[f.Split][f.Method] = f.Error.StringFixed(1)
	}
	for _, f := range k.Provisional {
		provisional[f.RestsOn] = f
	}
	return map[string]any{
		"Version": s.MethodologyVersion, "Least": s.MinObservedWeight.StringFixed(2), "MaxHalf": s.MaxHalfWidth.String(),
		"Weight": weights, "StandIns": standIns, "Error": errors, "Forward": k.Forward, "Provisional": provisional,
		"Results": int(k.Rows.Results), "Models": int(k.Rows.Models), "Boards": len(k.Boards), "Newest": k.Rows.Newest.Text,
		"Width":    fmt.Sprintf("%.1f", k.Width.InexactFloat64()*180/math.Pi), // degrees
		"EndsSoon": int(normalize.EndsSoon.Hours() / 24),                      // of the top picks, days
	}
}

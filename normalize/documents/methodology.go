package documents

import (
	"fmt"
	"math"
	"strings"
	"text/template"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
)

// MethodologyData is what the text of the method can name: everything in it that is a figure.
type MethodologyData struct {
	Version     string
	Least       string            // weight that must be measured
	MaxHalf     string            // points to a side of the interval
	Weight      map[string]string // by column, in percent
	Results     int
	Models      int
	Boards      int
	Newest      string
	Width       string // degrees
	StandIns    map[string]data.StandIn
	Error       map[string]map[string]string // by split, then by method
	Forward     data.ForwardCoverage
	Provisional map[string]data.ProvisionalFigures // by what they rest on
	EndsSoon    int                                // of the top picks, days
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
	s, k := c.Scoring, c.Calibration
	d := MethodologyData{
		Version: s.MethodologyVersion, Least: s.MinObservedWeight.StringFixed(2), MaxHalf: s.MaxHalfWidth.String(), Weight: map[string]string{},
		Results: int(k.Rows.Results), Models: int(k.Rows.Models), Boards: len(k.Boards), Newest: k.Rows.Newest.Text,
		Width: fmt.Sprintf("%.1f", k.Width.InexactFloat64()*180/math.Pi), StandIns: map[string]data.StandIn{}, Error: map[string]map[string]string{},
		Forward: k.Forward, Provisional: map[string]data.ProvisionalFigures{}, EndsSoon: int(normalize.EndsSoon.Hours() / 24),
	}
	for _, column := range s.Columns {
		d.Weight[column.ID] = column.Weight.Shift(2).String()
	}
	for _, in := range k.StandIns {
		d.StandIns[in.By] = in
	}
	for _, f := range k.Evaluation {
		if d.Error[f.Split] == nil {
			d.Error[f.Split] = map[string]string{}
		}
		d.Error[f.Split][f.Method] = f.Error.StringFixed(1)
	}
	for _, f := range k.Provisional {
		d.Provisional[string(f.RestsOn)] = f
	}
	return d
}

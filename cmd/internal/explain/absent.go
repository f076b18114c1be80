package explain

import (
	"cmp"
	"fmt"
	"slices"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

// absent says why there is no such number.
func (x *Explainer) absent(field string) string {
	if instead := x.instead(field); instead != "" {
		return instead
	}
	if column, ok := x.column(field); ok {
		return fmt.Sprintf("No result of %s on %s could be read from %s, so the field is absent.", x.tool.Name, column.Name, column.Publisher)
	}
	if field == data.FieldOverall || field == data.FieldPerPoint {
		return x.absentScore()
	}
	return fmt.Sprintf("No %s of %s is published.", x.words(field), x.tool.Name)
}

// absentResults is absent for every benchmark at once.
func (x *Explainer) absentResults() string {
	var all []string
	for _, f := range explained {
		if column, ok := x.column(f.name); ok && x.tool.Value(f.name) == nil && x.instead(f.name) == "" {
			all = append(all, fmt.Sprintf("%s (%s)", column.Name, column.Publisher))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("Absent %s %s: no result of %s could be read there.", plural(all, "is", "are"), terminal.Conjunction(all, "and"), x.tool.Name)
}

// instead tells of the result that counts where a board lacks the tool, "" when there is none.
func (x *Explainer) instead(field string) string {
	for _, s := range x.standIns {
		run := x.tool.Value(s.By)
		if run == nil || s.Board != field {
			continue
		}
		of, _ := x.column(field)
		by, _ := x.column(s.By)
		counts := fmt.Sprintf("No result of %s on %s could be read from %s. The one on %s, stands in: %s, which counts as %s, since the boards differ by %s points, the lower median of %d models that both have.",
			x.tool.Name, of.Name, of.Publisher, by.Name, run.Value, run.Value.Add(s.Offset.Decimal), s.Offset, s.Pairs)
		return sentences(counts, x.value(*run))
	}
	return ""
}

// absentScore says why there is no overall score, if there is none.
func (x *Explainer) absentScore() string {
	if x.tool.Value(data.FieldOverall) != nil {
		return ""
	}
	return sentences(fmt.Sprintf("%s has no overall score, and so no price per score point: too few benchmark results of it could be read. benchmarks.methodology says how many it takes.", x.tool.Name),
		x.expectation())
}

// words name a field that is not there.
func (x *Explainer) words(field string) string {
	if column, ok := x.column(field); ok {
		return "result on " + column.Name
	}
	prices := map[string]string{
		data.FieldInput: "input price", data.FieldOutput: "output price", data.FieldCacheRead: "cache read price",
		data.FieldCacheWrite: "cache write price", data.FieldContext: "context window",
	}
	return cmp.Or(prices[field], field)
}

// findProvisional keeps what scores.json expects of a tool without a score.
func (x *Explainer) findProvisional(scores data.ScoresDocument) {
	i := slices.IndexFunc(scores.Unscored, func(u data.UnscoredModel) bool { return u.ModelID == x.tool.ID })
	if i < 0 || scores.Unscored[i].Provisional.RestsOn == "" { // an old snapshot has none
		return
	}
	x.provisional = &scores.Unscored[i].Provisional
	if f := slices.IndexFunc(scores.Provisional, func(f data.ProvisionalFigures) bool { return f.RestsOn == x.provisional.RestsOn }); f >= 0 {
		x.tried = &scores.Provisional[f]
	}
}

// expectation tells the provisional score of a tool, and how far it can be trusted; "" when there is none.
func (x *Explainer) expectation() string {
	p := x.provisional
	if p == nil {
		return ""
	}
	text := fmt.Sprintf("Provisional, and not a score: it would be expected to have %s out of 100, with a 90 %% interval from %s to %s.",
		p.OverallScore.StringFixed(1), p.Interval.Low.StringFixed(1), p.Interval.High.StringFixed(1))
	if x.tried == nil {
		return sentences(text, x.restsOn())
	}
	return sentences(text, x.restsOn(), fmt.Sprintf("Tried on %d models whose results were hidden, such a guess was %s points off on average, and %s %% of the results lay in its interval.",
		x.tried.Models, x.tried.Error, x.tried.Coverage.Shift(2).Round(0)))
}

// restsOn tells what a provisional score was made from.
func (x *Explainer) restsOn() string {
	switch p := x.provisional; p.RestsOn {
	case data.OnResults:
		return fmt.Sprintf("That rests on %d results of boards that do not count for a score, and on its month of release.", len(p.Supporting))
	case data.OnPredecessor:
		return fmt.Sprintf("No board has measured it: that rests on %s, which it followed, and on the months of release of both.", p.Predecessor)
	default:
		return "No board has measured it, and no model before it in its line is listed: that rests on its month of release alone."
	}
}

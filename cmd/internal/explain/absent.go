package explain

import (
	"cmp"
	"fmt"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

// absent says why there is no such number.
func (x *Explainer) absent(field string) string {
	if column, ok := x.column(field); ok {
		return fmt.Sprintf("%s has published no result of %s on %s, so the field is absent.", column.Publisher, x.tool.Name, column.Name)
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
		if column, ok := x.column(f.name); ok && x.tool.Value(f.name) == nil {
			all = append(all, fmt.Sprintf("%s (%s)", column.Name, column.Publisher))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("Absent %s %s: no result of %s was published there.", plural(all, "is", "are"), terminal.Conjunction(all, "and"), x.tool.Name)
}

// absentScore says why there is no overall score, if there is none.
func (x *Explainer) absentScore() string {
	if x.tool.Value(data.FieldOverall) != nil {
		return ""
	}
	return sentences(fmt.Sprintf("%s has no overall score, and so no price per score point: too few benchmark results were published for it. benchmarks.methodology says how many it takes.", x.tool.Name),
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

package main

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

// pricesNow are the prices of tools.json: "tool field" -> price.
func (w historyWeek) pricesNow() map[string]string {
	all := map[string]string{}
	for _, tool := range w.tools {
		p := tool.Pricing
		for place, n := range []data.Number{p.Input, p.Output, p.CacheRead, p.CacheWrite} {
			all[tool.ID+" "+priceFields[place]] = n.String()
		}
	}
	return all
}

// testHistoryRebuilt mirrors the prices of every week in turn, and brings the mirror up to date with nothing but the
// newest changes.json. What this tells of as changed must be what a reader of the captures sees change.
func testHistoryRebuilt(t *testing.T, weeks []historyWeek) {
	newest := weeks[len(weeks)-1]
	want, changes := newest.pricesNow(), newest.changes
	if changes.Since != data.Version(weeks[0].at) || changes.Earlier != "" {
		t.Errorf("changes.json tells of what came after %s, earlier in %q; want all since %s", changes.Since, changes.Earlier, weeks[0].day())
	}
	for _, w := range weeks {
		mirror := w.pricesNow()
		for _, c := range slices.Backward(changes.Changes) {
			if c.Version > data.Version(w.at) && slices.Contains(priceFields, c.Field) {
				mirror[c.Tool+" "+c.Field] = c.New.String()
			}
		}
		if diff := cmp.Diff(want, mirror); diff != "" {
			t.Errorf("the prices of %s, brought up to date, are not today's (-want +got):\n%s", w.day(), diff)
		}
	}
	var told []string
	for _, c := range changes.Changes {
		if c.Kind == data.Changed && slices.Contains(priceFields, c.Field) {
			told = append(told, fmt.Sprintf("%s %s %s %s -> %s", c.At.Format("2006-01-02"), c.Tool, c.Field, c.Old, c.New))
		}
	}
	compareLines(t, historyChanges, told)
}

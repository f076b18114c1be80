package normalize_test

import (
	"fmt"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/data/tariff"
	"pricepoint/normalize/fixture"
)

// tariffOne is the tariff of the tool "one", a line for each price.
func tariffOne(t *testing.T, r Result) string {
	t.Helper()
	var all []string
	for _, of := range fixture.Document[data.TariffsDocument](t, r.Snapshot, data.TariffsPath).Tools {
		if err := tariff.Check(of); err != nil {
			t.Error(err)
		}
		if of.ID != "one" {
			continue
		}
		for _, l := range of.Lines {
			if l.Price != nil {
				all = append(all, strings.TrimSpace(fmt.Sprint(l.Class, " ", l.Price, " ", l.Terms.Service, " ", l.Evidence.Method)))
			}
		}
	}
	return strings.Join(all, ", ")
}

// TestTariffsHoldWhatIsHeld: while a published price is held, what the same reading says of other terms is in no tariff.
func TestTariffsHoldWhatIsHeld(t *testing.T) {
	good := "one.input 5, one.output 25, two.input 1, two.output 4"
	for name, c := range map[string]struct {
		weeks []week
		want  string
	}{
		"read":     {[]week{{page(1, good+", one.input@batch 2.5")}}, "input 5  collected, input 2.5 batch collected, output 25  collected"},
		"moved":    {[]week{{page(1, good+", one.input@batch 2.5")}, {page(2, "one.input 4, one.output 25, two.input 1, two.output 4, one.input@batch 2")}}, "input 4  collected, input 2 batch collected, output 25  collected"},
		"held":     {[]week{{page(1, good+", one.input@batch 2.5")}, {page(2, "one.input 50, one.output 250, two.input 1, two.output 4, one.input@batch 25")}}, "input 5  carried, input 2.5 batch carried, output 25  carried"},
		"gone":     {[]week{{page(1, good+", one.input@batch 2.5")}, {page(2, "two.input 1, two.output 4")}}, "input 5  carried, input 2.5 batch carried, output 25  carried"},
		"of-batch": {[]week{{page(1, good+", one.input@batch 2.5")}, {page(2, good)}}, "input 5  collected, input 2.5 batch carried, output 25  collected"},
		"unread":   {[]week{{feed("feed_careful", 1, good)}}, "input 5  catalogue, output 25  catalogue"},
	} {
		comesTo(t, name, smallCatalog(), c.weeks, tariffOne, c.want)
	}
}

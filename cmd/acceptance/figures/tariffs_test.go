package figures

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// leastAccounted is the percentage of the prices on every provider's page that must be in a tariff, or left out for a
// stated reason.
const leastAccounted = 95

// TestTariffsOfTheRecordedWeb fills the tariffs from the newest capture of every page, looks up every price that a
// collector reads there, and prints what became of them.
func TestTariffsOfTheRecordedWeb(t *testing.T) {
	t.Parallel()
	snapshot, web := recordedNovember(t)
	tariffs := documentOf[data.TariffsDocument](t, snapshot, data.TariffsPath)
	aliases := documentOf[data.AliasesDocument](t, snapshot, data.AliasesPath)
	sound(t, snapshot)
	if len(tariffs.Sources) != 10 {
		t.Errorf("the prices of %d pages are counted, want 10", len(tariffs.Sources))
	}
	for _, s := range tariffs.Sources {
		a := account{tariffs: tariffs.Tools, aliases: aliases.Aliases}
		a.count(observed(t, web, s.Source))
		t.Logf("%s: %+v", s.Source, a.lost)
		if told := a.inTariffs + a.unlisted + a.leftOut; a.cells == 0 || a.cells != s.Cells || a.inTariffs != s.Billed || told*100 < leastAccounted*a.cells {
			t.Errorf("%s: %d of %d prices are accounted for, %d in tariffs; the document says %d of %d", s.Source, told, a.cells, a.inTariffs, s.Billed, s.Cells)
		}
	}
}

// account says what became of the prices of one page.
type account struct {
	tariffs []data.Tariff
	aliases []data.Alias

	cells, inTariffs, unlisted, leftOut int
	lost                                []string
}

// count looks up every price among the observations.
func (a *account) count(all []data.Observation) {
	missing := map[string][]string{} // tool -> prices that are in none of its lines
	for _, o := range all {
		if !strings.HasPrefix(string(o.Field), "price.") || o.Field == data.PriceOther {
			continue
		}
		a.cells++
		switch of := a.tariffOf(o); {
		case of == nil:
			a.unlisted++
		case slices.ContainsFunc(of.Lines, func(l data.TariffLine) bool { return isOf(l, o) }):
			a.inTariffs++
		default:
			missing[of.ID] = append(missing[of.ID], fmt.Sprintf("%s of %s, %q", o.Field, o.Subject, o.Quote))
		}
	}
	for _, of := range a.tariffs {
		stated := 0
		for _, e := range of.Excluded {
			stated += e.Cells
		}
		stated = min(stated, len(missing[of.ID]))
		a.leftOut += stated
		a.lost = append(a.lost, missing[of.ID][stated:]...)
	}
}

// tariffOf is the tariff of the tool whose name a page prints, nil when it is none of the tools.
func (a *account) tariffOf(o data.Observation) *data.Tariff {
	for _, alias := range a.aliases {
		if alias.Name == o.Subject && slices.Contains(alias.Sources, o.Source) {
			i := slices.IndexFunc(a.tariffs, func(of data.Tariff) bool { return of.ID == alias.Tool })
			return &a.tariffs[i]
		}
	}
	return nil
}

// isOf reports whether a line is that of a printed price.
func isOf(l data.TariffLine, o data.Observation) bool {
	q, terms := o.Qualifiers, l.Terms
	var over, upTo string
	if b := terms.Context; b != nil {
		over, upTo = tokensOf(max(b.Over, b.From)), tokensOf(max(b.UpTo, b.Below))
	}
	sized := q.ContextOver == "" && q.ContextUpTo == "" || q.ContextOver == over && q.ContextUpTo == upTo ||
		q.ContextOver == data.LongContext && over != ""
	return strings.HasSuffix(strings.TrimSuffix(string(l.Class), "1h"), strings.TrimPrefix(string(o.Field), "price.")) &&
		strings.HasSuffix(string(l.Class), "1h") == (q.CacheTTL == "1h") && sized &&
		cmp.Or(terms.Service, "standard") == cmp.Or(q.Service, "standard") && (terms.Kind == data.KindList) == (q.Kind == data.KindList) &&
		(terms.Hours != nil && terms.Hours.Outside) == (q.Window == "offPeak") && costs(l, o.Value, o.Unit)
}

func tokensOf(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// costs reports whether a line has a printed number as its price, in the currency in which it is printed.
func costs(l data.TariffLine, value string, unit data.Unit) bool {
	price := data.MustNumber(value)
	if l.Native != nil && strings.HasPrefix(string(unit), l.Native.Currency) {
		return l.Native.Amount.Equal(price)
	}
	return strings.HasPrefix(string(unit), "USD/1M tokens") && l.Price != nil && l.Price.Equal(price)
}

// agreesWithTools holds the smallest tier of the standard service against the four published prices.
func agreesWithTools(t *testing.T, of data.Tariff, tool data.Tool) {
	t.Helper()
	p := tool.Pricing
	for class, published := range map[data.BillingClass]data.Number{
		data.ClassInput: p.Input, data.ClassOutput: p.Output, data.ClassCacheRead: p.CacheRead, data.ClassCacheWrite: p.CacheWrite,
	} {
		l := firstBilled(of, class)
		switch {
		case l == nil:
			t.Errorf("%s has no line for %s", tool.ID, class)
		case l.Price != nil && !l.Price.Equal(published), l.Price == nil && !published.Equal(p.Input):
			t.Errorf("%s of %s is %v (%s) in its tariff and %s in tools.json", class, tool.ID, l.Price, l.State, published)
		}
	}
}

// firstBilled is the line of a class at the standard service for the smallest prompts, at peak hours.
func firstBilled(of data.Tariff, class data.BillingClass) *data.TariffLine {
	for i, l := range of.Lines {
		terms := l.Terms
		long := terms.Context != nil && terms.Context.Over+terms.Context.From > 0
		offPeak := terms.Hours != nil && terms.Hours.Outside
		billed := terms.Kind == "" || terms.Kind == data.KindPromotional
		if l.Class == class && terms.Service == "" && terms.Region == of.Region && billed && !long && !offPeak {
			return &of.Lines[i]
		}
	}
	return nil
}

// sound holds every tariff of a snapshot to the rules of tariffs, and to the published prices.
func sound(t *testing.T, s data.Snapshot) {
	t.Helper()
	tariffs, tools := documentOf[data.TariffsDocument](t, s, data.TariffsPath), documentOf[data.ToolsDocument](t, s, data.ToolsPath)
	if len(tariffs.Tools) != tools.TotalTools {
		t.Fatalf("%s: %d tools have a tariff, want %d", s.Manifest.Version, len(tariffs.Tools), tools.TotalTools)
	}
	for i, tool := range tools.Tools {
		if err := tariff.Check(tariffs.Tools[i]); err != nil || tariffs.Tools[i].ID != tool.ID {
			t.Errorf("%s: %s: %v", s.Manifest.Version, tool.ID, err)
		}
		agreesWithTools(t, tariffs.Tools[i], tool)
	}
}

// TestTariffsOfAYear: in every week of the recorded year every tariff is sound and has the published prices.
func TestTariffsOfAYear(t *testing.T) {
	t.Parallel()
	for _, s := range year(t) {
		sound(t, s)
		for _, of := range documentOf[data.TariffsDocument](t, s, data.TariffsPath).Tools {
			for _, e := range of.Excluded {
				if e.Reason == data.Contradictory || e.Reason == data.Implausible {
					t.Errorf("%s: %d prices of %s are %s", s.Manifest.Version, e.Cells, of.ID, e.Reason)
				}
			}
		}
	}
}

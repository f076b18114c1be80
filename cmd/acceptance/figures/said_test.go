package figures

import (
	"testing"

	"pricepoint/cmd/internal/published"
	"pricepoint/data"
	"pricepoint/data/catalog"
)

// TestWhoSaidIt holds every price that the built-in catalogue knows, and every one of the recorded web, against the rule:
// each says whose word it is, and what its maker has not printed is never of high confidence nor in the maker's name.
func TestWhoSaidIt(t *testing.T) {
	t.Parallel()
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	baseline, err := published.Data{Catalog: c}.Baseline()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("built-in", func(t *testing.T) { attributed(t, baseline) })
	t.Run("recorded", func(t *testing.T) {
		november, _ := recordedNovember(t)
		attributed(t, november)
	})
}

// attributed checks every price of a snapshot, and logs whose word how many published ones are.
func attributed(t *testing.T, s data.Snapshot) {
	makers := map[string]string{}
	for _, tool := range documentOf[data.ToolsDocument](t, s, data.ToolsPath).Tools {
		makers[tool.ID] = tool.Provider
	}
	said := map[data.Basis]map[data.Confidence]int{}
	for _, tool := range documentOf[data.ProvenanceDocument](t, s, data.ProvenancePath).Tools {
		for _, q := range data.Prices {
			e := tool.Value(q.Name)
			if said[e.Basis] == nil {
				said[e.Basis] = map[data.Confidence]int{}
			}
			said[e.Basis][e.Confidence]++
			attribution(t, tool.ID+" "+q.Name, makers[tool.ID], e.Brief())
		}
		if e := tool.Value(data.FieldContext); e != nil {
			attribution(t, tool.ID+" "+data.FieldContext, makers[tool.ID], e.Brief())
		}
	}
	t.Log(said)
	for _, tariff := range documentOf[data.TariffsDocument](t, s, data.TariffsPath).Tools {
		for _, l := range tariff.Lines {
			attribution(t, tariff.ID+" "+string(l.Class)+" "+l.Terms.String(), tariff.Seller, l.Evidence)
		}
		for _, f := range tariff.Factors {
			attribution(t, tariff.ID+" factor "+f.Service+f.Region, tariff.Seller, f.Evidence)
		}
	}
}

func attribution(t *testing.T, what, maker string, e data.BriefEvidence) {
	switch printer := e.Printer(); {
	case e.Basis == "":
		t.Errorf("%s: whose word it is is not said", what)
	case e.Basis.FirstHand() && printer != maker:
		t.Errorf("%s: basis %s, printed by %q, want %q", what, e.Basis, printer, maker)
	case e.Basis.FirstHand() || e.Basis == data.ByRule:
	case printer == maker || printer == "":
		t.Errorf("%s: basis %s in the name of %q", what, e.Basis, printer)
	case e.Confidence == data.High:
		t.Errorf("%s: basis %s of high confidence", what, e.Basis)
	}
}

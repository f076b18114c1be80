package export_test

import (
	"strings"
	"testing"

	"pricepoint/data"
)

// TestModelsBesideTools are in every file under the names of their own, and take none from a tool.
func TestModelsBesideTools(t *testing.T) {
	d := world()
	model := func(key string, gone bool) data.Tariff {
		_, id, _ := strings.Cut(key, "/")
		made := gpt()
		made.ID, made.Name, made.Lines = key, id, nil
		if made.Sale = (data.SalePeriod{}); gone {
			made.Sale.Until = data.At(now.AddDate(0, -1, 0))
		}
		for _, class := range []data.BillingClass{data.ClassInput, data.ClassOutput} {
			price := data.MustNumber("77.5")
			made.Lines = append(made.Lines, data.TariffLine{Class: class, State: data.Priced, Price: &price, Per: data.Measure{Amount: 1_000_000, Of: "tokens"}})
		}
		return made
	}
	before := bare(t, d)
	d.Tariffs.Tools = append(d.Tariffs.Tools, model("openai/gpt-5.5", false), model("openai/new-1", false), model("openai/old-1", true))
	for name, f := range bare(t, d) {
		body := string(f.Body)
		if !strings.Contains(body, `"new-1"`) || f.Tools != before[name].Tools+2-strings.Count(name, "pi.json") {
			t.Errorf("%s holds %d tools, after %d:\n%.300s", name, f.Tools, before[name].Tools, body)
		}
		if old := strings.Contains(body, `"old-1"`); old != (name != "pi.json") {
			t.Errorf("%s has the model that is gone: %v; old sessions are billed by it, and new requests cannot be", name, old)
		}
		if n := strings.Count(body, `"gpt-5.5"`); n != strings.Count(string(before[name].Body), `"gpt-5.5"`) {
			t.Errorf("%s has gpt-5.5 %d times", name, n)
		}
		i := strings.Index(body, `"gpt-5.5"`)
		if entry := body[i:min(i+300, len(body))]; strings.Contains(entry, "77.5") || strings.Contains(entry, "0.0000775") {
			t.Errorf("%s bills gpt-5.5 as the model of the same name: %s", name, entry)
		}
	}
}

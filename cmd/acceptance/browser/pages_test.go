//go:build proof

package browser

import (
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// TestToolPagesSayWhatTheAPISays holds the page of every tool against the documents.
func TestToolPagesSayWhatTheAPISays(t *testing.T) {
	base := site(t)
	tools := document[data.ToolsDocument](t, base, data.ToolsPath)
	evidence := document[data.ProvenanceDocument](t, base, data.ProvenancePath)
	tariffs := document[data.TariffsDocument](t, base, data.TariffsPath)
	for i, tool := range tools.Tools {
		_, text := fixture.Get(t, base+"/tools/"+tool.ID)
		for _, n := range []data.Number{tool.Pricing.Input, tool.Pricing.Output, tool.Pricing.CacheRead, tool.Pricing.CacheWrite} {
			if want := "<b>$" + n.StringFixed(max(2, -n.Exponent())) + "</b>"; !strings.Contains(text, want) {
				t.Errorf("the page of %s does not say %s", tool.ID, want)
			}
		}
		for _, e := range evidence.Tools[i].Values {
			if quote := strings.Fields(e.Quote); len(quote) > 0 && !strings.Contains(text, quote[0]) && !strings.ContainsAny(quote[0], `<>&"'+`) {
				t.Errorf("the page of %s does not quote %q for %s", tool.ID, e.Quote, e.Field)
			}
		}
		rows := strings.Count(text, `<td class="text" data-label="Terms">`)
		if want := len(tariffs.Tools[i].Lines) + len(tariffs.Tools[i].Factors); rows < want {
			t.Errorf("the page of %s has %d prices, and its tariff %d", tool.ID, rows, want)
		}
	}
}

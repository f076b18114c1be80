package pricing

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// TestDeepSeekForms reads the forms the page had in 2025, each in few words.
func TestDeepSeekForms(t *testing.T) {
	const unit = "<p>The prices listed below are in unites of per 1M tokens. A token can be a word.</p>"
	const models = `<tr><td colspan="2">MODEL</td><td>deepsea-chat</td><td>deepsea-think</td></tr>`
	tests := map[string]struct {
		body string
		want []string // subject, field, value, conditions
	}{
		"hours in the label of the block": {unit + "<table>" + models +
			`<tr><td rowspan="2">STANDARD PRICE<br>（UTC 00:30-16:30）</td><td>1M TOKENS INPUT (CACHE MISS)</td><td>$0.27</td><td>$0.55</td></tr><tr><td>1M TOKENS OUTPUT<sup>(5)</sup></td><td>$1.10</td><td>-</td></tr>` +
			`<tr><td rowspan="2">DISCOUNT PRICE<br>（UTC 16:30-00:30）</td><td>1M TOKENS INPUT (CACHE MISS)</td><td>$0.135（50% OFF）</td><td>-</td></tr><tr><td>1M TOKENS OUTPUT</td><td>$0.550（50% OFF）</td><td>-</td></tr></table>`,
			[]string{"deepsea-chat price.input 0.135 offPeak", "deepsea-chat price.input 0.27 peak", "deepsea-chat price.output 0.550 offPeak", "deepsea-chat price.output 1.10 peak", "deepsea-think price.input 0.55 peak"}},
		"lists that begin and end": {unit + "<p>Starting from 16:00 UTC Time on Feb 5th, 2026, we will apply the following price list and cancel the discount:</p><table>" + models +
			`<tr><td colspan="2">1M INPUT TOKENS (CACHE MISS)</td><td colspan="2">$0.56</td></tr><tr><td colspan="2">1M OUTPUT TOKENS</td><td colspan="2">$1.68</td></tr></table>` +
			"<p>The current price list will remain in effect until 16:00 UTC Time on Feb 5th, 2026:</p><table>" + models +
			`<tr><td colspan="2">1M INPUT TOKENS (CACHE MISS)</td><td>$0.27</td><td>-</td></tr></table>`,
			[]string{"deepsea-chat price.input 0.27 promotional 2026-02-05", "deepsea-chat price.input 0.56 announced 2026-02-05", "deepsea-chat price.output 1.68 announced 2026-02-05", "deepsea-think price.input 0.56 announced 2026-02-05", "deepsea-think price.output 1.68 announced 2026-02-05"}},
		"models as rows": {unit + "<table><thead><tr><th>MODEL<sup>(1)</sup></th><th>CONTEXT LENGTH</th><th>MAX OUTPUT TOKENS</th><th>1M TOKENS INPUT PRICE (CACHE HIT)</th><th>1M TOKENS INPUT PRICE (CACHE MISS)</th><th>1M TOKENS OUTPUT PRICE</th></tr></thead>" +
			"<tbody><tr><td>deepsea-chat</td><td>64K</td><td>8K</td><td>$0.07</td><td>$0.27</td><td>$1.10</td></tr></tbody></table>",
			[]string{"deepsea-chat context.tokens 64000 tokens", "deepsea-chat price.cacheRead 0.07", "deepsea-chat price.input 0.27", "deepsea-chat price.output 1.10"}},
		"another quantity": {strings.Replace(unit, "1M", "1K", 1) + "<table>" + models + `<tr><td colspan="2">1K INPUT TOKENS</td><td>$0.002</td><td>-</td></tr><tr><td colspan="2">1K OUTPUT TOKENS</td><td>$0.004</td><td>-</td></tr></table>`,
			[]string{"deepsea-chat price.input 0.002 USD/1K", "deepsea-chat price.output 0.004 USD/1K"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			found, err := parseDeepSeek([]web.Payload{{Body: []byte(tt.body), FetchedAt: sourcetest.Date}})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, o := range found {
				q, unit := o.Qualifiers, strings.TrimSuffix(string(o.Unit), " tokens")
				got = append(got, page.OneLine(strings.Join([]string{o.Subject, string(o.Field), o.Value, q.Window, q.Kind, q.ValidFrom, q.ValidUntil, strings.TrimPrefix(unit, "USD/1M")}, " ")))
			}
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("prices differ (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDeepSeekRowTooMany prints a price twice in a block, so that the columns of its last row do not fit: nothing of the table
// is read.
func TestDeepSeekRowTooMany(t *testing.T) {
	const models = `<table><tr><td colspan="3">MODEL</td><td>deepsea-chat</td><td>deepsea-think</td></tr>`
	const input = `<tr><td rowspan="4">PRICING</td><td rowspan="2">1M INPUT TOKENS</td><td>OFF-PEAK</td><td>$0.27</td><td>$0.55</td></tr><tr><td>PEAK</td><td>$0.54</td><td>$1.10</td></tr>`
	const output = `<tr><td rowspan="2">1M OUTPUT TOKENS</td><td>OFF-PEAK</td><td>$1.10</td><td>$2.19</td></tr><tr><td>PEAK</td><td>$2.20</td><td>$4.38</td></tr>`
	const old = `<table><tr><td>MODEL</td><td>deepsea-old</td></tr><tr><td>1M INPUT TOKENS</td><td>$0.14</td></tr><tr><td>1M OUTPUT TOKENS</td><td>$0.28</td></tr></table>`
	peak := strings.Replace(output, "<tr><td>PEAK", "<tr><td>PEAK</td><td>$2.30</td><td>$4.50</td></tr><tr><td>PEAK", 1)
	block := strings.Replace(input, "<tr><td>PEAK", `<tr><td rowspan="2">1M INPUT TOKENS</td><td>OFF-PEAK</td><td>$0.30</td><td>$0.60</td></tr><tr><td>PEAK`, 1)
	for name, tt := range map[string]struct {
		rows string
		want int // prices of the table
	}{
		"as-it-is": {input + output, 8}, "a-row-too-many": {input + peak, 0}, "too-many-before": {block + output, 0},
	} {
		t.Run(name, func(t *testing.T) {
			body := "<p>Prices are per 1M tokens.</p>" + models + tt.rows + "</table>" + old
			found, refused, err := collectors.Parse(sourcetest.Named(t, Sources(), "pricing_deepseek"), []web.Payload{{Body: []byte(body), FetchedAt: sourcetest.Date}})
			if err != nil || (len(refused) > 0) != (tt.want == 0) {
				t.Fatalf("Parse refuses %v (%v)", refused, err)
			}
			found = slices.DeleteFunc(found, func(o data.Observation) bool { return o.Subject == "deepsea-old" })
			if len(found) != tt.want {
				t.Errorf("%d prices, want %d: %v", len(found), tt.want, found)
			}
		})
	}
}

func FuzzDeepSeek(f *testing.F) { fuzzPrices(f, "pricing_deepseek") }

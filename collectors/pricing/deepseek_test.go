package pricing

import (
	"slices"
	"strings"
	"testing"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

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

func TestDeepSeekPeakHours(t *testing.T) {
	const week = "mon,tue,wed,thu,fri"
	for name, tt := range map[string]struct{ line, want string }{
		"september":             {"(3) Off-peak rates are half of the peak rates. Peak hours are 01:00 - 04:00 and 06:00 - 10:00 UTC, Monday through Friday (all other hours are off-peak).", "UTC; " + week + " 01:00-04:00; " + week + " 06:00-10:00"},
		"holidays":              {"Peak hours are 01:00 - 04:00 UTC, Monday through Friday, excluding Chinese public holidays. All other hours are off-peak, including weekends and Chinese public holidays in full.", "UTC; " + week + " 01:00-04:00; not on holidays of CN"},
		"holidays-in-brackets":  {"Peak hours are 01:00 - 04:00 UTC, Monday through Friday (excluding Chinese public holidays).", "UTC; " + week + " 01:00-04:00; not on holidays of CN"},
		"other-holidays":        {"Peak hours are 01:00 - 04:00 UTC, Monday through Friday (excluding local holidays).", ""},
		"every-day":             {"Peak hours are 1:00–4:00 UTC.", "UTC; mon,tue,wed,thu,fri,sat,sun 01:00-04:00"},
		"words-for-a-dash":      {"Peak hours are 01:00 to 04:00", ""},
		"another-zone":          {"Peak hours are 09:00 - 12:00 Beijing time, Monday through Friday.", ""},
		"no-zone":               {"Peak hours are 09:00 - 12:00, Monday through Friday.", ""},
		"an-exception":          {"Peak hours are 01:00 - 04:00 UTC, Monday through Friday except on holidays.", ""},
		"another-day":           {"Peak hours are 01:00 - 04:00 UTC, on Saturday.", ""},
		"an-hour-that-is-not":   {"Peak hours are 01:00 - 24:30 UTC.", ""},
		"something-else-at-all": {"Off-peak rates are half of the peak rates.", ""},
	} {
		t.Run(name, func(t *testing.T) {
			hours, ok := deepSeekPeak([]string{"Pricing", tt.line})
			got := ""
			if ok {
				got = hours.Notation()
			}
			if got != tt.want {
				t.Errorf("read %q, want %q", got, tt.want)
			}
		})
	}
}

//go:build proof

package clients

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// usage is one request as a program's log has it, and as we bill it.
type usage struct {
	name                           string
	input, output, cached, written int64
	service                        string
	at                             string // an hour of Tuesday, 24 November 2026
}

const peakHour, offPeakHour = "02:00", "12:00"

// usages are what is billed of every tool: short and long prompts, on both sides of the sizes where prices change.
var usages = []usage{
	{"short", 1_000, 500, 0, 0, "", peakHour},
	{"short, off peak", 1_000, 500, 0, 0, "", offPeakHour},
	{"only an answer", 1, 8_000, 0, 0, "", peakHour},
	{"100K", 100_000, 1_000, 0, 0, "", peakHour},
	{"100K and one", 100_001, 1_000, 0, 0, "", peakHour},
	{"200K", 200_000, 1_000, 0, 0, "", peakHour},
	{"200K and one", 200_001, 1_000, 0, 0, "", peakHour},
	{"256K and one", 256_001, 1_000, 0, 0, "", peakHour},
	{"272K", 272_000, 1_000, 0, 0, "", peakHour},
	{"272K and one", 272_001, 1_000, 0, 0, "", peakHour},
	{"300K", 300_000, 10_000, 0, 0, "", peakHour},
	{"300K, off peak", 300_000, 10_000, 0, 0, "", offPeakHour},
	{"600K", 600_000, 10_000, 0, 0, "", peakHour},
	{"cached", 1_000, 500, 50_000, 0, "", peakHour},
	{"long and cached", 1_000, 500, 400_000, 0, "", peakHour},
	{"written to a cache", 1_000, 500, 0, 20_000, "", peakHour},
	{"long and written", 1_000, 500, 0, 400_000, "", peakHour},
	{"an agent's turn", 5_000, 3_000, 90_000, 4_000, "", peakHour},
	{"a batch", 10_000, 2_000, 0, 0, "batch", peakHour},
	{"a long batch", 300_000, 2_000, 0, 0, "batch", peakHour},
}

// day is the day on which the log of a program has a usage: each has its own, so that the program shows them apart.
func day(i int) string { return time.Date(2026, 10, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly) }

// ours is what a usage costs by our reckoning: the lowest it can be where nobody knows; false when it cannot be had.
func (u usage) ours(t *testing.T, of data.Tariff) (low float64, exact, ok bool) {
	t.Helper()
	at, err := time.Parse(time.RFC3339, "2026-11-24T"+u.at+":00Z")
	if err != nil {
		t.Fatal(err)
	}
	q := map[data.BillingClass]int64{data.ClassInput: u.input, data.ClassOutput: u.output, data.ClassCacheRead: u.cached, data.ClassCacheWrite: u.written}
	cost, err := tariff.Price(of, tariff.Usage{Quantities: q, Requests: 1, Service: u.service, Region: of.Region, At: at})
	if err != nil {
		return 0, false, false
	}
	low, _ = cost.Low.Float64()
	return low, cost.Low.Equal(cost.High), true
}

// TestNeverTooCheap bills every usage of every tool with programs that read our prices: no bill is below ours, and where a
// tool has one price for every size and hour, each is ours.
func TestNeverTooCheap(t *testing.T) {
	s := newShop(t)
	var tariffs data.TariffsDocument
	var aliases data.AliasesDocument
	for path, into := range map[string]any{"/api/tariffs.json": &tariffs, "/api/aliases.json": &aliases} {
		if err := json.Unmarshal(s.get(t, path), into); err != nil {
			t.Fatal(err)
		}
	}
	var file struct {
		Defaults struct {
			PricingOverrides map[string]any `json:"pricingOverrides"`
		} `json:"defaults"`
	}
	if err := json.Unmarshal(s.get(t, "/api/compat/ccusage.json"), &file); err != nil {
		t.Fatal(err)
	}
	names := map[string]string{} // tool -> a name under which the file has it
	for _, a := range aliases.Aliases {
		if _, in := file.Defaults.PricingOverrides[a.Name]; in && names[a.Tool] == "" {
			names[a.Tool] = a.Name
		}
	}
	bills := ccusageBills(t, s, names)
	billed, equal := 0, 0
	for _, of := range tariffs.Tools {
		for i, u := range usages {
			want, exact, ok := u.ours(t, of)
			if names[of.ID] == "" || !ok {
				continue
			}
			got := bills[day(i)][names[of.ID]]
			billed++
			if got < want*(1-1e-9) {
				t.Errorf("ccusage bills %s of %s at %v, which is less than %v", u.name, of.ID, got, want)
			}
			if exact && got <= want*(1+1e-9) {
				equal++
			} else if exact && u.service == "" && hasOnePrice(of) {
				t.Errorf("ccusage bills %s of %s at %v, which can be said to be %v", u.name, of.ID, got, want)
			}
		}
	}
	t.Logf("%d bills of %d tools, %d of them exactly ours", billed, len(names), equal)
	if len(names) < 50 {
		t.Errorf("only %d tools are in the file", len(names))
	}
}

// hasOnePrice reports whether a tool costs the same whatever the size of the prompt and the hour.
func hasOnePrice(of data.Tariff) bool {
	for _, l := range of.Lines {
		if l.Terms.Service == "" && (l.Terms.Context != nil || l.Terms.Hours != nil || l.State == data.PriceNotStated) {
			return false
		}
	}
	return true
}

// ccusageBills are what ccusage reckons, by day and name.
func ccusageBills(t *testing.T, s shop, names map[string]string) map[string]map[string]float64 {
	t.Helper()
	home := t.TempDir()
	var log strings.Builder
	for i, u := range usages {
		for tool, name := range names {
			fmt.Fprintf(&log, `{"timestamp":"%sT10:00:00.000Z","sessionId":"s","version":"1.0.0","requestId":"%s-%d","message":{"id":"m-%s-%d","model":%q,`+
				`"usage":{"input_tokens":%d,"output_tokens":%d,"cache_creation_input_tokens":%d,"cache_read_input_tokens":%d}}}`+"\n",
				day(i), tool, i, tool, i, name, u.input, u.output, u.written, u.cached)
		}
	}
	write(t, filepath.Join(home, ".claude", "projects", "p", "s.jsonl"), log.String())
	c := s.typed(t, home, "ccusage claude daily", " --json --offline --breakdown")
	var said struct {
		Daily []struct {
			Date            string
			ModelBreakdowns []struct {
				ModelName string
				Cost      float64
			}
		}
	}
	if err := json.Unmarshal(run(t, c), &said); err != nil {
		t.Fatal(err)
	}
	bills := map[string]map[string]float64{}
	for _, d := range said.Daily {
		bills[d.Date] = map[string]float64{}
		for _, m := range d.ModelBreakdowns {
			bills[d.Date][m.ModelName] = m.Cost
		}
	}
	if len(bills) != len(usages) {
		t.Fatalf("ccusage shows %d days, want %d", len(bills), len(usages))
	}
	return bills
}

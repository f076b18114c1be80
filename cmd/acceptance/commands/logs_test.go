//go:build proof

package commands

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"
	"time"
)

// writeLogs writes what Claude Code would log of some usages: each in a session and on a day of its own for its tool.
func writeLogs(t *testing.T, home string, ask []question) (sessions []string) {
	t.Helper()
	for i, q := range ask {
		id := fmt.Sprintf("s%04d", i)
		write(t, filepath.Join(home, ".claude", "projects", "p", id+".jsonl"), fmt.Sprintf(`{"timestamp":"%s","sessionId":%q,"version":"1.0.0","requestId":%q,`+
			`"type":"assistant","message":{"id":%q,"role":"assistant","model":%q,"usage":{"input_tokens":%d,"output_tokens":%d,"cache_creation_input_tokens":%d,"cache_creation":{"ephemeral_5m_input_tokens":%d,"ephemeral_1h_input_tokens":%d},"cache_read_input_tokens":%d}}}`+"\n",
			day(q.usage).Format(time.RFC3339), id, id, id, q.model, q.input, q.output, q.written, q.written-q.forAnHour(), q.forAnHour(), q.cached))
		sessions = append(sessions, id)
	}
	return sessions
}

// day is the day of October on which a log has a usage.
func day(u usage) time.Time {
	for i := range usages {
		if usages[i] == u {
			return time.Date(2026, 10, 1+i, 10, 0, 0, 0, time.UTC)
		}
	}
	panic("no such usage")
}

// ccusageBills are what ccusage reckons, by day and model.
func ccusageBills(t *testing.T, s shop, _ []byte, ask []question) (bills []float64) {
	home := t.TempDir()
	writeLogs(t, home, ask)
	said := decoded[struct {
		Daily []struct {
			Date            string
			ModelBreakdowns []struct {
				ModelName string
				Cost      float64
			}
		}
	}](t, run(t, s.typed(t, home, "ccusage claude daily", " --json --offline --breakdown")))
	costs := map[string]float64{}
	for _, d := range said.Daily {
		for _, m := range d.ModelBreakdowns {
			costs[d.Date+" "+m.ModelName] = m.Cost
		}
	}
	for _, q := range ask {
		bills = append(bills, billed(costs, day(q.usage).Format(time.DateOnly)+" "+q.model))
	}
	return bills
}

// tokscaleBills are what tokscale reckons, by session.
func tokscaleBills(t *testing.T, s shop, _ []byte, ask []question) (bills []float64) {
	home := t.TempDir()
	sessions := writeLogs(t, home, ask)
	said := decoded[struct {
		Entries []struct {
			SessionID string
			Cost      float64
		}
	}](t, run(t, s.typed(t, home, "custom-pricing.json", " && tokscale --json --no-spinner --client claude --group-by session,model")))
	costs := map[string]float64{}
	for _, e := range said.Entries {
		costs[e.SessionID] += e.Cost
	}
	for _, id := range sessions {
		bills = append(bills, billed(costs, id))
	}
	return bills
}

func billed(costs map[string]float64, key string) float64 {
	if usd, known := costs[key]; known {
		return usd
	}
	return math.NaN()
}

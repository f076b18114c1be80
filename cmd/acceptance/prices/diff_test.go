package prices

import (
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// testDiff compares the snapshots of TestHistoryInAStore in every way they can be named.
func testDiff(t *testing.T, location string) {
	for name, row := range map[string]struct {
		args string
		want string // lines with single blanks
	}{
		"newest-with-the-one-before": {"", "deepseek-v4-pro corrected pricing.cacheRead 0.145 0.003625 pricing_deepseek: $0.003625 (75% off); OpenRouter states the same\n" +
			"1 change between 2026-05-11T000000Z and 2026-05-18T000000Z"},
		"days": {"2026-05-10 2026-05-17", "deepseek-v4-pro corrected pricing.input 1.74 0.435 pricing_deepseek: $0.435 (75% off)\n" +
			"deepseek-v4-pro corrected pricing.output 3.48 0.87 pricing_deepseek: $0.87 (75% off)\n" +
			"deepseek-v4-pro corrected pricing.cacheCreate 1.74 0.435 same as input\n" +
			"3 changes between 2026-05-04T000000Z and 2026-05-11T000000Z"},
		"over-a-snapshot": {"2026-05-04T000000Z", "4 changes between 2026-05-04T000000Z and 2026-05-18T000000Z"},
		"backwards":       {"latest previous", "deepseek-v4-pro corrected pricing.cacheRead 0.003625 0.145"},
		"itself":          {"2026-05-11T01:00:00+01:00 2026-05-11", "no changes between 2026-05-11T000000Z and 2026-05-11T000000Z"},
	} {
		t.Run(name, func(t *testing.T) {
			out, log, code := fixture.Run(t, append([]string{"diff", "--store", location}, strings.Fields(row.args)...)...)
			if code != fixture.ExitDone {
				t.Fatalf("exit code %d: %s", code, log)
			}
			if got := strings.Join(linesOf(out), "\n"); !strings.Contains(got, row.want) {
				t.Errorf("diff %s says\n%s\nwant\n%s", row.args, got, row.want)
			}
		})
	}
}

package commands

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// TestClosedWeeksKeepTheirCost prices the same usage before and after a price has changed. What was used before the change
// costs what it cost then, whenever somebody asks; so does what somebody asks as of then.
func TestClosedWeeksKeepTheirCost(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store := filepath.Join(dir, "store")
	first, second := fixture.DeepSeek(t, dir, 0, "1.74"), fixture.DeepSeek(t, dir, 1, "0.87")
	usage := filepath.Join(dir, "usage.csv")
	rows := "model,time,input_tokens\ndeepseek-v4-pro,2026-01-03T12:00:00Z,3569920867\n"
	if err := os.WriteFile(usage, []byte(rows), 0o644); err != nil {
		t.Fatal(err)
	}
	fixture.Refresh(t, store, first, "2026-01-02T12:00:00Z")
	before := usd(t, "--store", store, "--usage", usage)
	fixture.Refresh(t, store, second, "2026-01-09T12:00:00Z")
	for _, tt := range []struct {
		name, want string
		args       []string
	}{
		{"a closed week", before, []string{"--usage", usage}},
		{"the day before", "1.74", []string{"deepseek-v4-pro", "--input-tokens", "1M", "--at", "2026-01-08"}},
		{"the day of the change", "0.87", []string{"deepseek-v4-pro", "--input-tokens", "1M", "--at", "2026-01-09T12:00:00Z"}},
		{"that day, as known before", "1.74", []string{"deepseek-v4-pro", "--input-tokens", "1M", "--at", "2026-01-09T12:00:00Z", "--known-at", "2026-01-05"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := usd(t, append(tt.args, "--store", store)...); got != tt.want {
				t.Errorf("%s USD, want %s", got, tt.want)
			}
		})
	}
	if before != "6211.66230858" {
		t.Errorf("the usage cost %s USD in its week", before)
	}
}

// usd is what pricepoint cost answers.
func usd(t *testing.T, args ...string) string {
	t.Helper()
	out, log, code := fixture.Run(t, append([]string{"cost", "--output", "json"}, args...)...)
	if code != fixture.ExitDone {
		t.Fatalf("cost %v: exit code %d: %s", args, code, log)
	}
	var answer struct{ USD json.Number }
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatal(err)
	}
	return answer.USD.String()
}

package scores

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/scoring"
)

// TestCalibrateRecorded makes the shipped calibration again from the real captures it was made from. What it prints last is how
// good recommendations made without a board would have been: ours better than any simple rule, and as the README says.
func TestCalibrateRecorded(t *testing.T) {
	t.Parallel()
	archive := fixture.Recorded(t)
	if testing.Short() {
		t.Skip("some seconds of fitting")
	}
	file := filepath.Join(t.TempDir(), "calibration.yaml")
	out, log, code := fixture.Run(t, "calibrate", "--replay", archive, "--file", file, "--store", t.TempDir())
	if code != fixture.ExitDone {
		t.Fatalf("exit code %d: %s", code, log)
	}
	made, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	shipped, err := os.ReadFile(filepath.Join(fixture.Root(), "data", "catalog", "calibration.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(made, shipped) {
		t.Errorf("the shipped calibration is not what the boards give now; run: pricepoint calibrate --replay %s", archive)
	}
	_, pooled, _ := strings.Cut(out, "all, geometric mean")
	factors := strings.Fields(pooled)
	if len(factors) != len(scoring.RegretMethods) || factors[0] > "1.30" || slices.Min(factors) != factors[0] { // all have two decimals
		t.Fatalf("the regret is %v, want six, the first at most 1.30 and the least", factors)
	}
	readme, err := os.ReadFile(filepath.Join(fixture.Root(), "scoring", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%s times on average, %s for the best score per dollar, %s for the cheapest model above the median score, and %s for the highest score",
		factors[0], factors[3], factors[2], factors[1])
	if !strings.Contains(strings.Join(strings.Fields(string(readme)), " "), want) {
		t.Errorf("scoring/README.md does not say %q", want)
	}
}

package figures

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// TestCalibrateRecorded makes the shipped calibration again from the real captures it was made from.
func TestCalibrateRecorded(t *testing.T) {
	t.Parallel()
	archive := fixture.Recorded(t)
	if testing.Short() {
		t.Skip("some seconds of fitting")
	}
	file := filepath.Join(t.TempDir(), "calibration.yaml")
	_, log, code := fixture.Run(t, "calibrate", "--replay", archive, "--file", file, "--store", t.TempDir())
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
}

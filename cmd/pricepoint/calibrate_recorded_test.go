package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestCalibrateRecorded makes the shipped calibration again from the real captures it was made from.
func TestCalibrateRecorded(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("PRICEPOINT_RECORDED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "recorded")
	}
	archive := filepath.Join(dir, "recorded.warc.gz")
	if _, err := os.Stat(archive); err != nil {
		t.Skipf("no real captures at %s; set PRICEPOINT_RECORDED to the folder that holds them", dir)
	}
	if testing.Short() {
		t.Skip("some seconds of fitting")
	}
	file := filepath.Join(t.TempDir(), "calibration.yaml")
	var stdout, stderr bytes.Buffer
	if code := run([]string{"calibrate", "--replay", archive, "--file", file, "--store", t.TempDir()}, &stdout, &stderr); code != exitDone {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	made, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	shipped, err := os.ReadFile(filepath.Join("..", "..", "data", "catalog", "calibration.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(made, shipped) {
		t.Errorf("the shipped calibration is not what the boards give now; run: pricepoint calibrate --replay %s", archive)
	}
}

package operating

import (
	"path/filepath"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// TestGuidesShowWhatIsPrinted asks what the guides ask of a program that has just been built.
func TestGuidesShowWhatIsPrinted(t *testing.T) {
	t.Parallel()
	t.Run("tools", func(t *testing.T) {
		base := fixture.Serve(t, "run", "--store", filepath.Join(t.TempDir(), "store"))
		_, body := fixture.Get(t, base+"/api/tools.json")
		fixture.CompareShown(t, fixture.Answers(t, "README.md", "curl -s http://127.0.0.1:8080/api/tools.json")[0], body)
	})
	t.Run("explain", func(t *testing.T) {
		out, log, code := fixture.Run(t, "explain", "gpt-5.5", "input", "--store", filepath.Join(t.TempDir(), "store"))
		if code != fixture.ExitDone {
			t.Fatalf("exit code %d: %s", code, log)
		}
		fixture.CompareShown(t, fixture.Answers(t, "data/README.md", "pricepoint explain gpt-5.5 input")[0], out)
	})
}

// TestGuideExplainsWhatWasRecorded explains the price of the guide from the pages that were recorded.
func TestGuideExplainsWhatWasRecorded(t *testing.T) {
	t.Parallel()
	location := filepath.Join(t.TempDir(), "store")
	if _, log, code := fixture.Run(t, "refresh", "--store", location, "--replay", fixture.Recorded(t), "--as-of", "2026-10-15"); code != fixture.ExitDone {
		t.Fatalf("exit code %d: %s", code, log)
	}
	out, log, code := fixture.Run(t, "explain", "gpt-5.5", "input", "--store", location)
	if code != fixture.ExitDone {
		t.Fatalf("exit code %d: %s", code, log)
	}
	fixture.CompareShown(t, fixture.Answers(t, "data/README.md", "pricepoint explain gpt-5.5 input")[1], out)
}

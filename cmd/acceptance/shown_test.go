package acceptance

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// shown says where the answers that the guides print were given: how many there are of each command in each guide, and
// which test compares them.
var shown = map[string]int{
	"README.md: curl -s http://127.0.0.1:8080/api/tools.json": 1, // TestGuidesShowWhatIsPrinted
	"data/README.md: pricepoint explain gpt-5.5 input":        2, // TestGuidesShowWhatIsPrinted and TestGuideExplainsWhatWasRecorded
	"server/README.md: pricepoint diff 2026-05-11 2026-05-18": 1, // TestHistoryInAStore
}

// answers are what a guide shows under a command, in their order.
func answers(t *testing.T, name, command string) (all []string) {
	t.Helper()
	for _, b := range blocks(t, name) {
		if first, answer, _ := strings.Cut(b.text, "\n"); b.language == "console" && first == "$ "+command {
			all = append(all, answer)
		}
	}
	if want := shown[name+": "+command]; len(all) != want {
		t.Fatalf("%s shows %d answers to %s, want %d", name, len(all), command, want)
	}
	return all
}

// compareShown wants an answer to be as it is shown, wherever lines break. "…" stands for whatever was left out.
func compareShown(t *testing.T, answer, got string) {
	t.Helper()
	pattern := regexp.QuoteMeta(strings.Join(strings.Fields(answer), " "))
	pattern = strings.ReplaceAll(pattern, "…", ".*")
	if flat := strings.Join(strings.Fields(got), " "); !regexp.MustCompile("^(?:" + pattern + ")$").MatchString(flat) {
		t.Errorf("a guide shows\n%s\nand the program prints\n%.3000s", answer, got)
	}
}

// TestGuidesShowWhatIsPrinted asks what the guides ask of a program that has just been built.
func TestGuidesShowWhatIsPrinted(t *testing.T) {
	t.Parallel()
	inAll := 0
	for _, name := range guides {
		for _, b := range blocks(t, name) {
			if b.language == "console" {
				command, _, _ := strings.Cut(b.text, "\n")
				inAll++
				if shown[name+": "+strings.TrimPrefix(command, "$ ")] == 0 {
					t.Errorf("%s shows an answer to %s that no test compares", name, command)
				}
			}
		}
	}
	if inAll < len(shown) {
		t.Errorf("found only %d answers", inAll)
	}
	t.Run("tools", func(t *testing.T) {
		base := start(t, "run", "--store", filepath.Join(t.TempDir(), "store"))
		_, body := get(t, base+"/api/tools.json")
		compareShown(t, answers(t, "README.md", "curl -s http://127.0.0.1:8080/api/tools.json")[0], body)
	})
	t.Run("explain", func(t *testing.T) {
		out, log, code := pricepoint(t, "explain", "gpt-5.5", "input", "--store", filepath.Join(t.TempDir(), "store"))
		if code != exitDone {
			t.Fatalf("exit code %d: %s", code, log)
		}
		compareShown(t, answers(t, "data/README.md", "pricepoint explain gpt-5.5 input")[0], out)
	})
}

// TestGuideExplainsWhatWasRecorded explains the price of the guide from the pages that were recorded.
func TestGuideExplainsWhatWasRecorded(t *testing.T) {
	t.Parallel()
	location := filepath.Join(t.TempDir(), "store")
	if _, log, code := pricepoint(t, "refresh", "--store", location, "--replay", fixture.Recorded(t), "--as-of", "2026-10-15"); code != exitDone {
		t.Fatalf("exit code %d: %s", code, log)
	}
	out, log, code := pricepoint(t, "explain", "gpt-5.5", "input", "--store", location)
	if code != exitDone {
		t.Fatalf("exit code %d: %s", code, log)
	}
	compareShown(t, answers(t, "data/README.md", "pricepoint explain gpt-5.5 input")[1], out)
}

// testShownDiff compares the snapshots of TestHistoryInAStore as the guide does.
func testShownDiff(t *testing.T, location string) {
	out, log, code := pricepoint(t, "diff", "2026-05-11", "2026-05-18", "--store", location)
	if code != exitDone {
		t.Fatalf("exit code %d: %s", code, log)
	}
	compareShown(t, answers(t, "server/README.md", "pricepoint diff 2026-05-11 2026-05-18")[0], out)
}

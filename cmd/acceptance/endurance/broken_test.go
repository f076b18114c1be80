package endurance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// TestNothingIntact: a store where nothing can be relied on is not one where nothing was ever read.
func TestNothingIntact(t *testing.T) {
	for name, spoil := range map[string]func(t *testing.T, dir string){
		"cut":            func(t *testing.T, dir string) { truncate(t, filepath.Join(dir, "snapshots", fixture.MadeOn+".zip")) },
		"nobody-vouches": func(t *testing.T, _ string) { useTestKeys(t) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := storeOfOne(t)
			spoil(t, dir)
			for _, args := range [][]string{{"explain", "gpt-5.5"}, {"findings"}} {
				out, log, code := fixture.Run(t, append(args, "--store", dir)...)
				if code != fixture.ExitError || out != "" || !strings.Contains(log, "no snapshot of the store can be used: ") ||
					!strings.Contains(log, "; pricepoint verify says ") || strings.Count(log, "\n") != 1 {
					t.Errorf("%s: exit code %d, %s\n%s", args[0], code, log, out)
				}
			}
		})
	}
}

// storeOfOne is a store with one snapshot, which nobody has signed.
func storeOfOne(t *testing.T) (dir string) {
	t.Helper()
	published := fixture.Keep(t, map[string]any{
		data.ToolsPath: data.ToolsDocument{}, data.ProvenancePath: data.ProvenanceDocument{}, data.FindingsPath: data.FindingsDocument{},
	})
	return published.String()
}

func truncate(t *testing.T, file string) {
	t.Helper()
	if err := os.Truncate(file, 100); err != nil {
		t.Fatal(err)
	}
}

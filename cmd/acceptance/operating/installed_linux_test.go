package operating

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// install boots a machine with the program, its settings and its units as config/README.md says, and with more files for
// the test.
func install(t *testing.T, more map[string]string) *machine {
	t.Helper()
	root := t.TempDir()
	settings := filepath.Join(fixture.Root(), "config")
	copyTo(t, static(), filepath.Join(root, "usr/local/bin/pricepoint"), 0o755)
	copyTo(t, filepath.Join(settings, "pricepoint.yaml"), filepath.Join(root, "etc/pricepoint.yaml"), 0o644)
	copyTo(t, filepath.Join(settings, "systemd/pricepoint.sysusers"), filepath.Join(root, "etc/sysusers.d/pricepoint.conf"), 0o644)
	units, err := filepath.Glob(filepath.Join(settings, "systemd", "pricepoint-*"))
	if err != nil || len(units) == 0 {
		t.Fatalf("found no units: %v", err)
	}
	for _, unit := range units {
		copyTo(t, unit, filepath.Join(root, "etc/systemd/system", filepath.Base(unit)), 0o644)
	}
	for name, text := range more {
		write(t, filepath.Join(root, name), text, 0o644)
	}
	return boot(t, root)
}

func copyTo(t *testing.T, from, to string, mode os.FileMode) {
	t.Helper()
	body, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	write(t, to, string(body), mode)
}

// write makes a file, with the folders above it.
func write(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), mode)); err != nil {
		t.Fatal(err)
	}
}

// staticVariable names the program that the container's Dockerfile builds, which .ci/run has done: without libraries, and
// without the race detector.
const staticVariable = "PRICEPOINT_TEST_CONTAINER"

// static is that program. Where nobody has built it, fixture.Path stands in, which may need libraries.
func static() string { return cmp.Or(os.Getenv(staticVariable), fixture.Path()) }

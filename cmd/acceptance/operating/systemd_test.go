package operating

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// mostExposed is how exposed a unit may be, in tenths, as systemd counts from 0 to 100.
const mostExposed = "15"

// TestUnits asks systemd itself what it thinks of the units, each alone and with what changes for a bucket.
func TestUnits(t *testing.T) {
	fixture.Need(t, "systemd", "systemd-analyze")
	for _, dropIns := range []string{"", "bucket"} {
		t.Run("store_in_"+cmp.Or(dropIns, "directory"), func(t *testing.T) {
			dir, units := installedUnits(t, dropIns)
			if len(units) != 5 {
				t.Fatalf("found the units %v, want 5", units)
			}
			if out, err := analyze(dir, append([]string{"verify"}, units...)...); err != nil || out != "" {
				t.Errorf("systemd-analyze verify: %v\n%s", err, out) // it ends with 0 also after a key it does not know
			}
			for _, unit := range units {
				if filepath.Ext(unit) == ".service" {
					checkExposure(t, dir, filepath.Base(unit))
				}
			}
		})
	}
}

func checkExposure(t *testing.T, dir, unit string) {
	t.Helper()
	out, err := analyze(dir, "security", "--offline=true", "--no-pager", "--threshold="+mostExposed, unit)
	if err != nil {
		t.Errorf("%s is too exposed: %v\n%s", unit, err, out)
	}
	_, verdict, found := strings.Cut(out, "Overall exposure level for ")
	if !found {
		t.Errorf("systemd-analyze says no level of %s:\n%s", unit, out)
	}
	t.Log(strings.TrimSpace(verdict))
}

// installedUnits puts the units where systemd-analyze looks for them, with the program where they expect it.
func installedUnits(t *testing.T, dropIns string) (dir string, units []string) {
	t.Helper()
	program, err := exec.LookPath("pricepoint")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	units = copyUnits(t, filepath.Join(fixture.Root(), "config", "systemd", "pricepoint-*"), dir, program, "")
	if dropIns != "" {
		copyUnits(t, filepath.Join(fixture.Root(), "config", "systemd", dropIns, "*.conf"), dir, program, ".service.d")
	}
	return dir, units
}

// copyUnits copies files; with a suffix each goes into a folder of its own, named after it.
func copyUnits(t *testing.T, pattern, dir, program, suffix string) (copies []string) {
	t.Helper()
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) == 0 {
		t.Fatalf("found no %s: %v", pattern, err)
	}
	for _, name := range found {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		target := filepath.Join(dir, filepath.Base(name))
		if suffix != "" {
			folder := filepath.Join(dir, strings.TrimSuffix(filepath.Base(name), ".conf")+suffix)
			if err := os.MkdirAll(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			target = filepath.Join(folder, "bucket.conf")
		}
		text = []byte(strings.ReplaceAll(string(text), "/usr/local/bin/pricepoint", program))
		if err := os.WriteFile(target, text, 0o644); err != nil {
			t.Fatal(err)
		}
		copies = append(copies, target)
	}
	return copies
}

func analyze(dir string, args ...string) (string, error) {
	c := exec.Command("systemd-analyze", args...)
	c.Env = append(os.Environ(), "SYSTEMD_UNIT_PATH="+dir+":", "SYSTEMD_COLORS=0")
	out, err := c.CombinedOutput()
	return string(out), err
}

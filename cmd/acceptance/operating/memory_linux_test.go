package operating

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
)

// mostResident is what serving the tools of the catalogue may take, in kB, a second after they were loaded. The most that it takes to load
// them is printed and not judged, since that depends on when garbage is collected. What it takes under load is measured in
// cmd/acceptance/load.
const mostResident = 50_000

// TestMemory prints what the program takes while it loads the tools and a second after, from a store and from the catalogue.
func TestMemory(t *testing.T) {
	dir := t.TempDir()
	store := filepath.Join(dir, "store")
	fixture.Refresh(t, store, fixture.Recorded(t), "2026-11-22T00:00:00Z")
	for name, args := range map[string][]string{
		"a snapshot of a store":  {"serve", "--store", store},
		"the built-in catalogue": {"run", "--store", filepath.Join(dir, "empty")},
	} {
		c := exec.Command("pricepoint", append(args, "--listen", "127.0.0.1:0", "--log-format", "text")...)
		c.Env = append(os.Environ(), "HTTPS_PROXY=http://127.0.0.1:1")
		base := fixture.Started(t, c)
		fixture.Eventually(t, "it is ready", func() bool { status, _ := fixture.Get(t, base+"/readyz"); return status == 200 })
		time.Sleep(time.Second)
		peak, resident := memory(t, c.Process.Pid, "VmHWM"), memory(t, c.Process.Pid, "VmRSS")
		t.Logf("%s: %d kB while it was loaded, %d a second after", name, peak, resident)
		if resident > mostResident {
			t.Errorf("%s takes more than %d kB", name, mostResident)
		}
	}
}

// memory is a line of what Linux tells of the memory of a process, in kB.
func memory(t *testing.T, pid int, line string) (kB int) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), line+":")
	if _, err := fmt.Sscan(rest, &kB); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return kB
}

package commands

import (
	"debug/buildinfo"
	"os/exec"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// TestEveryCopyNamesTheLicencesOfItsModules asks the program for its licences and its binary for its modules.
func TestEveryCopyNamesTheLicencesOfItsModules(t *testing.T) {
	program := fixture.Path()
	out, err := exec.Command(program, "version", "--licences").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		if row := strings.Fields(line); len(row) == 2 {
			named[row[0]+" "+row[1]] = true
		}
	}
	for _, m := range info.Deps {
		if !named[m.Path+" "+m.Version] {
			t.Errorf("it is built with %s %s, and does not say under which licence", m.Path, m.Version)
		}
	}
	if len(info.Deps) < 50 || !strings.HasPrefix(string(out), "pricepoint is under the MIT License") {
		t.Errorf("it is built with %d modules, and begins with %.60q", len(info.Deps), out)
	}
}

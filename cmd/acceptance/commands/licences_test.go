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
	for _, m := range info.Deps {
		if text := string(out); !strings.Contains(text, "\n"+m.Path+" "+m.Version+"\n") || !strings.Contains(text, "\n"+m.Path+": ") {
			t.Errorf("it is built with %s %s, and does not say under which licence", m.Path, m.Version)
		}
	}
	if len(info.Deps) < 50 || !strings.HasPrefix(string(out), "pricepoint is under the MIT License") {
		t.Errorf("it is built with %d modules, and begins with %.60q", len(info.Deps), out)
	}
}

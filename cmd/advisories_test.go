package cmd

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// standardLibrary is the module of an advisory about Go itself.
const standardLibrary = "stdlib"

// TestKnownWeaknessesAreMended holds go.mod to .ci/advisories: no module may be older than the version that mends what is
// known of it, and what is known of modules that are gone may go.
func TestKnownWeaknessesAreMended(t *testing.T) {
	versions := versionsInUse(t)
	known, err := os.ReadFile("../.ci/advisories")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for line := range strings.Lines(string(known)) {
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		if len(words) < 4 {
			t.Errorf("%q is no line of module, version, advisory and what it is about", line)
			continue
		}
		read++
		module, mended, advisory := words[0], words[1], words[2]
		used, required := versions[module]
		switch {
		case !required:
			t.Errorf("%s is about %s, which go.mod no longer requires; take the line out", advisory, module)
		case mended == "-":
		case !semver.IsValid("v" + mended):
			t.Errorf("%s: %q is no version", advisory, mended)
		case semver.Compare(used, "v"+mended) < 0:
			t.Errorf("go.mod asks for %s %s, which has %s (%s); ask for v%s or later", module, used, advisory, strings.Join(words[3:], " "), mended)
		}
	}
	if read < 20 {
		t.Errorf(".ci/advisories has only %d lines", read)
	}
}

// versionsInUse are the modules that go.mod requires, and Go by its toolchain.
func versionsInUse(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := modfile.Parse("go.mod", text, nil)
	if err != nil || parsed.Toolchain == nil {
		t.Fatalf("go.mod names no toolchain: %v", err)
	}
	versions := map[string]string{standardLibrary: "v" + strings.TrimPrefix(parsed.Toolchain.Name, "go")}
	for _, r := range parsed.Require {
		versions[r.Mod.Path] = r.Mod.Version
	}
	return versions
}

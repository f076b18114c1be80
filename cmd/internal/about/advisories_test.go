package about

import (
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// TestKnownWeaknessesAreMended holds go.mod to known.txt: no module may be older than the version that mends what is known of it,
// and what is known of modules that are gone may go.
func TestKnownWeaknessesAreMended(t *testing.T) {
	versions := versionsInUse(t)
	for _, a := range all() {
		used, required := versions[a.Module]
		switch {
		case a.About == "":
			t.Errorf("%v is no line of module, version, advisory and what it is about", a)
		case !required:
			t.Errorf("%s is about %s, which go.mod no longer requires; take the line out", a.ID, a.Module)
		case a.Mended == "-":
		case !semver.IsValid("v" + a.Mended):
			t.Errorf("%s: %q is no version", a.ID, a.Mended)
		case semver.Compare(used, "v"+a.Mended) < 0:
			t.Errorf("go.mod asks for %s %s, which has %s (%s); ask for v%s or later", a.Module, used, a.ID, a.About, a.Mended)
		}
	}
	if n := len(all()); n < 20 {
		t.Errorf("known.txt has only %d lines", n)
	}
}

func TestWhatAProgramIsBuiltWith(t *testing.T) {
	for _, tt := range []struct {
		name, goVersion, module, version string
		want                             []string // some of the advisories, in their order
		none                             bool
	}{
		{name: "an old Go", goVersion: "go1.26.8", want: []string{"GO-2026-6859", "GO-2026-6617"}},
		{name: "with experiments", goVersion: "go1.26.8 X:jsonv2", want: []string{"GO-2026-6859"}},
		{name: "a candidate", goVersion: "go1.26rc2", want: []string{"GO-2026-6859", "GO-2026-6089"}},
		{name: "a Go without any", goVersion: "go1.26.11", none: true},
		{name: "a Go of no release", goVersion: "devel go1.27-abc", none: true},
		{name: "an old module", goVersion: "go1.27.0", module: "golang.org/x/mod", version: "v0.39.0", want: []string{"GO-2026-6179", "GO-2026-6180"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, a := range advisoriesOf(&debug.BuildInfo{GoVersion: tt.goVersion, Deps: []*debug.Module{{Path: tt.module, Version: tt.version}}}) {
				got = append(got, a.ID)
			}
			for _, id := range tt.want {
				if !slices.Contains(got, id) {
					t.Errorf("%v, and no %s", got, id)
				}
			}
			if tt.none && len(got) > 0 {
				t.Errorf("%v", got)
			}
		})
	}
}

// versionsInUse are the modules that go.mod requires, and Go by its toolchain.
func versionsInUse(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../../go.mod")
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

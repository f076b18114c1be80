// Package about says what this program is: its version, what it was built with, whether weaknesses of that were known when it
// was made, and under which licences it may be passed on. Start at Of.
package about

import (
	_ "embed" // for Licences
	"go/version"
	"runtime"
	"runtime/debug"
	"strings"
)

//go:generate ./generate.sh

// Licences names every module that is built into the program with its version and its licence, and ends with the texts of
// these licences. It covers what a binary or the container holds, and nothing that only tests and builds use. The script
// generate.sh writes it from the modules that the program is made of.
//
//go:embed notices.txt
var Licences string

// Program says what this program is.
type Program struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"` // of the sources, where the build knows it
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// soundGo is the first Go without weaknesses that were known when this program was made: the toolchain of go.mod. A Go that may
// not fetch another builds the program with its own; modules have no version but that of go.mod or a later one.
const soundGo = "go1.26.11"

// Of is this program. Its version is that of the release, else the module version of the build, or "devel" for a build from a
// working tree.
func Of(release string) Program {
	p := Program{Version: "devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				p.Revision = s.Value
			}
		}
		if v := info.Main.Version; v != "" && v != "(devel)" {
			p.Version = strings.TrimPrefix(v, "v")
		}
	}
	if release != "" {
		p.Version = strings.TrimPrefix(release, "v")
	}
	return p
}

// Commit says behind the version which commit was built, where the build knows and the version does not say it.
func (p Program) Commit() string {
	short := p.Revision[:min(12, len(p.Revision))]
	if short == "" || strings.Contains(p.Version, short) {
		return ""
	}
	return " (commit " + short + ")"
}

// Generator names this program in manifests and, with a contact, to the servers it asks.
func (p Program) Generator() string { return "pricepoint/" + p.Version }

// Weakness is a sentence about the Go that this program was built with, and what to do about it; "" when nothing is known of it.
func (p Program) Weakness() (known, mend string) {
	used, _, _ := strings.Cut(p.Go, " ")
	if !version.IsValid(used) || version.Compare(used, soundGo) >= 0 { // a Go of no release is not compared
		return "", ""
	}
	return "known weaknesses of what it is built with (" + p.Go + "), and " + soundGo + " has none of them",
		"build it with the Go that go.mod names, which GOTOOLCHAIN=auto fetches, or take a newer release"
}

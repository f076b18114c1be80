package about

import (
	_ "embed" // for known
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// known are the weaknesses of Go and of modules that were known when this program was made. It asks no database: .ci/run does,
// where one answers.
//
//go:embed known.txt
var known string

// standardLibrary is the module of an advisory about Go itself.
const standardLibrary = "stdlib"

// advisory is what is known of a module.
type advisory struct {
	Module string // or stdlib
	Mended string // the first version without it; "-": none
	ID     string // as GO-2026-6859
	About  string
}

// all are those of known.txt. A line that is none has no About, which a test refuses.
func all() (found []advisory) {
	for line := range strings.Lines(known) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		for len(words) < 3 {
			words = append(words, "")
		}
		found = append(found, advisory{words[0], words[1], words[2], strings.Join(words[3:], " ")})
	}
	return found
}

// advisoriesOf are those about what a program was built with and a later version mends: go.mod asks for a Go without any, but a
// Go that may not fetch another builds the program with its own. A Go of no release, as of its own sources, is not compared.
func advisoriesOf(program *debug.BuildInfo) []advisory {
	versions := map[string]string{standardLibrary: goVersion(program.GoVersion)}
	for _, m := range program.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		versions[m.Path] = m.Version
	}
	return slices.DeleteFunc(all(), func(a advisory) bool {
		used := versions[a.Module]
		return a.Mended == "-" || !semver.IsValid(used) || semver.Compare(used, "v"+a.Mended) >= 0
	})
}

// goVersion is the version of go1.26.8, or of go1.26rc1, as modules have it.
func goVersion(name string) string {
	version, _, _ := strings.Cut(strings.TrimPrefix(name, "go"), " ")
	if number, candidate, is := strings.Cut(version, "rc"); is {
		return "v" + number + ".0-rc." + candidate
	}
	return "v" + version
}

// Weakness is a sentence about what this program was built with, and what to do about it; "" when nothing is known of that.
func (p Program) Weakness() (known, mend string) {
	if len(p.weak) == 0 {
		return "", ""
	}
	with, newest := p.Go, ""
	for _, a := range p.weak {
		if a.Module == standardLibrary && semver.Compare("v"+a.Mended, "v"+newest) > 0 {
			newest = a.Mended
		}
	}
	if newest != "" {
		with += ", and Go " + newest + " has none of that"
	}
	return "known weaknesses of what it is built with (" + with + "): " + strings.Join(slices.Compact(slices.Sorted(slices.Values(p.Advisories))), ", "),
		"build it with the Go that go.mod names, which GOTOOLCHAIN=auto fetches, or take a newer release"
}

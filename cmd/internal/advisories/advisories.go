// Package advisories knows the weaknesses of Go and of modules that were known when this program was made (known.txt), and finds
// those that a program was built with. Start at Of. go.mod asks for a Go without any, but a Go that may not fetch another
// builds the program with its own.
//
// It asks no database: .ci/run does, where one answers.
package advisories

import (
	_ "embed" // for known
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

//go:embed known.txt
var known string

// standardLibrary is the module of an advisory about Go itself.
const standardLibrary = "stdlib"

// Advisory is what is known of a module.
type Advisory struct {
	Module string // or stdlib
	Mended string // the first version without it; "-": none
	ID     string // as GO-2026-6859
	About  string
}

// all are those of known.txt. A line that is none has no About, which a test refuses.
func all() (found []Advisory) {
	for line := range strings.Lines(known) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		for len(words) < 3 {
			words = append(words, "")
		}
		found = append(found, Advisory{words[0], words[1], words[2], strings.Join(words[3:], " ")})
	}
	return found
}

// Of are the advisories about what a program was built with and a later version mends. A Go of no release, as of its own
// sources, is not compared.
func Of(program *debug.BuildInfo) []Advisory {
	versions := map[string]string{standardLibrary: goVersion(program.GoVersion)}
	for _, m := range program.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		versions[m.Path] = m.Version
	}
	return slices.DeleteFunc(all(), func(a Advisory) bool {
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

// Mends is the version of a module that all of these are mended in.
func Mends(of []Advisory, module string) string {
	newest := ""
	for _, a := range of {
		if a.Module == module && semver.Compare("v"+a.Mended, "v"+newest) > 0 {
			newest = a.Mended
		}
	}
	return newest
}

// Told is a sentence about what a program was built with, "" when nothing is known of it.
func Told(of []Advisory, goVersion string) string {
	if len(of) == 0 {
		return ""
	}
	var ids []string
	for _, a := range of {
		if about := a.ID; !slices.Contains(ids, about) {
			ids = append(ids, about)
		}
	}
	with := goVersion
	if version := Mends(of, standardLibrary); version != "" {
		with += ", and Go " + version + " has none of that"
	}
	return "known weaknesses of what it is built with (" + with + "): " + strings.Join(ids, ", ")
}

package main

import (
	"runtime"
	"runtime/debug"
	"strings"

	"pricepoint/cmd/internal/advisories"
)

// build says what this program is.
type build struct {
	Version    string   `json:"version"`
	Revision   string   `json:"revision,omitempty"`   // of the sources, where the build knows it
	Advisories []string `json:"advisories,omitempty"` // about what it was built with, known when it was made
	Go         string   `json:"go"`
	Platform   string   `json:"platform"`

	weak []advisories.Advisory
}

// weakness is a sentence about them, "" for none.
func (b build) weakness() string { return advisories.Told(b.weak, b.Go) }

// mends says what to do about them.
func (b build) mends() string {
	return "build it with the Go that go.mod names, which GOTOOLCHAIN=auto fetches, or take a newer release"
}

func built() build {
	b := build{Version: version(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				b.Revision = s.Value
			}
		}
		b.weak = advisories.Of(info)
		for _, a := range b.weak {
			b.Advisories = append(b.Advisories, a.ID)
		}
	}
	return b
}

// release is what the linker says this is (-X main.release=1.2.3): a build of sources without their history cannot know.
var release string

// version is that of the release, else the module version of the build, or "devel" for a build from a working tree.
func version() string {
	if release != "" {
		return strings.TrimPrefix(release, "v")
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return strings.TrimPrefix(info.Main.Version, "v")
}

// commit says behind the version which commit was built, where the build knows and the version does not say it.
func commit() string {
	revision := built().Revision
	if revision == "" || strings.Contains(version(), revision[:min(12, len(revision))]) {
		return ""
	}
	return " (commit " + revision[:min(12, len(revision))] + ")"
}

// generator names this program in manifests and, with a contact, to the servers it asks.
func generator() string { return "pricepoint/" + version() }

package main

import (
	"runtime"
	"runtime/debug"
	"strings"
)

// build says what this program is.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"` // of the sources, where the build knows it
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func built() build {
	b := build{Version: version(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				b.Revision = s.Value
			}
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

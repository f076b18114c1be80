package main

import (
	"runtime/debug"
	"strings"
)

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

// generator names this program in manifests and, with a contact, to the servers it asks.
func generator() string { return "pricepoint/" + version() }

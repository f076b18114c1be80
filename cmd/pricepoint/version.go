package main

import (
	"runtime/debug"
	"strings"
)

// version is the module version of the build, or "devel" for a build from a working tree.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return strings.TrimPrefix(info.Main.Version, "v")
}

// generator names this program in manifests and, with a contact, to the servers it asks.
func generator() string { return "pricepoint/" + version() }

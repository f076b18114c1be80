package main

import (
	_ "embed" // for licences
	"fmt"
	"go/version"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/terminal"
)

func newVersion(p *program) *cobra.Command {
	var all, check bool
	c := &cobra.Command{
		Use: "version", Short: "Print the version of this program", Args: noArguments,
		Long: "Print the version of this program. --output json adds what it was built with and for. A warning tells that weaknesses\n" +
			"of that Go were known when the program was made; --check makes it an error.\n\n" +
			"--licences prints the licences of the program, of its data and of everything that is built into it, as they must go\n" +
			"with every copy that you pass on.",
		Example: "  pricepoint version\n  pricepoint version --output json\n  pricepoint version --licences > licences.txt",
		RunE: func(c *cobra.Command, _ []string) error {
			parts, _ := p.loadSettings(c) // no mistake in the settings keeps a program from saying what it is
			this := thisBuild()
			if all {
				return parts.out.Say("%s", licences)
			}
			err := parts.out.Print(this, terminal.Table{}, "pricepoint version "+this.Version+this.commit())
			switch weakness, mend := this.weakness(); {
			case err != nil, weakness == "", parts.out.JSON:
			case check:
				err = fmt.Errorf("%s; %s", weakness, mend)
			default:
				_, err = fmt.Fprintf(p.stderr, "warning: %s; %s\n", weakness, mend)
			}
			return err
		},
	}
	c.Flags().BoolVar(&check, "check", false, "fail if weaknesses are known of what the program was built with")
	c.Flags().BoolVar(&all, "licences", false, "print the licences of the program and of what is built into it, as text")
	return c
}

//go:generate ./notices.sh

// licences names every module that is built into the program with its version and its licence, and ends with the texts of
// these licences. It covers what a binary or the container holds, and nothing that only tests and builds use. The script
// notices.sh writes it from the modules that the program is made of.
//
//go:embed notices.txt
var licences string

// release is what the linker says this is (-X main.release=1.2.3): a build of sources without their history cannot know.
var release string

// build says what this program is.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"` // of the sources, where the build knows it
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// soundGo is the first Go without weaknesses that were known when this program was made: the toolchain of go.mod. A Go that may
// not fetch another builds the program with its own; modules have no version but that of go.mod or a later one.
const soundGo = "go1.26.11"

// thisBuild is this program. Its version is that of the release, else the module version of the build, or "devel" for a build
// from a working tree.
func thisBuild() build {
	b := build{Version: "devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				b.Revision = s.Value
			}
		}
		if v := info.Main.Version; v != "" && v != "(devel)" {
			b.Version = strings.TrimPrefix(v, "v")
		}
	}
	if release != "" {
		b.Version = strings.TrimPrefix(release, "v")
	}
	return b
}

// commit says behind the version which commit was built, where the build knows and the version does not say it.
func (b build) commit() string {
	short := b.Revision[:min(12, len(b.Revision))]
	if short == "" || strings.Contains(b.Version, short) {
		return ""
	}
	return " (commit " + short + ")"
}

// generator names this program in manifests and, with a contact, to the servers it asks.
func (b build) generator() string { return "pricepoint/" + b.Version }

// weakness is a sentence about the Go that this program was built with, and what to do about it; "" when nothing is known of it.
func (b build) weakness() (known, mend string) {
	used, _, _ := strings.Cut(b.Go, " ")
	if !version.IsValid(used) || version.Compare(used, soundGo) >= 0 { // a Go of no release is not compared
		return "", ""
	}
	return "known weaknesses of what it is built with (" + b.Go + "), and " + soundGo + " has none of them",
		"build it with the Go that go.mod names, which GOTOOLCHAIN=auto fetches, or take a newer release"
}

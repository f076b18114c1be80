// Package notices holds the licences under which the program may be passed on: ours, and those of everything that is built
// into it. Start at Text. The script generate.sh writes it from the modules that the program is made of.
//
// It covers what a binary or the container holds, and nothing that only tests and builds use.
package notices

import _ "embed"

//go:generate ./generate.sh

// Text names every module that is built into the program with its version and its licence, and ends with the texts of
// these licences.
//
//go:embed notices.txt
var Text string

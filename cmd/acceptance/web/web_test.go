// Package web holds what the built program shows to others to what it promises them: to programs, to people before a browser,
// and from any server of files.
//
// Start at testdata/contract.txt for programs: every address, status, header and field, over HTTP and of the files behind nginx
// with our configuration. The OpenAPI document, the JSON Schemas, the text of the reference, clients that are made from the
// contract, and agents, are held to the same; programs that exist already are in cmd/acceptance/commands.
//
// Start at open in browser_test.go for people: Chromium shows the pages, their scripts give the numbers of the API, and the
// browser finds nothing to complain about. It is compiled with -tags proof. Set PRICEPOINT_TEST_SCREENSHOTS to a folder to keep
// what screens_test.go sees.
//
// Start at TestSiteShowsAnywhere for the published files: Python's server, nginx and Caddy as they come, which know nothing of
// them, at the root and under a path. Every link of every page is followed.
package web

import (
	"os"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// endings are called after the last test.
var endings []func()

func TestMain(m *testing.M) {
	code := fixture.Tests(m)
	for _, end := range endings {
		end()
	}
	os.Exit(code)
}

// Package acceptance tests the product as a whole: over the real binary where a user would notice, and inside the program
// where it would take too long otherwise, as for a year of weekly refreshes. Package built makes and runs
// that binary.
//
// What a single package promises is tested beside that package.
package acceptance

import (
	"flag"
	"os"
	"testing"

	"pricepoint/cmd/internal/built"
	"pricepoint/data/bucket/s3test"
)

// TestMain builds the program once and puts it on the PATH of all tests.
func TestMain(m *testing.M) {
	s3test.Environment()
	code := built.Tests(m)
	s3test.Stop()
	os.Exit(code)
}

var update = flag.Bool("update", false, "rewrite what these tests expect")

// Package stores asks whether a store keeps what was ever published: refreshed again and again from a web of its own, stopped,
// broken, taken back, restored, moved into a bucket, read by an older or a newer program, and verified. Start at
// verify_test.go for what is looked at, and at weekly_test.go for the refreshes.
//
// A single package's part is tested beside it, as in data/store. What a machine does to a store is in cmd/acceptance/faults,
// how large a store may become in cmd/acceptance/prices.
package stores

import (
	"os"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data/blob/s3test"
)

func TestMain(m *testing.M) {
	s3test.Environment()
	code := fixture.Tests(m)
	s3test.Stop()
	os.Exit(code)
}

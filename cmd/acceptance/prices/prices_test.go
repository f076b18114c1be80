// Package prices refreshes week after week from what the web really said in a year, and holds everything that was
// published of prices against what people have read in the captures. Start at history_test.go for the weeks, and at
// testdata/prices.txt for what they had to publish.
//
// The year is made by web_test.go, in the process. How a page is read is tested in collectors; what happens to a store
// in the meantime, in cmd/acceptance/stores.
package prices

import (
	"flag"
	"os"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

var update = flag.Bool("update", false, "rewrite the list of names")

func TestMain(m *testing.M) { os.Exit(fixture.Tests(m)) }

// Package commands uses the command line as people do, and as pages would that want to deceive them. Start at
// testdata/script, where each file is what somebody types and reads.
//
// Commands about stores are in cmd/acceptance/stores, and what the guides type is in cmd/acceptance/machine.
package commands

import (
	"os"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

func TestMain(m *testing.M) { os.Exit(fixture.Tests(m)) }

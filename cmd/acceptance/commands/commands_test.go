// Package commands uses the command line as people do, and as pages would that want to deceive them; and it lets other people's
// programs bill with what export writes, as their users would, with one line of configuration.
//
// Start at testdata/script, where each file is what somebody types and reads, and at TestNeverTooCheap for the other programs,
// which are compiled with -tags proof. CLIENT_PACKAGES names their folder, which .ci/run installs. They reach this machine only.
//
// Commands about stores are in cmd/acceptance/endurance, and what the guides type is in cmd/acceptance/operating.
package commands

import (
	"os"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

func TestMain(m *testing.M) { os.Exit(fixture.Tests(m)) }

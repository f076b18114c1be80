// Package operating asks whether pricepoint can be installed and run as the guides say, by somebody who has only them.
//
// What is installed: the units, the container, the cluster's manifests, Prometheus with its rules and dashboards, the doctor, and
// the program under systemd's hand. Start at serve_test.go for the program, and at systemd_test.go for the units.
//
// What the READMEs and the runbook say: every link leads somewhere, every path, setting, metric and listed command exists, and
// every answer is what the program prints. Start at TestGuidesLeadSomewhere.
//
// What only a machine of its own can show: a second Debian, under a real systemd, which machine_linux_test.go boots in
// namespaces. There the guides are typed as somebody new reads them, and whoever takes over an installed service finds out what
// it lets them do. Start at TestGuidesAreTyped, which is compiled with -tags proof, and at TestAnIntruderCanDoNothing.
package operating

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

var update = flag.Bool("update", false, "rewrite the rules that a cluster gets")

func TestMain(m *testing.M) { os.Exit(fixture.Tests(m)) }

// operations is where what operators install is kept.
var operations = filepath.Join(fixture.Root(), "config")

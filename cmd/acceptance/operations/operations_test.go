// Package operations asks whether what operators install and run works as they are told: the units, the container, the
// cluster's manifests, Prometheus with its rules and dashboards, the doctor, and the program under systemd's hand. Start at
// serve_test.go for the program, and at systemd_test.go for what is installed.
//
// What the units let the program do is tested in cmd/acceptance/machine, and so is the way through the guide.
package operations

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

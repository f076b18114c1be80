//go:build proof

package endurance

import (
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// sizes are numbers in rising order, as a flag.
type sizes []int

func (s *sizes) String() string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint([]int(*s)), " ", ","), "[]")
}

func (s *sizes) Set(text string) error {
	*s = nil
	for number := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return fmt.Errorf("%q is no number above 0", number)
		}
		*s = append(*s, n)
	}
	slices.Sort(*s)
	return nil
}

// What is measured unless more is asked for: one size of each, enough to see that it works.
const fewSnapshots = 4

// curated is the number of tools in the catalogue.
var curated = fixture.Listed()

var toolSizes, snapshotSizes = sizes{curated}, sizes{fewSnapshots}

// whole tells whether more is asked for. Then every program is built as it is installed, with all its tools.
func whole() bool {
	return slices.Max(toolSizes) > curated || slices.Max(snapshotSizes) > fewSnapshots
}

func init() {
	flag.Var(&toolSizes, "tools", "for how many tools everything is measured, separated by commas")
	flag.Var(&snapshotSizes, "snapshots", "for how many snapshots everything is measured, separated by commas")
}

// installed are the flags of go build for the program as operators have it.
var installed = []string{"-ldflags=-s -w -X main.release=v1.2.3"}

// program is what is measured: as it is installed if the whole is asked for.
func program(t *testing.T) (path string) {
	t.Helper()
	if whole() {
		return built(t, installed...)
	}
	return fixture.Path()
}

// built is a program of the test's own.
func built(t *testing.T, flags ...string) (path string) {
	t.Helper()
	dir := t.TempDir()
	if err := fixture.Build(dir, flags...); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "pricepoint")
}

// TestTools has one snapshot of so many tools.
func TestTools(t *testing.T) {
	grown := table{of: "tools"}
	for _, n := range toolSizes {
		s := scene{table: &grown, size: n, program: program(t), store: filepath.Join(t.TempDir(), "store")}
		if n != curated {
			s.program = withTools(t, n)
		}
		if refused := s.refreshes(t); refused {
			break
		}
		s.command(t, "verify --rebuild")
		s.command(t, "export ccusage")
		s.reads(t)
		s.publishes(t)
		s.serves(t)
	}
	grown.judge(t)
}

// TestSnapshots has so many snapshots of the tools that people curate, as many as a store has that is refreshed every day.
func TestSnapshots(t *testing.T) {
	grown := table{of: "snapshots"}
	for _, n := range snapshotSizes {
		s := scene{table: &grown, size: n, program: program(t), store: grownStore(t, t.TempDir(), curated, n).String()}
		s.reads(t)
		if whole() { // it takes a second otherwise, as for the tools
			s.publishes(t)
		}
		s.command(t, "diff "+data.Version(fixture.Late.AddDate(0, 0, 1-n))+" latest")
		s.serves(t)
		s.refreshes(t)
		s.command(t, "prune")
	}
	grown.judge(t)
}

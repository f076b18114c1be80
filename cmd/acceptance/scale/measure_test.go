//go:build proof

package scale

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"
)

// figures are what a process took until its end.
type figures struct {
	Processor time.Duration
	Peak      int64 // of its memory, in kB
}

// metering is what the binary of these tests is called with to run a command and measure it. Linux counts the memory of
// whoever starts a process as its own at first, and the tests take more than most commands do.
const metering = "metering"

// meter runs a command, writes its figures to the file that is open as number 3, and returns the code to exit with.
func meter(args []string) int {
	c := exec.Command(args[0], args[1:]...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Run(); c.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	f := figures{c.ProcessState.UserTime() + c.ProcessState.SystemTime(), c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss}
	if err := json.NewEncoder(os.NewFile(3, "figures")).Encode(f); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return c.ProcessState.ExitCode()
}

// measured runs a command and returns what it took; failure is what it says when it ends with an error.
func measured(t *testing.T, command ...string) (f figures, failure string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	c := exec.CommandContext(t.Context(), os.Args[0], append([]string{metering}, command...)...)
	c.Env, c.ExtraFiles = environment(t), []*os.File{w}
	said, err := c.CombinedOutput()
	w.Close()
	if err != nil {
		failure = fmt.Sprintf("%v: %v: %s", command, err, said[max(0, len(said)-2000):])
	}
	if err := json.NewDecoder(r).Decode(&f); err != nil {
		t.Fatalf("%v: %v: %s", command, err, failure)
	}
	return f, failure
}

// environment leads nowhere.
func environment(t *testing.T) []string {
	return append(os.Environ(), "HTTPS_PROXY=http://127.0.0.1:1", "HOME="+t.TempDir(), "PRICEPOINT_COLLECT_PAUSE=0s", "PRICEPOINT_SERVER_DRAIN=0s")
}

// table is what was measured for rising sizes.
type table struct {
	of   string // what there are more and more of
	rows []*row // in the order in which they were measured first
}

type row struct {
	name  string // with its unit
	cells []cell
}

type cell struct {
	size  int
	value float64
}

func (g *table) add(name, unit string, size int, value float64) {
	name += "\t" + unit
	i := slices.IndexFunc(g.rows, func(r *row) bool { return r.name == name })
	if i < 0 {
		i, g.rows = len(g.rows), append(g.rows, &row{name: name})
	}
	g.rows[i].cells = append(g.rows[i].cells, cell{size, value})
}

// Between the two largest sizes nothing may grow faster than by this exponent, which is 1 for what grows as fast as the size:
// 14 times for 10 times the size. Sizes closer together than farApart say more about the machine than about growth.
const (
	steepest = 1.15
	farApart = 5.0
)

// judge prints the table, and says what grows too fast.
func (g *table) judge(t *testing.T) {
	t.Helper()
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "\nby %s\tunit\tnumber\tvalue\tratio\texponent\t\n", g.of)
	for _, r := range g.rows {
		for i, c := range r.cells {
			if i == 0 {
				fmt.Fprintf(w, "%s\t%d\t%.4g\t\t\t\n", r.name, c.size, c.value)
				continue
			}
			before := r.cells[i-1]
			size, ratio := float64(c.size)/float64(before.size), c.value/before.value
			exponent := math.Log(ratio) / math.Log(size)
			fmt.Fprintf(w, "%s\t%d\t%.4g\t%.2f\t%.2f\t\n", r.name, c.size, c.value, ratio, exponent)
			if i == len(r.cells)-1 && size >= farApart && before.value > 0 && exponent > steepest {
				t.Errorf("%s grows from %.4g for %d %s to %.4g for %d: exponent %.2f, at most %.2f",
					r.name, before.value, before.size, g.of, c.value, c.size, exponent, steepest)
			}
		}
	}
	w.Flush()
	t.Log(b.String())
}

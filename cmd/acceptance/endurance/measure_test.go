//go:build proof

package endurance

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"
)

// measured runs a command and returns the processor time that it took, and the peak of its memory in MB, as it was seen last;
// failure is what it says when it ends with an error. What Linux tells of a process that has ended counts the memory of whoever
// started it as well.
func measured(t *testing.T, command ...string) (processor time.Duration, peak float64, failure string) {
	t.Helper()
	var said bytes.Buffer
	c := exec.CommandContext(t.Context(), command[0], command[1:]...)
	c.Env, c.Stdout, c.Stderr = environment(t), &said, &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				failure = fmt.Sprintf("%v: %v: %s", command, err, said.Bytes()[max(0, said.Len()-2000):])
			}
			return c.ProcessState.UserTime() + c.ProcessState.SystemTime(), peak, failure
		case <-time.After(5 * time.Millisecond):
			peak = max(peak, memory(c.Process.Pid, "VmHWM"))
		}
	}
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

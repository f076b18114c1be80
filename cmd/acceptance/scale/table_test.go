//go:build proof

package scale

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
)

// table is what was measured for rising sizes.
type table struct {
	of   string // what there are more and more of
	rows []*row // in the order in which they were measured first
}

type row struct {
	name, unit string
	cells      []cell
}

type cell struct {
	size  int
	value float64
}

func newTable(of string) *table { return &table{of: of} }

func (g *table) add(name, unit string, size int, value float64) {
	i := slices.IndexFunc(g.rows, func(r *row) bool { return r.name == name && r.unit == unit })
	if i < 0 {
		i, g.rows = len(g.rows), append(g.rows, &row{name: name, unit: unit})
	}
	g.rows[i].cells = append(g.rows[i].cells, cell{size, value})
}

// growth compares two cells: the exponent is 1 when the value has grown as fast as the size. It is false when there is
// nothing to compare.
func growth(before, after cell) (ratio, exponent float64, compared bool) {
	if before.value <= 0 || after.value <= 0 || before.size == after.size {
		return 0, 0, false
	}
	ratio = after.value / before.value
	return ratio, math.Log(ratio) / math.Log(float64(after.size)/float64(before.size)), true
}

func (g *table) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "\nby %s\tunit\tnumber\tvalue\tratio\texponent\t\n", g.of)
	for _, r := range g.rows {
		for i, c := range r.cells {
			fmt.Fprintf(w, "%s\t%s\t%d\t%.4g\t", r.name, r.unit, c.size, c.value)
			if ratio, exponent, compared := growth(r.cells[max(0, i-1)], c); compared {
				fmt.Fprintf(w, "%.2f\t%.2f\t\n", ratio, exponent)
			} else {
				fmt.Fprint(w, "\t\t\n")
			}
		}
	}
	w.Flush()
	return b.String()
}

// Between the two largest sizes nothing may grow faster than by this exponent: 14 times for 10 times the size. Sizes closer
// together than farApart say more about the machine than about growth.
const (
	steepest = 1.15
	farApart = 5.0
)

// mayGrowFaster says why something does, by what there are more of, its name and its unit.
var mayGrowFaster = map[string]string{}

// judge prints the table, and says what grows too fast.
func (g *table) judge(t *testing.T) {
	t.Helper()
	t.Log(g)
	for _, r := range g.rows {
		if len(r.cells) < 2 {
			continue
		}
		before, after := r.cells[len(r.cells)-2], r.cells[len(r.cells)-1]
		if float64(after.size) < farApart*float64(before.size) {
			continue
		}
		_, exponent, _ := growth(before, after)
		name := r.name + ", " + r.unit
		switch why := mayGrowFaster[g.of+": "+name]; {
		case exponent > steepest && why == "":
			t.Errorf("%s grows from %.4g for %d %s to %.4g for %d: exponent %.2f, at most %.2f", name, before.value, before.size, g.of,
				after.value, after.size, exponent, steepest)
		case exponent > steepest:
			t.Logf("%s: exponent %.2f: %s", name, exponent, why)
		}
	}
}

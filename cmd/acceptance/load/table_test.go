//go:build proof

package load

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// book counts the answers, by protocol.
type book map[string]*atomic.Int64

func newBook() book {
	b := book{}
	for _, kind := range connections {
		b[kind.protocol] = new(atomic.Int64)
	}
	return b
}

// table is the memory of the servers in one span of time after the other, in kB.
type table struct {
	load   *load
	both   []*served
	memory [][]int // by server
}

// watch measures every ten seconds until ctx ends, more often if that is soon.
func (l *load) watch(ctx context.Context, t *testing.T, both []*served) *table {
	w := &table{load: l, both: both, memory: make([][]int, len(both))}
	every := time.NewTicker(min(10*time.Second, *lasting/6))
	defer every.Stop()
	began := time.Now()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-every.C:
		}
		line := fmt.Sprintf("%5.0f s", time.Since(began).Seconds())
		for i, s := range both {
			f, err := s.measured()
			if err != nil {
				l.faults.add("measure", err)
				return w
			}
			w.memory[i] = append(w.memory[i], f.anonymous)
			line += fmt.Sprintf(" · %s %.1f MB anonymous, %d goroutines, %d files", s.name, float64(f.anonymous)/1000, f.goroutines, f.files)
		}
		t.Logf("%s · %d faults", line, l.faults.count())
	}
	return w
}

// Memory swings with the collection of garbage. For good it grows only by what one snapshot more adds to the list of them,
// a few kB. A leak of 100 bytes a request would add hundreds of megabytes to a load of half an hour.
const (
	mayGrowBy   = 1.10
	mayGrowMore = 16_000 // kB
)

// pastFills is how long it takes until what is kept of the past takes the 32 MiB that it may. Before that, it may grow by as
// much, and garbage with it: a shorter load finds only leaks of whole snapshots.
const pastFills, pastTakes = 10 * time.Minute, 2 * 33_600 // kB

// grows tells whether a server has for good more than it had before, both in kB.
func grows(before, after int) bool {
	limit := int(float64(before)*mayGrowBy) + mayGrowMore
	if *lasting < pastFills {
		limit += pastTakes
	}
	return after > limit
}

// summarise prints all of it, and holds the last third of the time against the third before.
func (w *table) summarise(t *testing.T) {
	t.Helper()
	third := len(w.memory[0]) / 3
	if third == 0 {
		t.Errorf("the load was measured only %d times", len(w.memory[0]))
		return
	}
	j := w.load.judge
	for protocol, answers := range w.load.book {
		if t.Logf("%s: %d answers", protocol, answers.Load()); answers.Load() == 0 {
			t.Errorf("nobody was answered over %s", protocol)
		}
	}
	t.Logf("%d answers were digested, %d documents of the past asked for again; %d faults", j.digested.Load(), j.busy.Load(), w.load.faults.count())
	for i, s := range w.both {
		before, after := usual(w.memory[i][third:2*third]), usual(w.memory[i][2*third:])
		t.Logf("%s: %.1f MB anonymous in the middle third, %.1f in the last; at most %.1f", s.name, float64(before)/1000, float64(after)/1000, float64(slices.Max(w.memory[i]))/1000)
		if grows(before, after) {
			t.Errorf("%s: the memory grows: %d kB in the last third, %d in the third before", s.name, after, before)
		}
	}
}

// usual is the median. A reload takes more for a moment.
func usual(kB []int) int { return slices.Sorted(slices.Values(kB))[len(kB)/2] }

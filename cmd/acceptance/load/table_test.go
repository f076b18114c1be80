//go:build proof

package load

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// tally is what one client has had since it was last asked.
type tally struct {
	mu    sync.Mutex
	times histogram // of the answers
	bytes int64     // of their bodies
}

func newTally() *tally { return &tally{times: histogram{}} }

// histogram counts durations by the hundredfold logarithm of their microseconds, which tells one per cent apart.
type histogram map[int]int64

func (h histogram) add(took time.Duration) {
	h[int(math.Ceil(100*math.Log(float64(max(1, took.Microseconds())))))]++
}

func (h histogram) merge(other histogram) {
	for bucket, n := range other {
		h[bucket] += n
	}
}

func (h histogram) count() (n int64) {
	for _, each := range h {
		n += each
	}
	return n
}

// quantile is the duration in milliseconds that such a share of all does not exceed.
func (h histogram) quantile(share float64) (ms float64) {
	left := int64(math.Ceil(share * float64(h.count())))
	for _, bucket := range slices.Sorted(maps.Keys(h)) {
		if left -= h[bucket]; left <= 0 {
			return math.Exp(float64(bucket)/100) / 1000
		}
	}
	return 0
}

func (t *tally) add(took time.Duration, bytes int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.times.add(took)
	t.bytes += int64(bytes)
}

// drain moves what there is to another.
func (t *tally) drain(to *tally) {
	t.mu.Lock()
	defer t.mu.Unlock()
	to.times.merge(t.times)
	to.bytes += t.bytes
	clear(t.times)
	t.bytes = 0
}

// book has the tallies of all clients, by protocol.
type book struct {
	mu       sync.Mutex
	tallies  map[string][]*tally
	outcomes map[string]int // of clients that do not behave
}

func newBook() *book { return &book{tallies: map[string][]*tally{}, outcomes: map[string]int{}} }

func (b *book) tally(protocol string) *tally {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := newTally()
	b.tallies[protocol] = append(b.tallies[protocol], t)
	return t
}

// note counts how it went with a client that does not behave.
func (b *book) note(outcome string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.outcomes[outcome]++
}

// drain is what all clients of each protocol have had since the last time.
func (b *book) drain() map[string]*tally {
	b.mu.Lock()
	defer b.mu.Unlock()
	sums := map[string]*tally{}
	for protocol, all := range b.tallies {
		sums[protocol] = newTally()
		for _, t := range all {
			t.drain(sums[protocol])
		}
	}
	return sums
}

// table is what was measured in one span of time after the other.
type table struct {
	load  *load
	names []string // of the servers
	rows  []row
}

type row struct {
	span    time.Duration
	tallies map[string]*tally
	servers []figures
}

// watch measures every ten seconds until ctx ends, more often if that is soon.
func (l *load) watch(ctx context.Context, t *testing.T, both []*served) *table {
	w := &table{load: l}
	for _, s := range both {
		w.names = append(w.names, s.name)
	}
	every := time.NewTicker(min(10*time.Second, *lasting/6))
	defer every.Stop()
	began, last := time.Now(), time.Now()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-every.C:
		}
		r := row{span: time.Since(last), tallies: l.book.drain()}
		last = time.Now()
		for _, s := range both {
			f, err := s.measured()
			if err != nil {
				l.faults.add("measure", err)
				return w
			}
			r.servers = append(r.servers, f)
		}
		w.rows = append(w.rows, r)
		t.Logf("%5.0f s %s%s · %d faults", time.Since(began).Seconds(), described(r.tallies, r.span), w.describe(r), l.faults.count())
	}
	return w
}

// described are rates and latencies.
func described(tallies map[string]*tally, span time.Duration) string {
	var b strings.Builder
	for _, kind := range connections {
		h := tallies[kind.protocol].times
		fmt.Fprintf(&b, " · %s %.0f/s %.1f %.1f %.1f %.0f ms", kind.protocol, float64(h.count())/span.Seconds(),
			h.quantile(0.5), h.quantile(0.99), h.quantile(0.999), h.quantile(1))
	}
	return b.String()
}

func (w *table) describe(r row) string {
	var b strings.Builder
	for i, f := range r.servers {
		fmt.Fprintf(&b, " · %s %.1f MB anonymous %.1f resident, %d goroutines, %d files, %d collections", w.names[i],
			float64(f.anonymous)/1000, float64(f.resident)/1000, f.goroutines, f.files, f.collections)
	}
	return b.String()
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
	third := len(w.rows) / 3
	if third == 0 {
		t.Errorf("the load was measured only %d times", len(w.rows))
		return
	}
	all, middle, last := w.sum(w.rows), w.sum(w.rows[third:2*third]), w.sum(w.rows[2*third:])
	t.Logf("all   %s", described(all.tallies, all.span))
	t.Logf("middle%s", described(middle.tallies, middle.span))
	t.Logf("last  %s", described(last.tallies, last.span))
	requests, bytes := int64(0), int64(0)
	for _, sum := range all.tallies {
		requests, bytes = requests+sum.times.count(), bytes+sum.bytes
	}
	j := w.load.judge
	t.Logf("%d answers, %.1f GB, %d of them digested, %d documents of the past asked for again; %d faults",
		requests, float64(bytes)/1e9, j.digested.Load(), j.busy.Load(), w.load.faults.count())
	for _, kind := range connections {
		if all.tallies[kind.protocol].times.count() == 0 {
			t.Errorf("nobody was answered over %s", kind.protocol)
		}
	}
	outcomes := w.load.book.outcomes
	for _, outcome := range slices.Sorted(maps.Keys(outcomes)) {
		t.Logf("%6d %s", outcomes[outcome], outcome)
	}
	for i, name := range w.names {
		t.Logf("%s: %.1f microseconds of processor a request", name, w.cost(i))
		before, after := usual(w.rows[third:2*third], i), usual(w.rows[2*third:], i)
		t.Logf("%s: %.1f MB anonymous in the middle third, %.1f in the last; at most %.1f", name,
			float64(before)/1000, float64(after)/1000, float64(most(w.rows, i))/1000)
		if grows(before, after) {
			t.Errorf("%s: the memory grows: %d kB in the last third, %d in the third before", name, after, before)
		}
	}
}

// cost is the processor time that a server takes for a request, in microseconds, with all that it does besides.
func (w *table) cost(server int) float64 {
	answers := int64(0)
	for _, r := range w.rows[1:] {
		for _, kind := range connections {
			if kind.secure == (server == 1) {
				answers += r.tallies[kind.protocol].times.count()
			}
		}
	}
	used := w.rows[len(w.rows)-1].servers[server].processor - w.rows[0].servers[server].processor
	return float64(used.Microseconds()) / float64(max(1, answers))
}

func (w *table) sum(rows []row) row {
	sum := row{tallies: map[string]*tally{}}
	for _, r := range rows {
		sum.span += r.span
		for protocol, from := range r.tallies {
			if sum.tallies[protocol] == nil {
				sum.tallies[protocol] = newTally()
			}
			sum.tallies[protocol].times.merge(from.times)
			sum.tallies[protocol].bytes += from.bytes
		}
	}
	return sum
}

// usual is the median of the memory of a server, in kB. A reload takes more for a moment.
func usual(rows []row, server int) (kB int) {
	var all []int
	for _, r := range rows {
		all = append(all, r.servers[server].anonymous)
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// most is the highest memory of a server, in kB.
func most(rows []row, server int) (kB int) {
	for _, r := range rows {
		kB = max(kB, r.servers[server].anonymous)
	}
	return kB
}

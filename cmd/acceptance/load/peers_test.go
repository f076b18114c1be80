//go:build proof

package load

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
)

// peer is a program that serves the same files, without TLS and with it.
type peer struct {
	name          string
	plain, secure *served
	pids          func() []int // of all its processes
}

// contest is a kind of request that all peers are sent.
type contest struct {
	protocol string
	path     string
	encoding string
	again    bool // with the tag, so that 304 is the answer
	numbered bool // no request is that of before word for word
}

var contests = []contest{
	{"HTTP/1.1", "/api/tools.json", "gzip", false, false}, {"HTTP/1.1", "/api/tools.json", "identity", false, false},
	{"HTTP/1.1", "/api/tools.json", "gzip", true, false}, {"HTTP/1.1", "/api/providers.json", "gzip", false, false},
	{"HTTP/1.1", "/api/tools.json", "gzip", false, true}, {"HTTP/1.1", "/api/tools.json", "gzip", true, true},
	{"HTTP/1.1 TLS", "/api/tools.json", "gzip", false, false}, {"HTTP/1.1 TLS", "/api/tools.json", "identity", false, false},
	{"HTTP/1.1 TLS", "/api/tools.json", "gzip", true, false},
	{"HTTP/2", "/api/tools.json", "gzip", false, false}, {"HTTP/2", "/api/tools.json", "identity", false, false},
	{"HTTP/2", "/api/tools.json", "gzip", true, false},
}

func (c contest) String() string {
	name := fmt.Sprintf("%s %s %s", c.protocol, c.path, c.encoding)
	if c.again {
		name += " 304"
	}
	if c.numbered {
		name += " new"
	}
	return name
}

// TestPeers asks each peer for a short while, in turn, again and again: whatever else the machine does weighs on all. It
// prints medians: requests a second, processor time a request, and what ours are of theirs. The first says how much the
// clients leave to the server, the second what it costs.
func TestPeers(t *testing.T) {
	if _, err := exec.LookPath("nginx"); err != nil {
		t.Skip("nginx is missing: apt-get install nginx-light")
	}
	p := newPublisher(t)
	site := t.TempDir() + "/site"
	if _, stderr, code := fixture.Run(t, "publish", site, "--store", p.store.String()); code != 0 {
		t.Fatalf("publish: %d %s", code, stderr)
	}
	peers := startPeers(t, p.store.String(), site)
	t.Logf("%-45s%s", "", "requests a second, microseconds of processor a request")
	for _, c := range contests {
		compete(t, c, peers)
	}
}

func startPeers(t *testing.T, store, site string) []*peer {
	t.Helper()
	certificate, key, trusted := fixture.Certificate(t)
	ours := &peer{
		name:   "pricepoint",
		plain:  serving(t, "plain", store, nil, "", "", nil),
		secure: serving(t, "TLS", store, nil, certificate, key, trusted),
	}
	ours.pids = func() []int { return []int{ours.plain.pid, ours.secure.pid} }
	peers := []*peer{ours, startNginx(t, site, certificate, key, trusted)}
	if _, err := exec.LookPath("caddy"); err == nil {
		peers = append(peers, startCaddy(t, site, certificate, key, trusted))
	}
	return peers
}

// result is what a peer did in one slice.
type result struct{ rate, processor float64 } // requests a second, microseconds of a request

func compete(t *testing.T, c contest, peers []*peer) {
	t.Helper()
	results := make([][]result, len(peers))
	for range *rounds {
		for i, p := range peers {
			results[i] = append(results[i], p.drive(t, c))
		}
	}
	line := fmt.Sprintf("%-45s", c)
	for i, p := range peers {
		line += fmt.Sprintf("  %s %.0f/s %.1f us", p.name, median(results[i], rateOf), median(results[i], processorOf))
	}
	for i, p := range peers[1:] {
		line += fmt.Sprintf("  of %s %.2f, %.2f", p.name, ratio(results[0], results[i+1], rateOf), ratio(results[0], results[i+1], processorOf))
	}
	t.Log(line)
}

func rateOf(r result) float64      { return r.rate }
func processorOf(r result) float64 { return r.processor }

func median(all []result, of func(result) float64) float64 {
	var values []float64
	for _, r := range all {
		values = append(values, of(r))
	}
	slices.Sort(values)
	return (values[len(values)/2] + values[(len(values)-1)/2]) / 2
}

// ratio is the median of the ratios of each round.
func ratio(ours, theirs []result, of func(result) float64) float64 {
	ratios := make([]result, len(ours))
	for i := range ours {
		ratios[i].rate = of(ours[i]) / of(theirs[i])
	}
	return median(ratios, rateOf)
}

// drive asks for one slice, over as many connections as there are in TestLoad, and checks every answer: its length, and
// the bytes of one in a hundred.
func (p *peer) drive(t *testing.T, c contest) result {
	t.Helper()
	s := p.plain
	if c.protocol != "HTTP/1.1" {
		s = p.secure
	}
	q := get(c.path, c.encoding)
	q.tagged, q.numbered = false, c.numbered
	tag := p.learn(t, s, q)
	if q.conditional = c.again; c.again {
		q.status = 304
	}
	l := &load{limits: limitsOf(time.Minute), judge: newJudge(nil), faults: &faults{}}
	clients, atOnce, total := 32, 1, newTally()
	if c.protocol == "HTTP/2" {
		clients, atOnce = 4, 8
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var all, ready sync.WaitGroup
	begin := make(chan struct{})
	ready.Add(clients)
	for n := range clients {
		asker := newAsker(l, total, uint64(n))
		asker.tags[q.name], asker.next = tag, func() *question { return q }
		asker.greets = sync.OnceFunc(func() { ready.Done(); <-begin })
		talk := asker.talk1
		if c.protocol == "HTTP/2" {
			talk = asker.talk2
		}
		all.Go(func() {
			err := talk(ctx, s, atOnce)
			asker.greets() // also when it could not connect
			if err != nil {
				l.faults.add(p.name, err)
			}
		})
	}
	ready.Wait()
	before, began := processorTime(p.pids()), time.Now()
	close(begin)
	time.Sleep(*slice)
	cancel()
	all.Wait()
	l.faults.report(t)
	many := float64(max(1, total.times.count()))
	return result{many / time.Since(began).Seconds(), float64((processorTime(p.pids()) - before).Microseconds()) / many}
}

// learn asks once for the bytes that every answer has to hold, and the tag.
func (p *peer) learn(t *testing.T, s *served, q *question) (tag string) {
	t.Helper()
	l := &load{limits: limitsOf(time.Minute), judge: newJudge(nil)}
	a := newAsker(l, newTally(), 0)
	first := *q
	first.contains = `"` // so that the bytes are kept; what is packed has one as well, in a few thousand bytes
	a.next = func() *question { return &first }
	e, err := a.askOnce(t.Context(), s)
	if err != nil || e.answer.status != 200 || e.answer.tag == "" {
		t.Fatalf("%s: %s: %d with tag %q, %v", p.name, q.name, e.answer.status, e.answer.tag, err)
	}
	if packed := e.answer.encoding; packed != q.encoding && !(packed == "" && q.encoding == "identity") {
		t.Fatalf("%s: %s comes as %q", p.name, q.name, packed)
	}
	q.holds = e.answer.body
	return e.answer.tag
}

// processorTime is what processes have used, in steps of ten milliseconds.
func processorTime(pids []int) (sum time.Duration) {
	for _, pid := range pids {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue
		}
		sum += ticks(text)
	}
	return sum
}

//go:build proof

// Package load keeps the built program as busy as the machine can, for as long as one likes: clients that behave, over
// HTTP/1.1 and HTTP/2, and a refresh again and again, so that what is served changes under them.
// Every answer is checked, and at the end the memory, goroutines and files of the program have to be what they were.
// Start at TestLoad.
//
//	go test -tags proof ./cmd/acceptance/load -v -timeout 1h -run TestLoad -for 30m
//
// Clients that do not behave are those of package server's own tests. It asserts no speed: what the clients and the program take of one machine is printed, and says little about another.
package load

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data/store"
)

var lasting = flag.Duration("for", 6*time.Second, "how long the load lasts")

func TestMain(m *testing.M) { os.Exit(fixture.Tests(m)) }

// load is what all clients share.
type load struct {
	*served
	t         *testing.T
	questions atomic.Pointer[[]question]
	lengths   sync.Map                 // of documents, by path, tag and encoding
	answers   map[string]*atomic.Int64 // how many there were, by protocol
	faults    atomic.Int64
}

// fault reports what must not happen. Of many, the first ones are enough.
func (l *load) fault(err error) {
	if l.faults.Add(1) <= 20 {
		l.t.Error(err)
	}
}

func TestLoad(t *testing.T) {
	goleak.VerifyNone(t)
	p := newPublisher(t)
	l := &load{t: t, answers: map[string]*atomic.Int64{"HTTP/1.1": {}, "HTTP/2.0": {}}}
	l.served = serving(t, p.store.String())
	before := l.figures(t)
	l.learn(t)
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for _, talk := range l.clients(ctx) {
		all.Go(func() {
			for ctx.Err() == nil {
				talk()
			}
		})
	}
	// A load without a change of what is served would not be one.
	for end := time.Now().Add(*lasting); p.published < 2 || time.Now().Before(end); time.Sleep(min(10*time.Second, *lasting/3)) {
		version := p.publish(t)
		fixture.Eventually(t, version+" is served", func() bool { return l.version() == version })
		l.learn(t)
	}
	cancel()
	all.Wait()
	for protocol, answers := range l.answers {
		if t.Logf("%s: %d answers", protocol, answers.Load()); answers.Load() == 0 {
			t.Errorf("nobody was answered over %s", protocol)
		}
	}
	t.Logf("%d snapshots were published meanwhile, and %d faults found", p.published-1, l.faults.Load())
	l.returnsTo(t, before)
	l.client.CloseIdleConnections()
	goleak.VerifyNone(t, goleak.IgnoreTopFunction("io.Copy"), goleak.IgnoreAnyFunction("io.Copy"), goleak.IgnoreAnyFunction("os/exec.(*Cmd).watchCtx"))
}

// publisher refreshes a store, a minute later each time by its own clock.
type publisher struct {
	store     *store.Store
	archive   string
	at        time.Time // of the next refresh
	published int
}

// newPublisher begins with everything that is recorded, or with the small pages of the collectors where that is not there.
func newPublisher(t *testing.T) *publisher {
	t.Helper()
	dir := t.TempDir()
	p := &publisher{archive: fixture.RecordedFile(), at: fixture.Late, store: fixture.Open(t, filepath.Join(dir, "store"))}
	if !fixture.HasRecorded() {
		fixture.WriteArchives(t, dir)
		p.archive, p.at = filepath.Join(dir, "good.warc.gz"), time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC)
	}
	p.publish(t)
	return p
}

// publish reads everything the first time, and then one page again and again: each time a new snapshot of every document.
func (p *publisher) publish(t *testing.T) (version string) {
	t.Helper()
	args := []string{"refresh", "--store", p.store.String(), "--replay", p.archive, "--as-of", p.at.Format(time.RFC3339)}
	if p.published > 0 {
		args = append(args, "--only", "pricing_deepseek")
	}
	if out, log, code := fixture.Run(t, args...); code != fixture.ExitDone {
		t.Fatalf("%v: exit code %d\n%s%s", args, code, out, log)
	}
	newest, err := p.store.Pointer()
	if err != nil {
		t.Fatal(err)
	}
	p.published, p.at = p.published+1, p.at.Add(time.Minute)
	return newest.Version
}

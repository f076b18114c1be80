//go:build proof

// Package load keeps the built program as busy as the machine can, for as long as one likes: clients that behave, over
// HTTP/1.1, TLS and HTTP/2, clients that do not, and a refresh again and again, so that what is served changes under them.
// Every answer is checked, and at the end the memory, goroutines and files of the program have to be what they were.
// Start at TestLoad.
//
//	go test -tags proof ./cmd/acceptance/load -v -timeout 1h -run TestLoad -for 30m
//
// It asserts no speed: what the clients and the program take of one machine is printed, and says little about another.
package load

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"flag"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"pricepoint/cmd/internal/fixture"
)

var lasting = flag.Duration("for", 6*time.Second, "how long the load lasts; half a minute and more with the limits of the default settings")

// whole tells whether more is asked for than to see that it works. Then the program is built as it is installed.
func whole() bool { return *lasting >= 30*time.Second }

func TestMain(m *testing.M) {
	flag.Parse()
	var more []string
	if whole() {
		more = []string{"-ldflags=-X main.release=v1.2.3"} // with symbols, for perf
	}
	os.Exit(fixture.Tests(m, more...))
}

// limits are those of the program that clients who do not behave run into.
type limits struct {
	header, write, idle time.Duration
	settings            []string
}

// limitsOf are the default ones for a long load. For a short one they are so short that clients still run into them.
func limitsOf(load time.Duration) limits {
	if load >= 30*time.Second {
		return limits{header: 5 * time.Second, write: 30 * time.Second, idle: 2 * time.Minute}
	}
	return limits{header: 2 * time.Second, write: 10 * time.Second, idle: 2 * time.Second, settings: []string{
		"PRICEPOINT_SERVER_READ_HEADER_TIMEOUT=2s", "PRICEPOINT_SERVER_WRITE_TIMEOUT=10s", "PRICEPOINT_SERVER_IDLE_TIMEOUT=2s",
		"PRICEPOINT_SERVER_POLL=200ms",
	}}
}

// served is a running program.
type served struct {
	name    string // of how it is spoken to
	base    string
	address string
	secure  *tls.Config // to connect with; nil: without
	pid     int
	client  *http.Client // for questions aside from the load
}

// serving starts the program over a store, with TLS if there is a certificate.
func serving(t *testing.T, name, store string, settings []string, certificate, key string, trusted *x509.CertPool) *served {
	t.Helper()
	c := exec.Command("pricepoint", "serve", "--store", store, "--listen", "127.0.0.1:0", "--log-format", "text")
	c.Env = append(os.Environ(), settings...)
	s := &served{name: name, client: &http.Client{Transport: &http.Transport{}}}
	if trusted != nil {
		c.Env = append(c.Env, "PRICEPOINT_SERVER_TLS_CERT="+certificate, "PRICEPOINT_SERVER_TLS_KEY="+key)
		s.secure = &tls.Config{RootCAs: trusted, ServerName: "127.0.0.1"}
		s.client.Transport = &http.Transport{TLSClientConfig: s.secure}
	}
	s.base = fixture.Started(t, c)
	s.pid = c.Process.Pid
	_, s.address, _ = strings.Cut(s.base, "://")
	fixture.Eventually(t, s.base+" has a snapshot", func() bool { return s.version(t) != "" })
	return s
}

// dial connects, with TLS where that is spoken, for the protocols of ALPN. The greeting of TLS is still to come.
func (s *served) dial(protocols ...string) (net.Conn, error) {
	c, err := net.Dial("tcp", s.address)
	if err != nil || s.secure == nil {
		return c, err
	}
	config := s.secure.Clone()
	config.NextProtos = protocols
	return tls.Client(c, config), nil
}

func TestLoad(t *testing.T) {
	goleak.VerifyNone(t)
	p := newPublisher(t)
	certificate, key, trusted := fixture.Certificate(t)
	within := limitsOf(*lasting)
	both := []*served{
		serving(t, "plain", p.store.String(), within.settings, "", "", nil),
		serving(t, "TLS", p.store.String(), within.settings, certificate, key, trusted),
	}
	var before []figures
	for _, s := range both {
		before = append(before, s.figures(t))
	}
	l := &load{limits: within, judge: newJudge(), book: newBook(), faults: &faults{}}
	l.ask(t, both[0])
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var all sync.WaitGroup
	l.behaving(ctx, &all, both)
	l.misbehaving(ctx, &all, both)
	all.Go(func() { p.publishUntil(ctx, t, l, both) })
	time.Sleep(*lasting)
	<-p.changed // a load without a change of what is served would not be one
	for _, s := range both {
		fixture.Eventually(t, s.base+" has cut a slow connection", func() bool { return s.figures(t).slow > 0 })
	}
	cancel()
	all.Wait()
	l.faults.report(t)
	for protocol, answers := range l.book {
		if t.Logf("%s: %d answers", protocol, answers.Load()); answers.Load() == 0 {
			t.Errorf("nobody was answered over %s", protocol)
		}
	}
	t.Logf("%d answers were digested, %d documents of the past asked for again, %d snapshots published meanwhile",
		l.judge.digested.Load(), l.judge.busy.Load(), p.many-1)
	for i, s := range both {
		s.returnsTo(t, before[i])
		s.client.CloseIdleConnections()
	}
	goleak.VerifyNone(t, goleak.IgnoreTopFunction("io.Copy"), goleak.IgnoreAnyFunction("io.Copy"), goleak.IgnoreAnyFunction("os/exec.(*Cmd).watchCtx"))
}

// book counts the answers, by protocol.
type book map[string]*atomic.Int64

func newBook() book {
	b := book{}
	for _, kind := range connections {
		b[kind.protocol] = new(atomic.Int64)
	}
	return b
}

// load is what all clients share.
type load struct {
	limits limits
	judge  *judge
	book   book
	faults *faults
	mix    mix
}

// connections are how many clients that behave there are of each protocol, and how much each asks at once.
var connections = []struct {
	protocol        string
	secure          bool
	clients, atOnce int
}{
	{"HTTP/1.1", false, 24, 1}, {"HTTP/1.1 TLS", true, 12, 1}, {"HTTP/2", true, 3, 8},
}

// behaving starts the clients that behave.
func (l *load) behaving(ctx context.Context, all *sync.WaitGroup, both []*served) {
	for _, kind := range connections {
		s := both[0]
		if kind.secure {
			s = both[1]
		}
		for n := range kind.clients {
			client, open := s.connection(ctx, kind.protocol == "HTTP/2"), new(sync.WaitGroup)
			for i := range kind.atOnce {
				a := &asker{load: l, count: l.book[kind.protocol], random: rand.New(rand.NewPCG(uint64(n), uint64(i))), tags: map[string]string{}}
				open.Go(func() {
					if err := a.talk(ctx, s, client); err != nil {
						l.faults.add(kind.protocol, err)
					}
				})
			}
			all.Go(func() {
				open.Wait()
				client.CloseIdleConnections()
			})
		}
	}
}

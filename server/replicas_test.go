package server_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"

	"pricepoint/data"
	"pricepoint/data/blob/s3test"
	"pricepoint/data/store"
	"pricepoint/server"
)

// replica is a server that watches a bucket over a line of its own. It polls only when a test has it do so, which is
// how polls are counted.
type replica struct {
	server *server.Server
	url    string
}

// TestReplicas has three replicas follow one publisher through a bucket, with clients at each, and an outage of the
// bucket in between. Every replica serves a new version after two polls at most, and at any time each of its answers is of
// one version, whole.
func TestReplicas(t *testing.T) {
	s3 := s3test.Start(t)
	_, bucket := s3.NewBucket(t)
	location := func(at string) string {
		return s3.URL(bucket+"/api", at)
	}
	direct := openBucket(t, location(s3.Address)) // the publisher's
	proxy := outage(t, s3.Address)
	var replicas []replica
	for range 3 {
		replicas = append(replicas, startReplica(t, openBucket(t, location(proxy.Listen))))
	}
	unlock, err := direct.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()

	published := &publishedVersions{manifests: map[string]data.Manifest{}}
	stop := readAll(t, replicas, published)
	previous := ""
	for week := range 4 {
		next := snapshot(t, monday.AddDate(0, 0, 7*week))
		version := next.Manifest.Version
		next.Manifest.Previous = previous
		if week == 2 {
			cutOff(t, proxy, replicas, previous)
		}
		published.add(next)
		if _, err := direct.Publish(t.Context(), next, strings.NewReader("responses")); err != nil {
			t.Fatal(err)
		}
		for n, r := range replicas {
			if polls := r.pollUntil(t, version); polls > 2 {
				t.Errorf("replica %d has polled %d times before it served %s", n, polls, version)
			}
			if got := ask(t, "GET", r.url+"/readyz"); got.StatusCode != http.StatusOK || got.body != "ok\n" {
				t.Errorf("replica %d is ready with %d %q", n, got.StatusCode, got.body)
			}
		}
		previous = version
	}
	stop()
}

// cutOff takes the bucket away from all replicas for a while, with clients still served.
func cutOff(t *testing.T, proxy *toxiproxy.Proxy, replicas []replica, version string) {
	t.Helper()
	proxy.Stop()
	for n, r := range replicas {
		r.server.Reload(t.Context())
		got := ask(t, "GET", r.url+"/readyz")
		if got.StatusCode != http.StatusOK || !strings.HasPrefix(got.body, "ok\nbut ") || !strings.Contains(got.body, version) || strings.Contains(got.body, "s3://") {
			t.Errorf("cut off, replica %d is ready with %d %q; want ok, what it serves, and nothing about the bucket", n, got.StatusCode, got.body)
		}
		if served := r.version(t); served != version {
			t.Errorf("cut off, replica %d serves %s, want %s", n, served, version)
		}
	}
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
}

func (r replica) version(t *testing.T) string {
	t.Helper()
	var f data.FreshnessDocument
	if got := ask(t, "GET", r.url+"/api/freshness.json"); got.StatusCode == http.StatusOK {
		if err := data.Decode([]byte(got.body), &f); err != nil {
			t.Fatal(err)
		}
	}
	return f.Version
}

// pollUntil polls until a version is served, and says how often it had to.
func (r replica) pollUntil(t *testing.T, version string) (polls int) {
	t.Helper()
	for polls = 0; polls < 5 && r.version(t) != version; polls++ {
		r.server.Reload(t.Context())
	}
	return polls
}

// publishedVersions are the manifests of all versions, the digests of their documents filled in.
type publishedVersions struct {
	mu        sync.Mutex
	manifests map[string]data.Manifest
}

func (p *publishedVersions) add(s data.Snapshot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	m := s.Manifest
	m.Files = nil
	for _, d := range s.Documents {
		sum := sha256.Sum256(d.Body)
		m.Files = append(m.Files, data.File{Path: d.Path, SHA256: hex.EncodeToString(sum[:])})
	}
	p.manifests[m.Version] = m
}

// tags are the entity tags of a version's documents, by address.
func (p *publishedVersions) tags(version string) map[string]string {
	p.mu.Lock()
	defer p.mu.Unlock()
	tags := map[string]string{}
	for _, f := range p.manifests[version].Files {
		tags["/"+f.Path] = `"` + f.SHA256 + `"`
	}
	return tags
}

// readAll has a client at each replica read every document over and over, until stop.
func readAll(t *testing.T, replicas []replica, published *publishedVersions) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var clients sync.WaitGroup
	var whole atomic.Int64
	for n, r := range replicas {
		clients.Go(func() {
			for ctx.Err() == nil {
				version := r.version(t)
				if version == "" {
					continue // nothing is published yet
				}
				got, again := r.readOnce(t), r.version(t)
				if version != again {
					continue // swapped meanwhile: these may be of both
				}
				if err := compareTags(published.tags(version), got); err != nil {
					t.Errorf("replica %d with %s: %v", n, version, err)
					return
				}
				whole.Add(1)
			}
		})
	}
	return func() {
		cancel()
		clients.Wait()
		if whole.Load() < 10 {
			t.Errorf("only %d whole sets were read", whole.Load())
		}
	}
}

// readOnce returns the tag of every document, each compared with its bytes.
func (r replica) readOnce(t *testing.T) map[string]string {
	got := map[string]string{}
	for _, d := range snapshot(t, monday).Documents {
		a := ask(t, "GET", r.url+"/"+d.Path)
		sum := sha256.Sum256([]byte(a.body))
		if tag := a.Header.Get("ETag"); tag != `"`+hex.EncodeToString(sum[:])+`"` {
			t.Errorf("%s has the tag %s, which is not that of its bytes", d.Path, tag)
		}
		got["/"+d.Path] = a.Header.Get("ETag")
	}
	return got
}

func compareTags(want, got map[string]string) error {
	for path, tag := range want {
		if got[path] != tag {
			return fmt.Errorf("%s has the tag %s, its manifest says %s", path, got[path], tag)
		}
	}
	if len(want) == 0 {
		return errors.New("it was never published")
	}
	return nil
}

func startReplica(t *testing.T, from server.Store) replica {
	t.Helper()
	srv := server.New(server.Options{Now: clock(monday), Poll: 24 * time.Hour}) // never by itself
	ctx, cancel := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	watching.Go(func() { srv.Watch(ctx, from) })
	t.Cleanup(func() { cancel(); watching.Wait() })
	srv.Reload(t.Context()) // the first look is over
	return replica{srv, start(t, srv)}
}

func openBucket(t *testing.T, location string) *store.Store {
	t.Helper()
	b, err := store.At(t.Context(), location)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// outage is a line to the server at an address that can be cut.
func outage(t *testing.T, address string) *toxiproxy.Proxy {
	t.Helper()
	proxy := toxiproxy.NewProxy(toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop()), "s3", "127.0.0.1:0", address)
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(proxy.Stop)
	return proxy
}

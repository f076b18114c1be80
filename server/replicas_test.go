package server_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"

	"pricepoint/data"
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
	location := startS3(t)
	direct := openBucket(t, location("")) // the publisher's
	proxy := outage(t, location)
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
	b, err := store.OpenBucket(t.Context(), location)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// outage is a line to the server that can be cut.
func outage(t *testing.T, location func(string) string) *toxiproxy.Proxy {
	t.Helper()
	_, address, _ := strings.Cut(location(""), "endpoint=http://") // its last parameter
	proxy := toxiproxy.NewProxy(toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop()), "s3", "127.0.0.1:0", address)
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(proxy.Stop)
	return proxy
}

// startS3 starts a real S3 server with one bucket. location is the URL of a store in it, at the server's own address or
// at one that leads there. Without the program the test is skipped.
func startS3(t *testing.T) (location func(at string) string) {
	t.Helper()
	program := os.Getenv("VERSITYGW")
	if program == "" {
		program = "versitygw"
	}
	program, err := exec.LookPath(program)
	if err != nil {
		t.Skip("there is no S3 server; install versitygw and name it in VERSITYGW, or put it on the PATH")
	}
	for name, value := range map[string]string{
		"AWS_ACCESS_KEY_ID": "pricepoint-test", "AWS_SECRET_ACCESS_KEY": "pricepoint-test-secret", "AWS_CONFIG_FILE": os.DevNull,
		"AWS_SHARED_CREDENTIALS_FILE": os.DevNull, "AWS_EC2_METADATA_DISABLED": "true",
	} {
		t.Setenv(name, value)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	folder, metadata := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "prices"), 0o755); err != nil {
		t.Fatal(err)
	}
	s3 := exec.Command(program, "--port", address, "--access", "pricepoint-test", "--secret", "pricepoint-test-secret", "--quiet",
		"posix", "--sidecar", metadata, folder)
	if err := s3.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = s3.Process.Kill(), s3.Wait() })
	eventually(t, "the S3 server listens", func() bool {
		c, err := net.Dial("tcp", address)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
	return func(at string) string {
		if at == "" {
			at = address
		}
		return "s3://prices/api?region=us-east-1&rate_limiter_capacity=1&endpoint=http://" + at // without repetitions, which take long
	}
}

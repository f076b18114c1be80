//go:build proof

package faults

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pricepoint/data"
)

// sixDocuments and one more are what readers ask for all the time.
var sixDocuments = []string{"tools", "benchmarks", "providers", "categories", "platforms", "use-cases"}

const askers = 3

// readers ask a server all the time, and look at every byte of every answer.
type readers struct {
	t    testing.TB
	base atomic.Pointer[string] // where the server is; nil while there is none
	lost atomic.Int64           // how often the server was ended on purpose

	mu      sync.Mutex
	seen    map[string]map[string]bool // digests by path
	answers int
}

// startReaders lets them ask until the test ends.
func startReaders(t testing.TB) *readers {
	r := &readers{t: t, seen: map[string]map[string]bool{}}
	stop := make(chan struct{})
	var all sync.WaitGroup
	for n := range askers {
		random := rand.New(rand.NewPCG(uint64(n), 0))
		all.Go(func() {
			a := asker{readers: r, random: random, latest: map[string]time.Time{}}
			for {
				select {
				case <-stop:
					return
				case <-time.After(time.Duration(random.IntN(100)) * time.Millisecond):
					a.ask()
				}
			}
		})
	}
	t.Cleanup(func() { close(stop); all.Wait() })
	return r
}

// asker is one client. What it has seen never goes back.
type asker struct {
	*readers
	random  *rand.Rand
	latest  map[string]time.Time // Last-Modified by path
	version string
	etag    string // of the tools
}

func (a *asker) ask() {
	base, lost := a.base.Load(), a.lost.Load()
	if base == nil {
		return
	}
	path := "/api/" + append(sixDocuments, "freshness")[a.random.IntN(len(sixDocuments)+1)] + ".json"
	err := a.look(*base, path, a.random.IntN(2) == 0)
	if err != nil && a.lost.Load() == lost { // else the server was ended meanwhile
		a.t.Errorf("GET %s: %v", path, err)
	}
}

// look asks for a document once, and says what is wrong with the answer.
func (a *asker) look(base, path string, compressed bool) error {
	request, err := http.NewRequest(http.MethodGet, base+path, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept-Encoding", map[bool]string{true: "gzip", false: "identity"}[compressed])
	if path == "/api/tools.json" {
		request.Header.Set("If-None-Match", a.etag)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := content(answer)
	switch {
	case err != nil:
		return err
	case answer.StatusCode == http.StatusNotModified && path == "/api/tools.json":
		return nil
	case answer.StatusCode == http.StatusServiceUnavailable && a.version == "":
		return nil // nothing is published yet
	case answer.StatusCode != http.StatusOK:
		return fmt.Errorf("status %s: %s", answer.Status, body)
	}
	return a.judge(path, answer.Header, body)
}

// content is the whole body of an answer, as it was before it was compressed.
func content(answer *http.Response) ([]byte, error) {
	body := io.Reader(answer.Body)
	if answer.Header.Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(answer.Body)
		if err != nil {
			return nil, err
		}
		body = unpacked
	}
	return io.ReadAll(body)
}

// judge compares a document with its digest and with what was seen before.
func (a *asker) judge(path string, header http.Header, body []byte) error {
	sum := sha256.Sum256(body)
	digest := hex.EncodeToString(sum[:])
	if etag := strings.TrimSuffix(strings.Trim(header.Get("ETag"), `"`), "-gzip"); etag != digest {
		return fmt.Errorf("the ETag is %s, the body has the digest %s", etag, digest)
	}
	modified, err := http.ParseTime(header.Get("Last-Modified"))
	if err != nil || modified.Before(a.latest[path]) {
		return fmt.Errorf("last modified %s, after %s (%v)", modified, a.latest[path], err)
	}
	a.latest[path] = modified
	if path == "/api/tools.json" {
		a.etag = header.Get("ETag")
	}
	if path == "/api/freshness.json" {
		return a.judgeVersion(body)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.seen[path] == nil {
		a.seen[path] = map[string]bool{}
	}
	a.seen[path][digest] = true
	a.answers++
	return nil
}

func (a *asker) judgeVersion(body []byte) error {
	var fresh data.FreshnessDocument
	if err := json.Unmarshal(body, &fresh); err != nil {
		return err
	}
	if fresh.Version < a.version {
		return fmt.Errorf("the version went back from %s to %s", a.version, fresh.Version)
	}
	a.version = fresh.Version
	return nil
}

// wantKnown fails the test when an answer was none of the documents that were ever published, by their digests.
func (r *readers) wantKnown(published map[string]bool) {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for path, digests := range r.seen {
		for digest := range digests {
			if !published[digest] {
				r.t.Errorf("%s was answered with the digest %s, which nothing published has", path, digest)
			}
		}
	}
	r.t.Logf("%d answers of %d addresses were looked at", r.answers, len(r.seen))
	if r.answers == 0 {
		r.t.Error("the clients were never answered")
	}
}

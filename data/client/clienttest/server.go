// Package clienttest has a server for the tests of programs that read the API: it answers as pricepoint does, with
// documents that the test chooses, and fails when told to. Start at New.
//
// It knows nothing of prices: what it serves is what it was given.
package clienttest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"aead.dev/minisign"

	"pricepoint/data"
)

// Server serves documents until its test ends. It may be used concurrently.
type Server struct {
	URL       string // for client.Options
	PublicKey string // that its snapshots are signed with

	t   testing.TB
	key minisign.PrivateKey

	mu       sync.Mutex
	at       time.Time // of the snapshot
	files    map[string][]byte
	failing  int            // the status of every answer; 0: it works
	forged   bool           // manifests are signed by somebody else
	answered map[string]int // how many answers, by path and status
}

// New starts a server with Sample.
func New(t testing.TB) *Server {
	t.Helper()
	public, key, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{t: t, key: key, PublicKey: public.String(), files: map[string][]byte{}, answered: map[string]int{}, at: time.Date(2026, 11, 16, 3, 0, 0, 0, time.UTC)}
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	s.URL = web.URL
	for path, document := range Sample() {
		s.encode(path, document)
	}
	return s
}

// Set publishes another snapshot, in which the document with a path is this one.
func (s *Server) Set(path string, document any) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = s.at.Add(time.Minute)
	s.encode(path, document)
}

func (s *Server) encode(path string, document any) {
	body, err := data.Encode(document)
	if err != nil {
		s.t.Fatal(err)
	}
	s.files[path] = body
}

// Fail makes every answer one with this status; 0 ends that.
func (s *Server) Fail(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failing = status
}

// Forge has manifests signed by somebody else from now on.
func (s *Server) Forge() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forged = true
}

// Answered is how many requests for a path had an answer of this status.
func (s *Server) Answered(path string, status int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answered[fmt.Sprint(path, " ", status)]
}

// ServeHTTP answers as a pricepoint server does: with a strong ETag, and 304 to who has it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	path := strings.TrimPrefix(r.URL.Path, "/")
	status, body := http.StatusOK, s.body(path)
	tag := `"` + digest(body) + `"`
	switch {
	case s.failing != 0:
		status = s.failing
	case body == nil:
		status = http.StatusNotFound
	case r.Header.Get("If-None-Match") == tag:
		status = http.StatusNotModified
	}
	s.answered[fmt.Sprint(path, " ", status)]++
	switch status {
	case http.StatusOK:
		w.Header().Set("ETag", tag)
		w.Header().Set("Content-Type", "application/json")
		w.Write(body)
	case http.StatusNotModified:
		w.WriteHeader(status)
	default:
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"type":"about:blank","title":%q,"status":%d,"detail":"the test wants it so"}`, http.StatusText(status), status)
	}
}

// body is what stands under a path, nil for nothing.
func (s *Server) body(path string) []byte {
	folder := "api/snapshots/" + data.Version(s.at) + "/"
	switch path {
	case data.FreshnessPath:
		return s.encoded(data.FreshnessDocument{Version: data.Version(s.at), LastUpdated: data.At(s.at)})
	case folder + "manifest.json":
		return s.encoded(s.manifest())
	case folder + "manifest.json.minisig":
		return s.signature()
	}
	return s.files[path]
}

func (s *Server) encoded(document any) []byte {
	body, err := data.Encode(document)
	if err != nil {
		s.t.Error(err)
	}
	return body
}

func (s *Server) manifest() data.Manifest {
	m := data.Manifest{Schema: data.ManifestSchema, Version: data.Version(s.at), GeneratedAt: data.At(s.at), Generator: "clienttest"}
	for _, path := range slices.Sorted(maps.Keys(s.files)) {
		m.Files = append(m.Files, data.File{Path: path, Size: int64(len(s.files[path])), SHA256: digest(s.files[path])})
	}
	return m
}

func (s *Server) signature() []byte {
	key := s.key
	if s.forged {
		var err error
		if _, key, err = minisign.GenerateKey(rand.Reader); err != nil {
			s.t.Error(err)
		}
	}
	return minisign.Sign(key, s.encoded(s.manifest()))
}

func digest(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

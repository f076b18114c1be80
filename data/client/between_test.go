package client_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/client"
	"pricepoint/data/client/clienttest"
)

// between stands in front of a server and answers some requests itself.
func between(t *testing.T, s *clienttest.Server, answers func(w http.ResponseWriter, r *http.Request) bool) (url string) {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answers(w, r) {
			s.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(web.Close)
	return web.URL
}

// TestWhatProvesCannotBeAsked: an outage is no forgery, so the copy is used; a server that has no proof is none.
func TestWhatProvesCannotBeAsked(t *testing.T) {
	for _, tt := range []struct {
		name, missing string
		status        int // 0: the connection breaks
		unverified    bool
	}{
		{"no freshness now", "freshness.json", 503, false},
		{"no manifest now", "manifest.json", 503, false},
		{"no signature now", "manifest.json.minisig", 503, false},
		{"a connection that breaks", "manifest.json", 0, false},
		{"no freshness", "freshness.json", 404, true},
		{"no manifest", "manifest.json", 404, true},
		{"no signature", "manifest.json.minisig", 410, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, out := clienttest.New(t), false
			url := between(t, s, func(w http.ResponseWriter, r *http.Request) bool {
				if !out || !strings.HasSuffix(r.URL.Path, "/"+tt.missing) {
					return false
				}
				if tt.status == 0 {
					panic(http.ErrAbortHandler)
				}
				w.WriteHeader(tt.status)
				return true
			})
			c := made(t, s, func(o *client.Options) { o.URL, o.PublicKey, o.StaleFor = url, s.PublicKey, time.Hour })
			input(t, c)
			out = true
			s.Set(data.ToolsPath, dearer("3"))
			d, err := c.Document(t.Context(), data.ToolsPath)
			if tt.unverified && (!errors.Is(err, client.ErrUnverified) || errors.Is(err, client.ErrNotFound)) {
				t.Errorf("%v; want ErrUnverified, and not that there is no such document", err)
			}
			if !tt.unverified && (err != nil || d.Stale == nil || errors.Is(d.Stale, client.ErrUnverified)) {
				t.Errorf("%v, %v; want the copy with the reason", d.Stale, err)
			}
		})
	}
}

// TestCachesOfTwoSnapshots: after a publication a cache may keep the document or the freshness of the snapshot before, until
// somebody asks past it.
func TestCachesOfTwoSnapshots(t *testing.T) {
	for _, tt := range []struct {
		name, path string
		stubborn   bool // nobody is let past
		want       string
	}{
		{"the document is of before", data.ToolsPath, false, "3"},
		{"the freshness is of before", data.FreshnessPath, false, "3"},
		{"the document stays of before", data.ToolsPath, true, client.ErrUnverified.Error()},
		{"the freshness stays of before", data.FreshnessPath, true, client.ErrUnverified.Error()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, before := clienttest.New(t), httptest.NewRecorder()
			s.ServeHTTP(before, httptest.NewRequest(http.MethodGet, "/"+tt.path, nil))
			s.Set(data.ToolsPath, dearer("3"))
			url := between(t, s, func(w http.ResponseWriter, r *http.Request) bool {
				if r.URL.Path != "/"+tt.path || !tt.stubborn && r.Header.Get("Cache-Control") == "no-cache" {
					return false
				}
				w.Header().Set("ETag", before.Header().Get("ETag"))
				w.Write(before.Body.Bytes())
				return true
			})
			c := made(t, s, func(o *client.Options) { o.URL, o.PublicKey = url, s.PublicKey })
			if got := input(t, c); !strings.HasPrefix(got, tt.want) {
				t.Errorf("%s; want %s", got, tt.want)
			}
		})
	}
}

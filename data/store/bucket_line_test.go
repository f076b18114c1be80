package store

import (
	"bytes"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"pricepoint/data/bucket/s3test"
)

// line stands between a store and its server, and spoils some requests.
type line struct {
	proxy   *httputil.ReverseProxy
	spoils  func(n int64, r *http.Request) func(http.ResponseWriter, *http.Request, http.Handler)
	n       atomic.Int64 // requests so far
	spoiled atomic.Int64
}

func (l *line) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if spoil := l.spoils(l.n.Add(1), r); spoil != nil {
		l.spoiled.Add(1)
		spoil(w, r, l.proxy)
		return
	}
	l.proxy.ServeHTTP(w, r)
}

// throttle answers as Amazon does when there are too many requests.
func throttle(w http.ResponseWriter, r *http.Request, _ http.Handler) {
	_, _ = io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = io.WriteString(w, `<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>`)
}

// reset breaks the connection off before the server has heard of the request.
func reset(w http.ResponseWriter, _ *http.Request, _ http.Handler) { breakOff(w, nil) }

// loseAnswer breaks it off when the server has done everything.
func loseAnswer(w http.ResponseWriter, r *http.Request, server http.Handler) {
	server.ServeHTTP(httptest.NewRecorder(), r)
	breakOff(w, nil)
}

// cutAnswer breaks it off in the midst of the answer.
func cutAnswer(w http.ResponseWriter, r *http.Request, server http.Handler) {
	answer := httptest.NewRecorder()
	server.ServeHTTP(answer, r)
	var text bytes.Buffer
	_ = answer.Result().Write(&text)
	breakOff(w, text.Bytes()[:text.Len()-3])
}

// shortenAnswer leaves out the last bytes and says that the rest is all.
func shortenAnswer(w http.ResponseWriter, r *http.Request, server http.Handler) {
	answer := httptest.NewRecorder()
	server.ServeHTTP(answer, r)
	maps.Copy(w.Header(), answer.Header())
	w.Header().Del("Content-Length")
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes()[:max(answer.Body.Len()-3, 0)])
}

func breakOff(w http.ResponseWriter, after []byte) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	_, _ = conn.Write(after)
	if len(after) == 0 {
		_ = conn.(*net.TCPConn).SetLinger(0) // a reset instead of an end
	}
	conn.Close()
}

// spoilt opens a store over such a line.
func spoilt(t *testing.T, s3 *s3test.Server, bucket string, l *line) *remote {
	t.Helper()
	l.proxy = &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: s3.Address})
		r.Out.Host = r.In.Host // the signature covers it
	}}
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	return openBucket(t, s3, bucket, server.Listener.Addr().String())
}

// TestBadLine loses, breaks and delays, but never so that a publication is lost or done by halves.
func TestBadLine(t *testing.T) {
	t.Parallel()
	type spoil = func(http.ResponseWriter, *http.Request, http.Handler)
	every := func(k int64, s spoil) func(int64, *http.Request) spoil {
		return func(n int64, _ *http.Request) spoil {
			if n%k == 0 {
				return s
			}
			return nil
		}
	}
	// The first time that a method is used on an object.
	firstTime := func(method string, s spoil) func(int64, *http.Request) spoil {
		seen := map[string]bool{}
		return func(_ int64, r *http.Request) spoil {
			if r.Method != method || seen[r.URL.Path] {
				return nil
			}
			seen[r.URL.Path] = true
			return s
		}
	}
	for name, spoils := range map[string]func(int64, *http.Request) spoil{
		"throttled":   every(3, throttle),
		"reset":       every(3, reset),
		"lost-writes": firstTime(http.MethodPut, loseAnswer),
		"cut-reads":   firstTime(http.MethodGet, cutAnswer),
		"short-reads": firstTime(http.MethodGet, shortenAnswer),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s3 := s3test.Start(t)
			_, bucket := s3.NewBucket(t)
			direct := openBucket(t, s3, bucket, s3.Address)
			twoOf(t, direct)
			l := &line{spoils: spoils}
			b := spoilt(t, s3, bucket, l)
			locked(t, b)
			add(t, b, third, second)
			wantLatest(t, b, third)
			wantLatest(t, direct, third)
			if diff := cmp.Diff(objectsOf(first, second, third), shelve(t, direct).list()); diff != "" {
				t.Errorf("objects afterwards (-want +got):\n%s", diff)
			}
			if l.spoiled.Load() < 5 {
				t.Errorf("only %d requests were spoilt", l.spoiled.Load())
			}
		})
	}
}

// TestPointerOfUnknownFate loses all answers about the pointer once it is to move, but the refusal of a second try.
// Nothing is removed: it is published in truth.
func TestPointerOfUnknownFate(t *testing.T) {
	t.Parallel()
	s3 := s3test.Start(t)
	_, bucket := s3.NewBucket(t)
	direct := openBucket(t, s3, bucket, s3.Address)
	twoOf(t, direct)
	moves := 0
	b := spoilt(t, s3, bucket, &line{spoils: func(_ int64, r *http.Request) func(http.ResponseWriter, *http.Request, http.Handler) {
		isPointer := strings.HasSuffix(r.URL.Path, "/"+pointerName)
		if isPointer && r.Method == http.MethodPut {
			moves++
		}
		if isPointer && moves > 0 && !(r.Method == http.MethodPut && moves == 2) {
			return loseAnswer
		}
		return nil
	}})
	locked(t, b)
	_, err := b.Publish(t.Context(), build(third, second), nil)
	wantError(t, err, "cannot be written", pointerName, "whether it is published is not known")
	wantLatest(t, direct, third)
	add(t, direct, fourth, third)
	if left := shelve(t, direct).list(); strings.Contains(strings.Join(left, " "), claimsName) {
		t.Errorf("objects after the next publication: %v", left)
	}
}

// TestOutage is told as such, and what a reader has keeps its worth.
func TestOutage(t *testing.T) {
	t.Parallel()
	s3 := s3test.Start(t)
	_, bucket := s3.NewBucket(t)
	twoOf(t, openBucket(t, s3, bucket, s3.Address))
	broken := false
	b := spoilt(t, s3, bucket, &line{spoils: func(_ int64, r *http.Request) func(http.ResponseWriter, *http.Request, http.Handler) {
		if broken = broken || strings.HasSuffix(r.URL.Path, "/api/tools.json.br"); broken {
			return throttle
		}
		return nil
	}})
	_, warning, err := b.Latest() // not the version before: nobody knows that this one is broken
	wantError(t, err, b.String(), ErrUnavailable.Error(), "Please reduce your request rate. (SlowDown)")
	if warning != nil {
		t.Error(warning)
	}
}

// TestBrokenConnections has a real proxy cut every connection after some bytes, and slice and delay the rest.
func TestBrokenConnections(t *testing.T) {
	t.Parallel()
	s3 := s3test.Start(t)
	_, bucket := s3.NewBucket(t)
	proxies := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	proxy := toxiproxy.NewProxy(proxies, "s3", "127.0.0.1:0", s3.Address)
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	defer proxy.Stop()
	for _, toxic := range []string{
		`{"type": "limit_data", "stream": "downstream", "attributes": {"bytes": 3000}}`,
		`{"type": "slicer", "stream": "upstream", "attributes": {"average_size": 100, "size_variation": 50, "delay": 100}}`,
		`{"type": "latency", "stream": "downstream", "attributes": {"latency": 2, "jitter": 2}}`,
	} {
		if _, err := proxy.Toxics.AddToxicJson(strings.NewReader(toxic)); err != nil {
			t.Fatal(err)
		}
	}
	b := openBucket(t, s3, bucket, proxy.Listen)
	locked(t, b)
	previous := ""
	for _, version := range []string{first, second, third} {
		add(t, b, version, previous)
		previous = version
	}
	wantLatest(t, b, third)
	if diff := cmp.Diff(objectsOf(first, second, third), shelve(t, openBucket(t, s3, bucket, s3.Address)).list()); diff != "" {
		t.Errorf("objects afterwards (-want +got):\n%s", diff)
	}

	proxy.Stop()
	_, _, err := b.Latest()
	wantError(t, err, ErrUnavailable.Error(), proxy.Listen, "connection refused")
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	wantLatest(t, b, third)
}

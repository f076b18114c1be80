package server_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"pricepoint/server"
)

// BenchmarkHandler compares the handler with one that does nothing but send the same: the difference is what it costs
// to find and choose an answer, to count it and to look after the limits.
func BenchmarkHandler(b *testing.B) {
	handler := with(b, server.Options{Now: clock(monday)}, snapshot(b, monday), nil).Handler()
	for _, bench := range []struct{ name, header, value string }{
		{"gzip", "Accept-Encoding", "gzip, deflate, br"}, {"unchanged", "If-None-Match", "*"},
		{"unusual", "Accept-Encoding", "gzip;q=0.7, br;q=0.6"}, {"date", "If-Modified-Since", monday.Format(http.TimeFormat)},
	} {
		req := httptest.NewRequest("GET", "/api/tools.json", nil)
		req.Header.Set(bench.header, bench.value)
		b.Run("ours/"+bench.name, func(b *testing.B) { run(b, handler, req) })
		b.Run("bare/"+bench.name, func(b *testing.B) { run(b, bare(handler, req), req) })
	}
}

func run(b *testing.B, handler http.Handler, req *http.Request) {
	w := discard{http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		handler.ServeHTTP(w, req)
	}
}

// bare returns a handler that always gives the answer which another one gives to a request.
func bare(handler http.Handler, req *http.Request) http.Handler {
	rec := httptest.NewRecorder()
	handler.ServeHTTP(rec, req)
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		for name, value := range rec.Header() {
			h[name] = value
		}
		w.WriteHeader(rec.Code)
		w.Write(rec.Body.Bytes())
	})
}

type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(p []byte) (int, error) { return len(p), nil }
func (d discard) WriteHeader(int)             {}

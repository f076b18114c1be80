package server_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/server"
)

// catalogue is a snapshot with so many tools. Its documents grow as real ones do: close to a kilobyte for a tool.
func catalogue(tb testing.TB, tools int) data.Snapshot {
	tb.Helper()
	s := snapshot(tb, monday)
	for _, d := range []struct {
		path, format string
	}{
		{"api/tools.json", `{"id":"tool-%d","name":"Tool %[1]d","provider":"Provider %[2]d","description":"Model number %[1]d of its maker, for work that takes %[3]d steps.","pricing":{"input":%[2]d.%[3]d,"output":%[3]d.%[2]d,"cacheRead":0.%[2]d,"cacheCreate":%[2]d.25},"contextWindow":"%[3]dK tokens","features":["tools","vision","caching %[2]d"],"bestFor":["task %[3]d","task %[2]d"],"url":"https://provider-%[2]d.example/models/%[1]d","released":"2026-%02[4]d-%02[5]d","strengths":["cheap for its score of %[3]d","long context"],"weaknesses":["slow","answer number %[1]d is hard to reproduce"],"notes":"%[6]s"}`},
		{"api/benchmarks.json", `{"modelId":"tool-%d","modelName":"Tool %[1]d","provider":"Provider %[2]d","overallScore":%[3]d.%[4]d,"sweBench":%[3]d.1,"liveCodeBench":%[2]d.2,"pricePerScorePoint":0.0%[1]d,"strengths":["rank %[1]d"],"weaknesses":["month %[4]d, day %[5]d"],"notes":"%.60[6]s"}`},
		{"api/providers.json", `{"id":"tool-%d","name":"Tool %[1]d","provider":%[2]d,"n":[%[3]d,%[4]d,%[5]d],"notes":"%.0[6]s"}`},
	} {
		rows := make([]string, tools)
		for n := range rows {
			rows[n] = fmt.Sprintf(d.format, n, n*7919%97, n*104729%499, n%12+1, n%28+1, prose(n))
		}
		s = without(s, d.path)
		s.Documents = append(s.Documents, data.Document{Path: d.path, Body: []byte("{\"rows\":[" + strings.Join(rows, ",\n") + "]}\n")})
	}
	return s
}

// prose is a few words that compress about as well as written ones.
func prose(n int) string {
	words := strings.Fields("a model that plans writes reviews and repairs code in large trees with tests on a budget for teams who care")
	var b strings.Builder
	for i := range 24 {
		b.WriteString(words[(n*31+i*i*17+n/7*i)%len(words)] + " ")
	}
	return b.String()
}

func loadedWith(b *testing.B, s data.Snapshot) *server.Server {
	srv := server.New(server.Options{Now: clock(monday)})
	if err := srv.Load(s, nil); err != nil {
		b.Fatal(err)
	}
	return srv
}

// BenchmarkHandler compares the handler with one that does nothing but send the same: the difference is what it costs
// to find and choose an answer, to count it and to look after the limits.
func BenchmarkHandler(b *testing.B) {
	handler := loadedWith(b, catalogue(b, 61)).Handler()
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

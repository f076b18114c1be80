package server_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"pricepoint/data"
	"pricepoint/server"
	"pricepoint/server/prepared"
)

func TestMain(m *testing.M) {
	prepared.Quality = 5
	goleak.VerifyTestMain(m)
}

var monday = time.Date(2026, 11, 16, 3, 0, 0, 0, time.UTC)

func clock(t time.Time) func() time.Time { return func() time.Time { return t } }

// freshness has one source in each of two states.
func freshness(at time.Time) data.FreshnessDocument {
	return data.FreshnessDocument{
		Version: data.Version(at), LastUpdated: data.At(at), NextRefreshDue: data.At(at.Add(data.RefreshEvery)),
		Counts: data.Counts{Tools: 3, Scored: 2, Providers: 2, Categories: 1, Platforms: 1, UseCases: 1},
		Sources: []data.SourceStatus{
			{ID: "pricing_acme", Kind: "pricing", Publisher: "Acme", URL: "https://acme.example/pricing", State: data.Fresh,
				LastFetched: data.At(at), LastConfirmed: data.At(at), LastChanged: data.At(at.AddDate(0, 0, -7)), Rows: 12},
			{ID: "leaderboard_duel", Kind: "leaderboard", Publisher: "Duel", URL: "https://duel.example/", State: data.Failing,
				Cause: "the server answered 500", LastConfirmed: data.At(at.AddDate(0, 0, -7)), Rows: 40},
		},
	}
}

// snapshot has every document; what is in them, beside the freshness, is of no interest to a server.
func snapshot(t testing.TB, at time.Time) data.Snapshot {
	t.Helper()
	s := data.Snapshot{Manifest: data.Manifest{
		Schema: data.ManifestSchema, Version: data.Version(at), GeneratedAt: data.At(at), Generator: "pricepoint/test",
		Files: []data.File{{Path: "api/tools.json"}}, // what marks a snapshot out of a store
	}}
	for _, name := range []string{"tools", "benchmarks", "providers", "categories", "platforms", "use-cases", "extra"} {
		body := fmt.Sprintf("{\n  \"%s\": [%s\"end\"],\n  \"lastUpdated\": \"%s\"\n}\n",
			name, strings.Repeat("\"the same again\", ", 100), data.At(at))
		s.Documents = append(s.Documents, data.Document{Path: "api/" + name + ".json", Body: []byte(body)})
	}
	return withFreshness(t, s, freshness(at))
}

func withFreshness(t testing.TB, s data.Snapshot, f data.FreshnessDocument) data.Snapshot {
	t.Helper()
	body := data.Encode(f)
	s.Documents = append(without(s, "api/freshness.json").Documents, data.Document{Path: "api/freshness.json", Body: body})
	return s
}

func without(s data.Snapshot, path string) data.Snapshot {
	var kept []data.Document
	for _, d := range s.Documents {
		if d.Path != path {
			kept = append(kept, d)
		}
	}
	s.Documents = kept
	return s
}

func body(s data.Snapshot, path string) string {
	for _, d := range s.Documents {
		if d.Path == path {
			return string(d.Body)
		}
	}
	return ""
}

// start serves on a real listener and returns the base address.
func start(t testing.TB, srv *server.Server) string {
	t.Helper()
	ts := httptest.NewServer(srv.Handler())
	t.Cleanup(ts.Close)
	return ts.URL
}

// with is a server that has loaded a snapshot.
func with(t testing.TB, options server.Options, s data.Snapshot, report *data.RunReport) *server.Server {
	t.Helper()
	srv := server.New(options)
	if err := srv.Load(s, report); err != nil {
		t.Fatal(err)
	}
	return srv
}

type answer struct {
	*http.Response
	body string
}

// ask sends one request and reads the answer as it is, compressed or not. headers are name, value, name, value.
func ask(t testing.TB, method, url string, headers ...string) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Add(headers[i], headers[i+1])
	}
	transport := &http.Transport{DisableCompression: true}
	defer transport.CloseIdleConnections()
	return read(t, transport, req)
}

// read follows no redirect.
func read(t testing.TB, transport *http.Transport, req *http.Request) answer {
	t.Helper()
	res, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("%s %s: read the body: %v", req.Method, req.URL, err)
	}
	return answer{res, string(text)}
}

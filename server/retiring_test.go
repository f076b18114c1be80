package server_test

import (
	"testing"
	"time"

	"pricepoint/server"
)

func TestRetiringDocumentsSaySo(t *testing.T) {
	sunset := time.Date(2027, 6, 1, 0, 0, 0, 0, time.UTC)
	srv := server.New(server.Options{Now: clock(monday), Retiring: map[string]server.Retirement{
		"/api/extra.json":     {Since: monday, Sunset: sunset, Link: "https://pricepoint.example/news/extra"},
		"/api/platforms.json": {Since: monday, Link: "/#platforms"},
	}})
	if err := srv.Load(snapshot(t, monday), nil); err != nil {
		t.Fatal(err)
	}
	url := start(t, srv)
	etag := ask(t, "GET", url+"/api/extra.json").Header.Get("ETag")
	const since, link = "@1794798000", `<https://pricepoint.example/news/extra>; rel="deprecation"`
	for _, test := range []struct {
		name, method, path        string
		headers                   []string
		status                    int
		deprecation, sunset, link string
	}{
		{"get", "GET", "/api/extra.json", nil, 200, since, "Tue, 01 Jun 2027 00:00:00 GMT", link},
		{"head", "HEAD", "/api/extra.json", nil, 200, since, "Tue, 01 Jun 2027 00:00:00 GMT", link},
		{"unchanged", "GET", "/api/extra.json", []string{"If-None-Match", etag}, 304, since, "Tue, 01 Jun 2027 00:00:00 GMT", link},
		{"compressed", "GET", "/api/extra.json", []string{"Accept-Encoding", "gzip"}, 200, since, "Tue, 01 Jun 2027 00:00:00 GMT", link},
		{"no-sunset", "GET", "/api/platforms.json", nil, 200, since, "", `</#platforms>; rel="deprecation"`},
		{"other", "GET", "/api/tools.json", nil, 200, "", "", ""},
		{"other-unchanged", "GET", "/api/tools.json", []string{"If-None-Match", "*"}, 304, "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ask(t, test.method, url+test.path, test.headers...)
			h := got.Header
			if got.StatusCode != test.status || h.Get("Deprecation") != test.deprecation || h.Get("Sunset") != test.sunset || h.Get("Link") != test.link {
				t.Errorf("%d Deprecation %q, Sunset %q, Link %q; want %d %q, %q, %q", got.StatusCode, h.Get("Deprecation"),
					h.Get("Sunset"), h.Get("Link"), test.status, test.deprecation, test.sunset, test.link)
			}
			exposed := "ETag, Last-Modified"
			if test.deprecation != "" {
				exposed += ", Deprecation, Sunset, Link"
			}
			if got := h.Get("Access-Control-Expose-Headers"); got != exposed {
				t.Errorf("Access-Control-Expose-Headers: %q, want %q", got, exposed)
			}
		})
	}
}

// Who is told on a day that something goes has half a year.
func TestRetirementsGiveHalfAYear(t *testing.T) {
	for path, r := range server.Retiring {
		if r.Since.IsZero() || r.Link == "" || !r.Sunset.IsZero() && r.Sunset.Sub(r.Since) < 180*24*time.Hour {
			t.Errorf("%s retires with %+v; want a Since, a Link, and a Sunset at least 180 days later if there is one", path, r)
		}
	}
}

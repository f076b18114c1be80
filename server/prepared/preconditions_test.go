package prepared

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestConditionsAreThoseOfNetHTTP asks with random conditions, well formed or as good as, and compares the status with
// that of http.ServeContent.
func TestConditionsAreThoseOfNetHTTP(t *testing.T) {
	r := resource()
	random := rand.New(rand.NewPCG(9110, 13))
	etag := r.forms[0].etag
	values := map[string][]string{
		"If-Match":            {etag, "W/" + etag, "*", `"a"`, `"a", ` + etag, `"a,b" ,W/` + etag + `, "c"`, "a", `"a`},
		"If-None-Match":       {etag, "W/" + etag, "*", `"a"`, `"a", W/` + etag, `"a,b" ,"c",`, "a", `"a`},
		"If-Modified-Since":   {r.lastModified, httpDate(r, -time.Second), httpDate(r, time.Second), "yesterday"},
		"If-Unmodified-Since": {r.lastModified, httpDate(r, -time.Second), httpDate(r, time.Second), "yesterday"},
	}
	statuses := map[int]int{}
	for range 4_000 {
		req := httptest.NewRequest(http.MethodGet, "/", nil)
		req.Header.Set("Accept-Encoding", r.forms[0].Encoding)
		for name, choices := range values {
			if random.IntN(3) == 0 {
				req.Header.Set(name, choices[random.IntN(len(choices))])
			}
		}
		got, want := httptest.NewRecorder(), httptest.NewRecorder()
		r.ServeHTTP(got, req)
		want.Header().Set("ETag", etag)
		http.ServeContent(want, req, "", r.Modified, strings.NewReader("body"))
		if statuses[got.Code]++; got.Code != want.Code {
			t.Errorf("%v: %d, want %d", req.Header, got.Code, want.Code)
		}
	}
	for _, status := range []int{200, 304, 412} {
		if statuses[status] < 300 {
			t.Errorf("%d is answered %d times; the test shows little", status, statuses[status])
		}
	}
}

func httpDate(r *Resource, later time.Duration) string {
	return r.Modified.Add(later).UTC().Format(http.TimeFormat)
}

package prepared

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzAcceptEncoding asks for any encodings in two lines, and compares what is chosen with a model of the standard.
func FuzzAcceptEncoding(f *testing.F) {
	for _, lines := range [][2]string{
		{"gzip, deflate, br, zstd", ""}, {"gzip;q=0", "*"}, {"identity;q=0", ""}, {"*;q=0", "gzip;q=0.001"}, {"x-gzip ;\tQ=1.000,", ",,br;q=0.0000"}, {"gzip;q=1.001", "br;level=1"}, {"\"gzip, br\"", "gzip\x00"},
	} {
		f.Add(lines[0], lines[1])
	}
	r := resource()
	f.Fuzz(func(t *testing.T, first, second string) {
		lines := []string{first, second}
		got := "none"
		if rep := r.negotiate(http.Header{"Accept-Encoding": lines}); rep != nil {
			got = rep.Encoding
		}
		if want := modelled(lines, r); got != want {
			t.Errorf("Accept-Encoding %q: %s is sent, want %s", lines, got, want)
		}
	})
}

// FuzzConditions makes any conditions, and compares the answer with that of http.ServeContent.
func FuzzConditions(f *testing.F) {
	r := resource()
	etag := r.forms[0].etag
	f.Add("", "W/"+etag, "", "")
	f.Add(`"a,b" ,`+etag, "", "", r.lastModified)
	f.Add("*", "", "Monday, 16-Nov-26 03:00:00 GMT", "")
	f.Add("W/"+etag, "", "", "Mon Nov 16 03:00:00 2026")
	f.Add("", `"\", `+etag, r.lastModified, "")
	f.Fuzz(func(t *testing.T, match, noneMatch, modifiedSince, unmodifiedSince string) {
		req := httptest.NewRequest(http.MethodGet, "/", nil)
		req.Header.Set("Accept-Encoding", r.forms[0].Encoding)
		for name, value := range map[string]string{"If-Match": match, "If-None-Match": noneMatch, "If-Modified-Since": modifiedSince, "If-Unmodified-Since": unmodifiedSince} {
			if value != "" {
				req.Header.Set(name, value)
			}
		}
		got, want := httptest.NewRecorder(), httptest.NewRecorder()
		r.ServeHTTP(got, req)
		want.Header().Set("ETag", etag)
		http.ServeContent(want, req, "", r.Modified, strings.NewReader("body"))
		if got.Code != want.Code && !stricter(match, noneMatch) {
			t.Errorf("%v: %d, want %d", req.Header, got.Code, want.Code)
		}
	})
}

// stricter tells of lists that net/http reads until its first mistake, and we not at all.
func stricter(lists ...string) bool {
	for _, list := range lists {
		for list = strings.TrimLeft(list, space+","); list != ""; {
			_, rest, ok := firstTag(list)
			if !ok {
				return true
			}
			list = rest
		}
	}
	return false
}

package server_test

import (
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"pricepoint/data"
	"pricepoint/server"
	"pricepoint/server/prepared"
)

func TestDocumentHeaders(t *testing.T) {
	url, s := loaded(t)
	got := ask(t, "GET", url+"/api/tools.json?filter=ignored")
	if got.StatusCode != 200 || got.body != body(s, "api/tools.json") {
		t.Fatalf("status %d, body %.60q; want 200 and the document", got.StatusCode, got.body)
	}
	got.Header.Del("Date")
	want := http.Header{
		"Content-Type":                  {"application/json"},
		"Content-Length":                {fmt.Sprint(len(got.body))},
		"Etag":                          {fmt.Sprintf(`"%x"`, sha256.Sum256([]byte(got.body)))},
		"Last-Modified":                 {"Mon, 16 Nov 2026 03:00:00 GMT"},
		"Vary":                          {"Accept-Encoding"},
		"Cache-Control":                 {"public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800"},
		"Access-Control-Allow-Origin":   {"*"},
		"Access-Control-Expose-Headers": {"ETag, Last-Modified"},
		"X-Content-Type-Options":        {"nosniff"},
	}
	if diff := cmp.Diff(want, got.Header); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
}

func TestHeadIsGetWithoutBody(t *testing.T) {
	url, _ := loaded(t)
	for _, path := range []string{"/api/tools.json", "/", "/healthz", "/api/absent.json"} {
		for _, encoding := range []string{"identity", "gzip"} {
			get := ask(t, "GET", url+path, "Accept-Encoding", encoding)
			head := ask(t, "HEAD", url+path, "Accept-Encoding", encoding)
			get.Header.Del("Date")
			head.Header.Del("Date")
			if diff := cmp.Diff(get.Header, head.Header); diff != "" || head.StatusCode != get.StatusCode {
				t.Errorf("%s as %s: HEAD %d, GET %d, headers (-GET +HEAD):\n%s", path, encoding, head.StatusCode, get.StatusCode, diff)
			}
			if head.body != "" || head.ContentLength != int64(len(get.body)) {
				t.Errorf("%s as %s: HEAD has body %q and length %d, want none and %d", path, encoding, head.body, head.ContentLength, len(get.body))
			}
		}
	}
}

func TestEncodings(t *testing.T) {
	const refused = "406"
	srv := server.New(server.Options{Now: clock(monday)})
	s := withBrotli(t, snapshot(t, monday))
	if err := srv.Load(s, nil); err != nil {
		t.Fatal(err)
	}
	url := start(t, srv)
	for _, test := range []struct{ name, accept, want string }{
		{"nothing asked for", "-", "identity"},
		{"empty", "", "identity"},
		{"gzip", "gzip", "gzip"},
		{"as browsers ask", "gzip, deflate, br, zstd", "br"},
		{"zstd", "zstd", "zstd"},
		{"br", "br", "br"},
		{"zstd preferred", "gzip;q=0.5, br;q=0.5, zstd", "zstd"},
		{"gzip before br", "br;q=0.8, gzip", "gzip"},
		{"weights of three digits", "br;q=0.123, zstd;q=0.124", "zstd"},
		{"no space after the comma", "zstd,gzip;q=0", "zstd"},
		{"spaces around the weight", "gzip ; q=0.2 , zstd ; q=0.3", "zstd"},
		{"letter case", "GZip", "gzip"},
		{"empty elements", ", ,gzip,,", "gzip"},
		{"a weight in capitals", "gzip;Q=0, br;Q=0.5", "br"},
		{"the old name of gzip", "x-gzip", "gzip"},
		{"the old name of gzip refused", "x-gzip;q=0, *", "br"},
		{"a weight that is none", "gzip;q=2", "identity"},
		{"a weight that is not refused", "identity;q=none", "identity"},
		{"a parameter that is no weight", "gzip;level=9", "identity"},
		{"anything", "*", "br"},
		{"identity preferred", "gzip;q=0.5, identity", "identity"},
		{"gzip preferred", "identity;q=0.5, gzip;q=0.9", "gzip"},
		{"equal weight takes the smaller", "identity, gzip", "gzip"},
		{"gzip refused", "gzip;q=0", "identity"},
		{"gzip refused, others welcome", "gzip;q=0, *", "br"},
		{"only unknown ones", "compress, deflate", "identity"},
		{"a faint wish for gzip", "gzip;q=0.001", "gzip"},
		{"identity refused", "identity;q=0", refused},
		{"identity refused, gzip accepted", "identity;q=0, gzip", "gzip"},
		{"all refused", "*;q=0", refused},
		{"all but gzip refused", "gzip, *;q=0", "gzip"},
		{"all but identity refused", "identity, *;q=0", "identity"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var headers []string
			if test.accept != "-" {
				headers = []string{"Accept-Encoding", test.accept}
			}
			got := ask(t, "GET", url+"/api/tools.json", headers...)
			if got.Header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("Vary = %q, want Accept-Encoding", got.Header.Get("Vary"))
			}
			if test.want == refused {
				if got.StatusCode != 406 || !strings.Contains(got.body, "br, gzip, identity, zstd") {
					t.Errorf("Accept-Encoding %q: %d %s; want 406 naming them all", test.accept, got.StatusCode, got.body)
				}
				return
			}
			encoding, text := decode(t, got)
			if encoding != test.want || text != body(s, "api/tools.json") {
				t.Errorf("Accept-Encoding %q = %s, body %.60q; want %s and the document", test.accept, encoding, text, test.want)
			}
		})
	}
}

func decode(t *testing.T, a answer) (encoding, text string) {
	t.Helper()
	var r io.Reader = strings.NewReader(a.body)
	var err error
	switch encoding = a.Header.Get("Content-Encoding"); encoding {
	case "":
		encoding = "identity"
	case "gzip":
		r, err = gzip.NewReader(r)
	case "br":
		r = brotli.NewReader(r)
	case "zstd":
		r, err = zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20)) // as much as browsers take
	default:
		t.Fatalf("Content-Encoding %s, which nobody asked for", encoding)
	}
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return encoding, string(plain)
}

// withBrotli is a snapshot as a store returns it.
func withBrotli(t *testing.T, s data.Snapshot) data.Snapshot {
	t.Helper()
	for i, d := range s.Documents {
		s.Documents[i].Brotli = prepared.Brotli(d.Body)
	}
	return s
}

func TestStoredBrotliIsServedAsItIs(t *testing.T) {
	srv := server.New(server.Options{Now: clock(monday)})
	s := snapshot(t, monday)
	if err := srv.Load(s, nil); err != nil { // the same, but of no store
		t.Fatal(err)
	}
	s.Documents[0].Brotli = []byte("small")
	if err := srv.Load(s, nil); err != nil {
		t.Fatal(err)
	}
	got := ask(t, "GET", start(t, srv)+"/api/tools.json", "Accept-Encoding", "gzip, br")
	if got.Header.Get("Content-Encoding") != "br" || got.body != "small" || !strings.HasSuffix(got.Header.Get("ETag"), `-br"`) {
		t.Errorf("got %s %q with ETag %s, want the stored br bytes", got.Header.Get("Content-Encoding"), got.body, got.Header.Get("ETag"))
	}
}

func TestConditionalRequests(t *testing.T) {
	url, _ := loaded(t)
	url += "/api/tools.json"
	plain := ask(t, "GET", url).Header.Get("ETag")
	zipped := ask(t, "GET", url, "Accept-Encoding", "gzip").Header.Get("ETag")
	if plain == zipped || strings.HasPrefix(plain, "W/") {
		t.Fatalf("ETags %s and %s, want two strong ones", plain, zipped)
	}
	const made, before, after = "Mon, 16 Nov 2026 03:00:00 GMT", "Mon, 16 Nov 2026 02:59:59 GMT", "Tue, 17 Nov 2026 00:00:00 GMT"
	for _, test := range []struct {
		name    string
		headers []string
		want    int
	}{
		{"same tag", []string{"If-None-Match", plain}, 304},
		{"weak form", []string{"If-None-Match", "W/" + plain}, 304},
		{"any", []string{"If-None-Match", "*"}, 304},
		{"any, with spaces", []string{"If-None-Match", " * "}, 304},
		{"begins like any", []string{"If-None-Match", "*abc"}, 200},
		{"any in a list", []string{"If-None-Match", `*, "a"`}, 200},
		{"a list without commas", []string{"If-None-Match", `"a" ` + plain}, 200},
		{"in a list", []string{"If-None-Match", `"a", W/"b,c" ,` + plain + `, "d"`}, 304},
		{"on a second line", []string{"If-None-Match", `"a"`, "If-None-Match", plain}, 304},
		{"another tag", []string{"If-None-Match", `"a"`}, 200},
		{"inside another tag", []string{"If-None-Match", `"x` + strings.Trim(plain, `"`) + `"`}, 200},
		{"not a tag", []string{"If-None-Match", strings.Trim(plain, `"`)}, 200},
		{"unfinished tag", []string{"If-None-Match", `"` + strings.Trim(plain, `"`)}, 200},
		{"empty", []string{"If-None-Match", ""}, 200},
		{"tag of the other encoding", []string{"If-None-Match", zipped}, 200},
		{"tag of this encoding", []string{"If-None-Match", zipped, "Accept-Encoding", "gzip"}, 304},
		{"since then", []string{"If-Modified-Since", made}, 304},
		{"since later", []string{"If-Modified-Since", after}, 304},
		{"since earlier", []string{"If-Modified-Since", before}, 200},
		{"since nonsense", []string{"If-Modified-Since", "yesterday"}, 200},
		{"a tag outweighs the date", []string{"If-None-Match", `"a"`, "If-Modified-Since", after}, 200},
		{"two dates", []string{"If-Modified-Since", after, "If-Modified-Since", after}, 200},
		{"refused encoding outweighs both", []string{"If-None-Match", "*", "Accept-Encoding", "*;q=0"}, 406},
		{"only this", []string{"If-Match", plain}, 200},
		{"only one of these", []string{"If-Match", `"a", ` + plain}, 200},
		{"only any", []string{"If-Match", "*"}, 200},
		{"only another", []string{"If-Match", `"a"`}, 412},
		{"only the weak form", []string{"If-Match", "W/" + plain}, 412},
		{"only the other encoding", []string{"If-Match", zipped}, 412},
		{"only what begins like any", []string{"If-Match", "*abc"}, 412},
		{"unless modified since", []string{"If-Unmodified-Since", made}, 200},
		{"unless modified since before", []string{"If-Unmodified-Since", before}, 412},
		{"unless modified since nonsense", []string{"If-Unmodified-Since", "yesterday"}, 200},
		{"a wanted tag outweighs the date", []string{"If-Match", plain, "If-Unmodified-Since", before}, 200},
		{"wanted and had", []string{"If-Match", plain, "If-None-Match", plain}, 304},
		{"not wanted and had", []string{"If-Match", `"a"`, "If-None-Match", plain}, 412},
	} {
		for _, method := range []string{"GET", "HEAD"} {
			t.Run(test.name+" "+method, func(t *testing.T) {
				got := ask(t, method, url, test.headers...)
				if got.StatusCode != test.want {
					t.Fatalf("status %d, want %d", got.StatusCode, test.want)
				}
				if test.want == 304 {
					checkNotModified(t, got)
				}
				if test.want == 412 && (got.Header.Get("Cache-Control") != "no-store" || method == "GET" && problemOf(t, got).Status != 412) {
					t.Errorf("%v %s, want a problem that nobody keeps", got.Header, got.body)
				}
			})
		}
	}
}

func checkNotModified(t *testing.T, got answer) {
	t.Helper()
	if got.body != "" {
		t.Errorf("body %q, want none", got.body)
	}
	for _, name := range []string{"ETag", "Vary", "Cache-Control", "Date", "Access-Control-Allow-Origin"} {
		if got.Header.Get(name) == "" {
			t.Errorf("a 304 without %s", name)
		}
	}
	for _, name := range []string{"Content-Type", "Content-Length", "Content-Encoding"} {
		if value := got.Header.Get(name); value != "" {
			t.Errorf("a 304 with %s: %s", name, value)
		}
	}
}

// A rollback publishes old content as a new version: whoever asks by date must get it.
func TestRollbackIsNewerByDate(t *testing.T) {
	srv := server.New(server.Options{Now: clock(monday)})
	s := snapshot(t, monday.AddDate(0, 0, -7))
	s.Manifest.Version = data.Version(monday)
	if err := srv.Load(s, nil); err != nil {
		t.Fatal(err)
	}
	got := ask(t, "GET", start(t, srv)+"/api/tools.json", "If-Modified-Since", "Sun, 15 Nov 2026 03:00:00 GMT")
	if got.StatusCode != 200 {
		t.Errorf("status %d, want 200", got.StatusCode)
	}
}

package web

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/http/httpguts"

	"pricepoint/collectors/warc"
	"pricepoint/data"
)

// hostile is a site that answers every page and every robots.txt with the same bytes, and notes what it was asked.
type hostile struct {
	t            testing.TB
	page, robots []byte
	asked        int
}

// RoundTrip is net/http's in what matters here: it sends no malformed header and understands what that understands.
func (h *hostile) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Host != "a.example" || req.URL.Scheme != "https" {
		h.t.Errorf("%s is asked", req.URL)
	}
	for name, values := range req.Header {
		for _, value := range values {
			if !httpguts.ValidHeaderFieldValue(value) {
				h.t.Errorf("%s is sent as %q", name, value)
			}
		}
	}
	answer := h.page
	if h.asked++; req.URL.Path == "/robots.txt" {
		answer = h.robots
	}
	return http.ReadResponse(bufio.NewReader(bytes.NewReader(answer)), req)
}

const (
	fuzzedPage  = "https://a.example/page"
	fuzzedLimit = 1 << 16
)

// fetchFuzzed fetches the page of a transport.
func fetchFuzzed(t *testing.T, transport http.RoundTripper) (Payload, error) {
	t.Helper()
	return New(Options{Version: "1.2", Transport: transport, Now: clock}).Fetch(t.Context(), Request{URL: fuzzedPage, MaxBytes: fuzzedLimit})
}

// FuzzFetch has a site answer anything. Nobody else is asked, and not without end; what comes out is within its limits, is
// what it says it is and replays as the same, or is a failure of a known class; and a week later, when the site answers
// properly, what it said before does not matter.
func FuzzFetch(f *testing.F) {
	const ok = "HTTP/1.1 200 OK\r\n"
	for _, page := range []string{
		ok + "Content-Type: text/html; charset=iso-8859-1\r\nContent-Encoding: gzip\r\n\r\n" + gzipText("<p>10 \xa3"),
		ok + "ETag: \"a\"\r\nLast-Modified: yesterday\r\nContent-Length: 5\r\n\r\nhello", ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
		ok + "Content-Type: text/html\r\n\r\n<meta charset=utf-16>\xfe", ok + "Warc-Date: 1999-01-01T00:00:00Z\r\nSet-Cookie: a\r\n\r\nx",
		"HTTP/1.1 302 Found\r\nLocation: /page?1\r\n\r\n", "HTTP/1.1 301 Moved\r\nLocation: //b.example/\r\n\r\n", "HTTP/1.1 308 x\r\nLocation: http://a.example/\r\n\r\n",
		"HTTP/1.1 302 Found\r\nLocation: /" + strings.Repeat("ä", 1<<14) + "\r\n\r\n",
		"HTTP/1.1 307 x\r\nLocation: /robots.txt\r\n\r\n", "HTTP/1.1 304 Not Modified\r\n\r\n", "HTTP/1.1 429 x\r\nRetry-After: -1\r\n\r\n", "HTTP/1.1 000 \r\n\r\n", "HTTP/1.1 103 Early Hints\r\n\r\n",
		ok + "Content-Encoding: gzip\r\n\r\n" + gzipText(strings.Repeat("0", 1<<20)), ok + "Content-Length: 9999999999999999\r\n\r\nx",
	} {
		f.Add([]byte(page), []byte(ok+"\r\nUser-agent: *\nDisallow: /private\nCrawl-delay: 5"))
	}
	for _, robots := range []string{
		ok + "\r\nUser-agent: pricepoint\nDisallow: /*page$", ok + "\r\nDisallow: /", ok + "\r\nUser-agent: *\nCrawl-delay: -1e9\nAllow: %zz", "HTTP/1.1 503 x\r\n\r\n",
		"HTTP/1.1 302 x\r\nLocation: /robots.txt\r\n\r\n", "HTTP/1.1 302 x\r\nLocation: http://a.example/robots.txt\r\n\r\n", "HTTP/1.1 302 x\r\nLocation: ://\r\n\r\n", ok + "\r\n\xef\xbb\xbfUser-agent:*\rDisallow:/", "",
	} {
		f.Add([]byte(ok+"\r\nhello"), []byte(robots))
	}
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, page, robots []byte) {
		var archive bytes.Buffer
		site := &hostile{t: t, page: page, robots: robots}
		doc, err := fetchFuzzed(t, NewRecorder(site, warc.NewWriter(&archive), clock))
		checkFetched(t, site, doc, err)
		if archive.Len() == 0 {
			return
		}
		checkReplay(t, folder, archive.Bytes(), doc, err)
		if err == nil {
			checkNextWeek(t, doc, archive.Bytes())
		}
	})
}

func checkFetched(t *testing.T, site *hostile, doc Payload, err error) {
	t.Helper()
	if site.asked > 2*(maxRedirects+1) {
		t.Errorf("the site is asked %d times", site.asked)
	}
	if err != nil {
		if failure, is := errors.AsType[*data.Failure](err); !is || failure.Class == "" || failure.Common() == "" {
			t.Errorf("%v is no failure of a class", err)
		}
		return
	}
	same := newPayload(doc.URL, doc.ContentType, clock().Truncate(time.Second), doc.Body)
	if diff := cmp.Diff(same, doc); diff != "" || doc.URL != fuzzedPage || len(doc.Body) == 0 || len(doc.Body) > fuzzedLimit {
		t.Errorf("%d bytes of %s (-want +got):\n%s", len(doc.Body), doc.URL, diff)
	}
	if isText(doc.ContentType) && !bytes.HasPrefix(doc.Body, zipMagic) && !utf8.Valid(doc.Body) {
		t.Errorf("%s is not UTF-8: %q", doc.ContentType, doc.Body)
	}
}

// checkReplay wants the archive of the run to answer as the site has, but for answers that did not arrive whole: of those
// it holds nothing.
func checkReplay(t *testing.T, folder string, archive []byte, doc Payload, err error) {
	t.Helper()
	if err != nil && slices.Contains([]data.FailureClass{data.PageTooLarge, data.NoConnection, data.OtherFailure}, data.FailureOf(err).Class) {
		return
	}
	path := filepath.Join(folder, "run.warc.gz")
	if err := os.WriteFile(path, archive, 0o600); err != nil {
		t.Fatal(err)
	}
	again, sameErr := fetchFuzzed(t, openReplay(t, path, time.Time{}))
	if diff := cmp.Diff(doc, again); diff != "" || (err == nil) != (sameErr == nil) || err != nil && err.Error() != sameErr.Error() {
		t.Errorf("the replay says %v where the site said %v (-site +replay):\n%s", sameErr, err, diff)
	}
}

// checkNextWeek asks a site that has mended its ways, and knows what it said before.
func checkNextWeek(t *testing.T, doc Payload, archive []byte) {
	t.Helper()
	earlier, err := ReadEarlier(archives{"": archive}.open, []data.Input{inputOf(doc, "")})
	if err != nil {
		t.Errorf("what was read is not in the archive: %v", err)
	}
	mended := &hostile{t: t, page: []byte("HTTP/1.1 200 OK\r\n\r\nanew"), robots: []byte("HTTP/1.1 404 Not Found\r\n\r\n")}
	if again, err := fetchFuzzed(t, NewConditional(NewRecorder(mended, warc.NewWriter(io.Discard), clock), earlier)); err != nil || string(again.Body) != "anew" {
		t.Errorf("the week after: %q, %v", again.Body, err)
	}
}

// FuzzReplay opens whatever somebody calls an archive: what it holds is fetched within the limits or fails as a page does.
func FuzzReplay(f *testing.F) {
	var archive bytes.Buffer
	w := warc.NewWriter(&archive)
	for _, raw := range []string{"HTTP/1.1 200 OK\r\n\r\nhello", "HTTP/1.1 302 Found\r\nLocation: /page\r\n\r\n"} {
		if err := w.WriteResponse(fuzzedPage, on(1), []byte(raw)); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(archive.Bytes())
	f.Add([]byte("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: <https://a.example/page>\r\nWARC-Date: 2026-05-01T00:00:00Z\r\nContent-Length: 24\r\n\r\nHTTP/1.1 200 OK\r\n\r\nhello\r\n\r\n"))
	f.Add([]byte("WARC/1.1\r\nWARC-Type: revisit\r\nWARC-Target-URI: https://a.example/page\r\nWARC-Date: 2026-05-01T00:00:00Z\r\nWARC-Payload-Digest: sha256:a\r\nContent-Length: 0\r\n\r\n\r\n\r\n"))
	path := filepath.Join(f.TempDir(), "some.warc")
	f.Fuzz(func(t *testing.T, archive []byte) {
		if err := os.WriteFile(path, archive, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := OpenReplay(path, on(20))
		if err != nil {
			return
		}
		if at, found := r.Date(fuzzedPage); found && at.After(on(20)) {
			t.Errorf("the page of %s is of the future", at)
		}
		doc, err := fetchFuzzed(t, r)
		if err == nil && (len(doc.Body) > fuzzedLimit || doc.FetchedAt.After(on(20))) {
			t.Errorf("%d bytes of %s", len(doc.Body), doc.FetchedAt)
		}
		if failure, is := errors.AsType[*data.Failure](err); err != nil && (!is || failure.Class == "") {
			t.Errorf("%v is no failure of a class", err)
		}
	})
}

// FuzzRetryAfter waits as long as a site asks, and never longer than we allow.
func FuzzRetryAfter(f *testing.F) {
	for _, asked := range []string{"5", "-1", "99999999999999999999", "9223372036854775807", "Wed, 06 May 2026 07:08:19 GMT", "Mon, 01 Jan 0001 00:00:00 GMT", "1e3", " 5", "", "Fri, 31 Dec 9999 23:59:59 GMT"} {
		f.Add(asked)
	}
	r := retrying{LiveOptions: LiveOptions{MaxDelay: 30 * time.Second, Now: clock}}
	f.Fuzz(func(t *testing.T, asked string) {
		wait, stated := r.retryAfter(&http.Response{Header: http.Header{"Retry-After": {asked}}})
		if wait < 0 || wait > r.MaxDelay || !stated && wait != 0 {
			t.Errorf("Retry-After %q is %s, %v", asked, wait, stated)
		}
	})
}

// FuzzRedirect follows no address off the host, to another port or into the open.
func FuzzRedirect(f *testing.F) {
	for _, location := range []string{"/b", "//b.example", "http://a.example/", "https://a.example:444/", "https://A.example/", "?", "#x", "\\\\b.example", "https:b", "https://u:p@a.example/x", "javascript:1", "%zz", "https://a.example\x00/"} {
		f.Add(location)
	}
	from, err := url.Parse(fuzzedPage)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, location string) {
		to, err := redirect(from, http.StatusFound, location)
		if err == nil && (to.Host != from.Host || to.Scheme != from.Scheme || *to == *from) {
			t.Errorf("%q leads from %s to %s", location, from, to)
		}
	})
}

package web

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/http"
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
	unheard      bool // an answer is no HTTP, so that the archive cannot hold it
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
	response, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(answer)), req)
	h.unheard = h.unheard || err != nil
	return response, err
}

const fuzzedPage = "https://a.example/page"

// fetchFuzzed fetches the page of a transport.
func fetchFuzzed(t *testing.T, transport http.RoundTripper) (Payload, error) {
	t.Helper()
	return New(Options{Version: "1.2", Transport: transport, Now: clock}).Fetch(t.Context(), Request{URL: fuzzedPage})
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
	f.Add([]byte("HTTP/1.1 302 x\r\nLocation"), []byte("HTTP/1.1 302 x\r\nLocation: /other\r\n\r\n"))
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, page, robots []byte) {
		var archive bytes.Buffer
		site := &hostile{t: t, page: page, robots: robots}
		doc, err := fetchFuzzed(t, NewRecorder(site, warc.NewWriter(&archive), clock, Earlier{}))
		checkFetched(t, site, doc, err)
		if archive.Len() == 0 || err != nil && site.unheard {
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
	same := newPayload(doc.URL, clock().Truncate(time.Second), doc.Body)
	if diff := cmp.Diff(same, doc); diff != "" || doc.URL != fuzzedPage || len(doc.Body) == 0 || len(doc.Body) > MaxBytes {
		t.Errorf("%d bytes of %s (-want +got):\n%s", len(doc.Body), doc.URL, diff)
	}
	if !bytes.HasPrefix(doc.Body, zipMagic) && !utf8.Valid(doc.Body) {
		t.Errorf("it is not UTF-8: %q", doc.Body)
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
	if again, err := fetchFuzzed(t, NewRecorder(mended, warc.NewWriter(io.Discard), clock, earlier)); err != nil || string(again.Body) != "anew" {
		t.Errorf("the week after: %q, %v", again.Body, err)
	}
}

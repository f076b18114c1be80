package warc_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors/warc"
)

// Other programs are no part of this module: without one its test skips and says how to get it.

// TestWarcioReadsOurArchives lets npm's warcio index an archive of ours and check every digest in it.
func TestWarcioReadsOurArchives(t *testing.T) {
	pkg := os.Getenv("WARCIO_PACKAGE")
	if pkg == "" {
		t.Skip("WARCIO_PACKAGE does not name the folder of npm's warcio; npm install warcio@2.4.11, then node_modules/warcio")
	}
	path := filepath.Join(t.TempDir(), "ours.warc.gz")
	if err := os.WriteFile(path, archive(t, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nfive", "HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno"), 0o644); err != nil {
		t.Fatal(err)
	}
	checked := output(t, "node", filepath.Join("testdata", "check.cjs"), pkg, path)
	if lines := strings.Count(checked, " ok\n"); lines != 3 {
		t.Errorf("warcio finds %d good records, want 3:\n%s", lines, checked)
	}
	index := output(t, filepath.Join(pkg, "..", ".bin", "warcio"), "index", path)
	if lines := strings.Count(index, `"warc-type":"response"`); lines != 2 {
		t.Errorf("warcio indexes %d responses, want 2:\n%s", lines, index)
	}
}

// TestReadsWhatWgetWrites records a small site with GNU wget and reads it back: gzip, chunks, a redirect, an error.
func TestReadsWhatWgetWrites(t *testing.T) {
	if _, err := exec.LookPath("wget"); err != nil {
		t.Skip("GNU wget is not installed; on Debian: apt-get install wget")
	}
	site := httptest.NewServer(http.HandlerFunc(wgetSite))
	defer site.Close()
	base := filepath.Join(t.TempDir(), "site")
	args := []string{"--quiet", "--warc-file=" + base, "--output-document=" + os.DevNull, "--compression=gzip"}
	for _, page := range []string{"/plain", "/chunked", "/gzip", "/moved", "/gone"} {
		args = append(args, site.URL+page)
	}
	_ = exec.Command("wget", args...).Run() // exits with 8 because of /gone
	want := map[string]string{"/plain": "200 plain", "/chunked": "200 chunked", "/gzip": "200 gzip", "/moved": "302 ", "/gone": "410 gone"}
	if diff := cmp.Diff(want, wgetPages(t, base+".warc.gz", site.URL)); diff != "" {
		t.Errorf("the archive holds other answers (-want +got):\n%s", diff)
	}
}

func wgetSite(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/chunked":
		for _, part := range []string{"chun", "ked"} {
			io.WriteString(w, part)
			w.(http.Flusher).Flush()
		}
	case "/gzip":
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		io.WriteString(z, "gzip")
		z.Close()
	case "/moved":
		w.Header().Set("Location", "/plain")
		w.WriteHeader(http.StatusFound)
	case "/gone":
		w.WriteHeader(http.StatusGone)
		io.WriteString(w, "gone")
	default:
		io.WriteString(w, "plain")
	}
}

// wgetPages are the answers in an archive: path -> status and decoded body.
func wgetPages(t *testing.T, path, site string) map[string]string {
	t.Helper()
	body, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	records, err := readAll(body)
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{}
	for _, r := range records {
		if r.Type != warc.Response || !strings.HasPrefix(strings.Trim(r.TargetURI, "<>"), site) {
			continue
		}
		resp, err := r.Response()
		if err != nil {
			t.Fatal(err)
		}
		var reader io.Reader = resp.Body
		if resp.Header.Get("Content-Encoding") == "gzip" {
			if reader, err = gzip.NewReader(resp.Body); err != nil {
				t.Fatal(err)
			}
		}
		text, err := io.ReadAll(reader)
		if err != nil {
			t.Fatal(err)
		}
		if r.Date.After(time.Now().Add(time.Hour)) {
			t.Errorf("%s is of %s, in the future", r.TargetURI, r.Date)
		}
		pages[strings.TrimPrefix(strings.Trim(r.TargetURI, "<>"), site)] = fmt.Sprint(resp.StatusCode, " ", string(text))
	}
	return pages
}

func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors/warc"
	"pricepoint/data"
)

func on(day int) time.Time { return time.Date(2026, 5, day, 0, 0, 0, 0, time.UTC) }

// archiveFile writes an archive of plain text pages: address -> day -> body.
func archiveFile(t *testing.T, write func(*warc.Writer) error) string {
	t.Helper()
	var buf bytes.Buffer
	if err := write(warc.NewWriter(&buf)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "archive.warc.gz")
	if err := os.WriteFile(path, buf.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func openReplay(t *testing.T, path string, asOf time.Time) *Replay {
	t.Helper()
	replay, err := OpenReplay(path, asOf)
	if err != nil {
		t.Fatal(err)
	}
	return replay
}

func TestReplayAnswersTheNewestRecord(t *testing.T) {
	path := archiveFile(t, func(w *warc.Writer) error {
		for _, day := range []int{10, 20, 5} { // in no order
			raw := "HTTP/1.1 200 OK\r\n\r\nday " + on(day).Format(time.DateOnly)
			if err := w.WriteResponse("https://a.example", on(day), []byte(raw)); err != nil {
				return err
			}
		}
		return w.WriteResponse("https://a.example/refused", on(1), []byte("HTTP/1.1 403 Forbidden\r\n\r\nno"))
	})
	for name, tc := range map[string]struct {
		asOf          time.Time
		address, want string // body, or part of the error
	}{
		"newest of all":        {time.Time{}, "https://a.example/", "day 2026-05-20"},
		"not later than asked": {on(15), "https://a.example/", "day 2026-05-10"},
		"on the very day":      {on(10), "https://a.example/", "day 2026-05-10"},
		"a fragment is no key": {on(7), "https://a.example/#prices", "day 2026-05-05"},
		"a refusal as it was":  {on(15), "https://a.example/refused", "status 403"},
		"no such record":       {on(15), "https://a.example/other", "status 404"},
		"only later records":   {on(2), "https://a.example/", "status 404"},
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := testWeb(openReplay(t, path, tc.asOf)).Fetch(t.Context(), Request{URL: tc.address})
			if err != nil {
				if !strings.Contains(err.Error(), tc.want) {
					t.Errorf("Fetch = %v, want %q", err, tc.want)
				}
				return
			}
			if string(doc.Body) != tc.want || !strings.HasSuffix(tc.want, doc.FetchedAt.Format(time.DateOnly)) {
				t.Errorf("Fetch = %q of %s, want %q", doc.Body, doc.FetchedAt, tc.want)
			}
		})
	}
}

// TestRevisitIsAnsweredWithItsPayload has the records of one archive in no order.
func TestRevisitIsAnsweredWithItsPayload(t *testing.T) {
	const page = "HTTP/1.1 200 OK\r\n\r\nhello"
	kept := &warc.Record{TargetURI: "https://a.example/", Date: on(1), Block: []byte(page)}
	for _, first := range []bool{false, true} {
		path := archiveFile(t, func(w *warc.Writer) error {
			visit := func() error { return w.WriteResponse("https://a.example/", on(1), []byte(page)) }
			revisit := func() error {
				return w.WriteRevisit("https://a.example/", on(9), []byte(page), warc.IdenticalPayload, kept)
			}
			if first {
				visit, revisit = revisit, visit
			}
			return errors.Join(visit(), revisit())
		})
		doc, err := testWeb(openReplay(t, path, time.Time{})).Fetch(t.Context(), Request{URL: "https://a.example/"})
		if string(doc.Body) != "hello" || !doc.FetchedAt.Equal(on(9)) {
			t.Errorf("Fetch = %q of %s, %v, want hello of %s", doc.Body, doc.FetchedAt, err, on(9))
		}
	}
}

// revisitArchive writes an archive that only points at the payload of another, and says whose it is.
func revisitArchive(t *testing.T, dir, name string, earlier *warc.Record) string {
	t.Helper()
	var buf bytes.Buffer
	raw := []byte("HTTP/1.1 304 Not Modified\r\n\r\n")
	if err := warc.NewWriter(&buf).WriteRevisit("https://a.example/", on(9), raw, warc.NotModified, earlier); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, buf.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestReplayOfRevisitsOnly replays an archive whose pages are in another one.
func TestReplayOfRevisitsOnly(t *testing.T) {
	kept := archiveFile(t, func(w *warc.Writer) error {
		return w.WriteResponse("https://a.example/", on(1), []byte("HTTP/1.1 200 OK\r\n\r\nhello"))
	})
	file, err := os.Open(kept)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	earlier, err := warc.ReadAt(file, 0)
	if err != nil {
		t.Fatal(err)
	}
	alone := revisitArchive(t, t.TempDir(), "later.warc.gz", earlier)
	for _, words := range []string{alone, "https://a.example/", "received it at 2026-05-01T00:00:00Z", earlier.PayloadDigest(), "same directory"} {
		if _, err := OpenReplay(alone, time.Time{}); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("OpenReplay = %v, want an error that says %q", err, words)
		}
	}
	if _, err := OpenReplay(alone, on(2)); err == nil || !strings.Contains(err.Error(), "holds no responses up to") {
		t.Errorf("OpenReplay = %v, want an error about the day", err)
	}

	beside := revisitArchive(t, filepath.Dir(kept), "later.warc.gz", earlier)
	if err := os.WriteFile(filepath.Join(filepath.Dir(kept), "damaged.warc.gz"), []byte("no archive"), 0o600); err != nil {
		t.Fatal(err)
	}
	doc, err := testWeb(openReplay(t, beside, time.Time{})).Fetch(t.Context(), Request{URL: "https://a.example/"})
	if string(doc.Body) != "hello" || !doc.FetchedAt.Equal(on(9)) {
		t.Errorf("Fetch = %q of %s, %v, want hello of %s", doc.Body, doc.FetchedAt, err, on(9))
	}
}

// TestReplayDoesNotAnswerWithAnOlderPage has a page, and a later note that another one had not changed.
func TestReplayDoesNotAnswerWithAnOlderPage(t *testing.T) {
	other := &warc.Record{ID: "<urn:uuid:1>", TargetURI: "https://a.example/", Date: on(5), Block: []byte("HTTP/1.1 200 OK\r\n\r\nanother page")}
	path := archiveFile(t, func(w *warc.Writer) error {
		for _, address := range []string{"https://a.example/", "https://a.example/other"} {
			if err := w.WriteResponse(address, on(1), []byte("HTTP/1.1 200 OK\r\n\r\nhello")); err != nil {
				return err
			}
		}
		return w.WriteRevisit("https://a.example/", on(9), []byte("HTTP/1.1 304 Not Modified\r\n\r\n"), warc.NotModified, other)
	})
	for day, want := range map[int]string{20: "received it at 2026-05-05T00:00:00Z", 8: ""} {
		_, err := testWeb(openReplay(t, path, on(day))).Fetch(t.Context(), Request{URL: "https://a.example/"})
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("Fetch as of day %d = %v, want an error that says %q", day, err, want)
		}
	}
}

func TestOpenReplayFails(t *testing.T) {
	good := archiveFile(t, func(w *warc.Writer) error {
		body := make([]byte, 100_000) // more than what is decompressed at a time
		rand.NewChaCha8([32]byte{}).Read(body)
		return w.WriteResponse("https://a.example/", on(5), append([]byte("HTTP/1.1 200 OK\r\n\r\n"), body...))
	})
	bytes, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.warc.gz")
	if err := os.WriteFile(cut, bytes[:len(bytes)-30], 0o600); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct{ path, want string }{
		"no file":                {"absent.warc.gz", "open replay: open absent.warc.gz"},
		"cut file":               {cut, "replay " + cut + ": WARC record at byte 0 is damaged"},
		"nothing up to that day": {good, "the file holds no responses up to 2026-05-02T00:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := OpenReplay(tc.path, on(2)); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("OpenReplay = %v, want %q", err, tc.want)
			}
		})
	}
}

func TestRecordedRunReplays(t *testing.T) {
	s := serve(t, map[string]any{
		"/robots.txt": "User-agent: *\nDisallow: /private",
		"/page":       redirectTo("/moved"),
		"/moved": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("WARC-Date", "1999-01-01T00:00:00Z") // a lie
			w.Header().Set("Set-Cookie", "session=secret")
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", "gzip")
			w.Write([]byte(gzipText("10 £")))
		},
	})
	requests := []string{s.URL + "/page", s.URL + "/private", s.URL + "/absent"}
	fetch := func(transport http.RoundTripper) (docs []Payload, errs []string) {
		w := testWeb(transport)
		for _, address := range requests {
			doc, err := w.Fetch(t.Context(), Request{URL: address})
			docs = append(docs, doc)
			if err != nil {
				errs = append(errs, err.Error())
			}
		}
		return docs, errs
	}
	var docs []Payload
	var errs []string
	path := archiveFile(t, func(w *warc.Writer) error {
		docs, errs = fetch(NewRecorder(live(0), w, clock, Earlier{}))
		return nil
	})
	s.Close()
	if !docs[0].FetchedAt.Equal(clock().Truncate(time.Second)) || string(docs[0].Body) != "10 £" {
		t.Errorf("fetched %q at %s, want 10 £ at %s", docs[0].Body, docs[0].FetchedAt, clock())
	}
	again, sameErrs := fetch(openReplay(t, path, time.Time{}))
	if diff := cmp.Diff(docs, again); diff != "" {
		t.Errorf("replayed documents differ (-live +replay):\n%s", diff)
	}
	if diff := cmp.Diff(errs, sameErrs); diff != "" {
		t.Errorf("replayed errors differ (-live +replay):\n%s", diff)
	}
	first, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if plain := gunzipAll(t, first); strings.Contains(plain, "secret") || strings.Contains(plain, "1999-01-01") {
		t.Errorf("the archive keeps what it should not:\n%s", plain)
	}

	var second bytes.Buffer
	fetch(NewRecorder(openReplay(t, path, time.Time{}), warc.NewWriter(&second), time.Now, Earlier{}))
	if !bytes.Equal(first, second.Bytes()) {
		t.Error("recording a replay gives another archive")
	}

	archived, err := ReadArchived(archives{"": first}.open, []data.Input{{URL: docs[0].URL, SHA256: docs[0].SHA256, FetchedAt: data.At(docs[0].FetchedAt)}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(docs[:1], archived); diff != "" {
		t.Errorf("archived document differs (-live +archived):\n%s", diff)
	}
}

func TestReadArchivedNamesWhatIsMissing(t *testing.T) {
	_, err := ReadArchived(archives{"a.warc.gz": nil}.open, []data.Input{{URL: "https://a.example/", SHA256: "abc", Archive: "a.warc.gz"}})
	if err == nil || !strings.Contains(err.Error(), "a.warc.gz holds no payload of https://a.example/ with sha256 abc") {
		t.Errorf("ReadArchived = %v", err)
	}
}

func TestResponseThatCannotBeArchivedIsAnError(t *testing.T) {
	s := serve(t, map[string]any{"/page": "hello"})
	_, err := testWeb(NewRecorder(live(0), warc.NewWriter(fullDisk{}), clock, Earlier{})).Fetch(t.Context(), Request{URL: s.URL + "/page"})
	if err == nil || !strings.Contains(err.Error(), "archive the response: write WARC record: disk full") {
		t.Errorf("Fetch = %v, want the error of the archive", err)
	}
}

// archives are archive files by name.
type archives map[string][]byte

func (a archives) open(name string) (io.ReadCloser, error) {
	file, ok := a[name]
	if !ok {
		return nil, fmt.Errorf("there is no archive %q", name)
	}
	return io.NopCloser(bytes.NewReader(file)), nil
}

// fullDisk refuses every write.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func gunzipAll(t *testing.T, b []byte) string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}

package web

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors/warc"
	"pricepoint/data"
)

const longText = "every price of the page, at some length"

// asks are the headers of a request that ask whether the value of another has changed.
var asks = map[string]string{"ETag": "If-None-Match", "Last-Modified": "If-Modified-Since"}

// marked serves a page under a header by which it can be asked for only if it has changed, and counts the bytes of its bodies.
func marked(header, value, body string, sent *int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(header, value)
		if ask := asks[header]; ask != "" && r.Header.Get(ask) == value {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		n, _ := w.Write([]byte(body))
		*sent += n
	}
}

// visitOn fetches the page as a run of that day does, and returns the archive of the run.
func visitOn(t *testing.T, day int, url string, earlier Earlier) (Payload, []byte) {
	t.Helper()
	var archive bytes.Buffer
	now := func() time.Time { return on(day) }
	doc, err := New(Options{Transport: NewRecorder(live(0), warc.NewWriter(&archive), now, earlier), Now: now}).Fetch(t.Context(), Request{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	return doc, archive.Bytes()
}

func inputOf(doc Payload, archive string) data.Input {
	return data.Input{URL: doc.URL, FetchedAt: data.At(doc.FetchedAt), SHA256: doc.SHA256, Archive: archive}
}

func TestKnownPayloadIsNotSentOrKeptAgain(t *testing.T) {
	page := func(header, value, body string) func(*int) http.HandlerFunc {
		return func(sent *int) http.HandlerFunc { return marked(header, value, body, sent) }
	}
	zipped := func(sent *int) http.HandlerFunc {
		page := marked("ETag", `"1"`, gzipText(longText), sent)
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			page(w, r)
		}
	}
	for name, tc := range map[string]struct {
		first, second func(*int) http.HandlerFunc
		body          string // of the second run
		resent        bool
		profile       string // of the revisit, "" when the payload is kept
	}{
		"by its ETag":               {first: page("ETag", `"1"`, longText), body: longText, profile: warc.NotModified},
		"by a weak ETag":            {first: page("ETag", `W/"1"`, longText), body: longText, profile: warc.NotModified},
		"by its date":               {first: page("Last-Modified", "Fri, 01 May 2026 00:00:00 GMT", longText), body: longText, profile: warc.NotModified},
		"compressed":                {first: zipped, body: longText, profile: warc.NotModified},
		"sent again, byte for byte": {first: page("Server", "x", longText), body: longText, resent: true, profile: warc.IdenticalPayload},
		"under a new ETag":          {first: page("ETag", `"1"`, longText), second: page("ETag", `"2"`, longText), body: longText, resent: true, profile: warc.IdenticalPayload},
		"changed":                   {first: page("ETag", `"1"`, longText), second: page("ETag", `"2"`, "another page"), body: "another page", resent: true},
	} {
		t.Run(name, func(t *testing.T) {
			sent := 0
			answers := map[string]any{"/page": redirectTo("/moved"), "/moved": tc.first(&sent)}
			s := serve(t, answers)
			before, first := visitOn(t, 1, s.URL+"/page", Earlier{})
			files := archives{"first": first}
			earlier, err := ReadEarlier(files.open, []data.Input{inputOf(before, "first")})
			if err != nil {
				t.Fatal(err)
			}

			sent = 0
			if tc.second != nil {
				answers["/moved"] = tc.second(&sent)
			}
			doc, second := visitOn(t, 8, s.URL+"/page", earlier)
			if string(doc.Body) != tc.body || !doc.FetchedAt.Equal(on(8)) {
				t.Errorf("fetched %q of %s, want %q of %s", doc.Body, doc.FetchedAt, tc.body, on(8))
			}
			if (sent > 0) != tc.resent {
				t.Errorf("%d bytes of the page were sent, want some: %t", sent, tc.resent)
			}
			if got := profileOf(t, second); got != tc.profile {
				t.Errorf("the archive holds a revisit with profile %q, want %q", got, tc.profile)
			}

			files["second"] = second
			kept := earlier.Archive(doc.SHA256)
			if (kept == "first") != (tc.profile != "") {
				t.Errorf("the payload is said to be in %q", kept)
			}
			if kept == "" {
				kept = "second"
			}
			carried, err := ReadArchived(files.open, []data.Input{inputOf(doc, kept)})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(doc, carried[0]); diff != "" {
				t.Errorf("the archived document differs (-fetched +archived):\n%s", diff)
			}
		})
	}
}

// profileOf returns the profile of the only revisit in an archive, and checks that it leads to the earlier record.
func profileOf(t *testing.T, archive []byte) string {
	t.Helper()
	profile := ""
	err := eachRecord(bytes.NewReader(archive), func(record *warc.Record) {
		if record.Type != warc.Revisit {
			return
		}
		profile = record.Header.Get("WARC-Profile")
		to, date := record.Header.Get("WARC-Refers-To-Target-URI"), record.Header.Get("WARC-Refers-To-Date")
		if to != record.TargetURI || !strings.HasSuffix(to, "/moved") || date != on(1).Format(time.RFC3339) || !record.Date.Equal(on(8)) {
			t.Errorf("%s of %s refers to %s of %s", record.TargetURI, record.Date, to, date)
		}
		if !record.HasPayload([]byte(gzipText(longText))) && !record.HasPayload([]byte(longText)) {
			t.Errorf("the payload digest is %s", record.PayloadDigest())
		}
	})
	if err != nil {
		t.Error(err)
	}
	return profile
}

func TestNotModifiedThatNobodyAskedForIsAFailure(t *testing.T) {
	answers := map[string]any{"/page": longText}
	s := serve(t, answers)
	before, first := visitOn(t, 1, s.URL+"/page", Earlier{})
	earlier, err := ReadEarlier(archives{"first": first}.open, []data.Input{inputOf(before, "first")})
	if err != nil {
		t.Fatal(err)
	}
	answers["/page"] = 304 // although the page has neither an ETag nor a date
	_, err = New(Options{Transport: NewRecorder(live(0), warc.NewWriter(io.Discard), clock, earlier)}).Fetch(t.Context(), Request{URL: s.URL + "/page"})
	if err == nil || !strings.Contains(err.Error(), "status 304") {
		t.Errorf("Fetch = %v, want the status", err)
	}
}

func TestReadEarlierKnowsWhatIsThere(t *testing.T) {
	sent := 0
	s := serve(t, map[string]any{"/page": marked("ETag", `"1"`, longText, &sent)})
	doc, first := visitOn(t, 1, s.URL+"/page", Earlier{})
	earlier, err := ReadEarlier(archives{"first": first}.open, []data.Input{inputOf(doc, "first"), {URL: "https://a.example/", SHA256: "abc", Archive: "lost"}})
	if err == nil || !strings.Contains(err.Error(), `there is no archive "lost"`) {
		t.Errorf("ReadEarlier = %v, want what is lost", err)
	}
	if got := earlier.Archive(doc.SHA256); got != "first" {
		t.Errorf("the payload is in %q, want first", got)
	}
}

package store

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pricepoint/data/bucket/s3test"
)

// listing is an answer to a listing.
func listing(names []string, next string) string {
	var text strings.Builder
	fmt.Fprintf(&text, `<ListBucketResult><Name>prices</Name><IsTruncated>%t</IsTruncated><NextContinuationToken>%s</NextContinuationToken>`, next != "", next)
	for _, name := range names {
		fmt.Fprintf(&text, `<Contents><Key>%s</Key><LastModified>2026-11-21T03:00:00.000Z</LastModified><ETag>"x"</ETag><Size>1</Size></Contents>`, name)
	}
	return text.String() + `</ListBucketResult>`
}

// endless never ends, but for the patience of who reads.
func endless(w io.Writer, begin, piece string) {
	if _, err := io.WriteString(w, begin); err != nil {
		return
	}
	for range 64 << 20 / len(piece) { // more than anybody may read
		if _, err := io.WriteString(w, piece); err != nil {
			return
		}
	}
}

// TestHostileStorage has a server that answers whatever it likes. Nothing is served of it, nothing panics, and each error
// says which store it was.
func TestHostileStorage(t *testing.T) {
	var elsewhere atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	defer other.Close()
	isList := func(r *http.Request) bool { return r.URL.Query().Has("list-type") }
	object := func(w http.ResponseWriter, body string) {
		w.Header().Set("ETag", `"x"`)
		w.Header().Set("Last-Modified", "Sat, 21 Nov 2026 03:00:00 GMT")
		_, _ = io.WriteString(w, body)
	}
	pages := 0
	for name, answer := range map[string]http.HandlerFunc{
		"garbage": func(w http.ResponseWriter, _ *http.Request) { object(w, "\x00\xff<html>\x1b[2J") },
		"nothing": func(http.ResponseWriter, *http.Request) {},
		"elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+r.URL.Path, http.StatusTemporaryRedirect)
		},
		"names-outside": func(w http.ResponseWriter, r *http.Request) {
			if isList(r) {
				_, _ = io.WriteString(w, listing([]string{"x", "../../etc/passwd"}, ""))
				return
			}
			http.Error(w, `<Error><Code>NoSuchKey</Code></Error>`, http.StatusNotFound)
		},
		"endless-pages": func(w http.ResponseWriter, r *http.Request) {
			if !isList(r) {
				http.Error(w, `<Error><Code>NoSuchKey</Code></Error>`, http.StatusNotFound)
				return
			}
			var names []string
			for i := range 5000 {
				names = append(names, fmt.Sprintf("%s%05d-%05d/", r.URL.Query().Get("prefix"), pages, i))
			}
			pages++
			_, _ = io.WriteString(w, listing(names, fmt.Sprint("t", pages)))
		},
		"endless-page": func(w http.ResponseWriter, r *http.Request) {
			if isList(r) {
				endless(w, "<ListBucketResult>", "<Contents><Key>"+strings.Repeat("x", 900)+"</Key></Contents>")
				return
			}
			http.Error(w, `<Error><Code>NoSuchKey</Code></Error>`, http.StatusNotFound)
		},
		"endless-pointer": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("ETag", `"x"`)
			w.Header().Set("Last-Modified", "Sat, 21 Nov 2026 03:00:00 GMT")
			w.Header().Set("Content-Length", fmt.Sprint(int64(1)<<40))
			endless(w, "", strings.Repeat(" ", 1<<16))
		},
		"to-what-is-not-there": func(w http.ResponseWriter, r *http.Request) {
			switch {
			case isList(r):
				_, _ = io.WriteString(w, listing(nil, ""))
			default:
				object(w, `{"version": "`+second+`", "manifest": "`+strings.Repeat("0", 64)+`"}`)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(answer)
			defer server.Close()
			b := openBucket(t, &s3test.Server{}, "prices", server.Listener.Addr().String())
			if strings.HasPrefix(name, "endless-page") { // each costs what may be read at most
				if all, err := b.List(); err == nil || len(all) > 0 {
					t.Errorf("List() = %d versions, %v", len(all), err)
				}
				return
			}
			wantNothingOf(t, b)
			b.locked.Store(true)
			if _, err := b.Publish(t.Context(), build(first, ""), strings.NewReader("responses")); err == nil {
				t.Error("it publishes")
			} else {
				wantError(t, err, b.String())
			}
		})
	}
	if elsewhere.Load() > 0 {
		t.Error("a redirection is followed, signature and all")
	}
}

// wantNothingOf reads a store in which nothing is to be believed.
func wantNothingOf(t *testing.T, b *remote) {
	t.Helper()
	snapshot, _, err := b.Latest()
	if err == nil {
		t.Errorf("the newest snapshot is %q", snapshot.Manifest.Version)
	} else {
		wantError(t, err, b.String())
	}
	if all, _ := b.List(); len(all) > 0 {
		t.Errorf("listed are %v", all)
	}
	if m, err := b.Manifest(first); err == nil {
		t.Errorf("the manifest is %v", m)
	}
	if all, _ := b.Accepted(); len(all) > 0 {
		t.Errorf("accepted are %v", all)
	}
}

// TestStorageThatDrips sends a byte now and then: whoever asks is free to go.
func TestStorageThatDrips(t *testing.T) {
	dripping, done := make(chan struct{}, 100), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"x"`)
		w.Header().Set("Last-Modified", "Sat, 21 Nov 2026 03:00:00 GMT")
		_, _ = io.WriteString(w, "{")
		_ = http.NewResponseController(w).Flush()
		dripping <- struct{}{}
		select {
		case <-r.Context().Done():
		case <-done:
		}
	}))
	defer server.Close()
	defer close(done)
	ctx, cancel := context.WithCancel(t.Context())
	s, err := OpenBucket(ctx, (&s3test.Server{}).URL("prices/some/prefix", server.Listener.Addr().String()))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	go func() {
		<-dripping
		cancel()
	}()
	_, _, err = s.Latest()
	wantError(t, err, s.String(), ErrUnavailable.Error())
}

// TestAnswersThatAreLost drops the answer to each write in turn, and to all of its repetitions, after the write took effect.
// It is published once, or an error says what is not known; the next run finds its way either way.
func TestAnswersThatAreLost(t *testing.T) {
	t.Parallel()
	s3 := s3test.Start(t)
	for write := 0; ; write++ {
		_, name := s3.NewBucket(t)
		direct := openBucket(t, s3, name, s3.Address)
		twoOf(t, direct)
		target, writes := "", map[string]bool{}
		b := spoilt(t, s3, name, &line{spoils: func(_ int64, r *http.Request) func(http.ResponseWriter, *http.Request, http.Handler) {
			if r.Method != http.MethodPut {
				return nil
			}
			if !writes[r.URL.Path] && len(writes) == write {
				target = r.URL.Path
			}
			writes[r.URL.Path] = true
			if r.URL.Path == target {
				return loseAnswer
			}
			return nil
		}})
		b.locked.Store(true)
		_, err := b.Publish(t.Context(), build(third, second), strings.NewReader("responses of "+third))
		if target == "" {
			if write < 5 || err != nil {
				t.Errorf("only %d writes, %v", write, err)
			}
			return
		}
		current := wantWholeBucket(t, write, direct)
		if err != nil {
			wantError(t, err, b.String(), "cannot be written", target[strings.Index(target, "some/prefix/")+len("some/prefix/"):])
		} else if current != third {
			t.Errorf("write %d: published, they say, and current is %s", write, current)
		}
		add(t, direct, fourth, current)
		wantLatest(t, direct, fourth)
		if got, err := direct.List(); err != nil || len(got) != map[string]int{second: 3, third: 4}[current] {
			t.Errorf("write %d: listed are %v, %v", write, got, err)
		}
	}
}

// TestExchangedObjects answers with what another name holds: each digest tells.
func TestExchangedObjects(t *testing.T) {
	t.Parallel()
	s3 := s3test.Start(t)
	_, name := s3.NewBucket(t)
	twoOf(t, openBucket(t, s3, name, s3.Address))
	for _, row := range []struct{ asked, given string }{
		{snapshotName(second) + "/" + manifestName, snapshotName(first) + "/" + manifestName},
		{snapshotName(second) + "/api/tools.json.br", snapshotName(first) + "/api/tools.json.br"},
		{snapshotName(second) + "/api/tools.json.br", ArchiveName(first)},
	} {
		b := spoilt(t, s3, name, &line{spoils: func(_ int64, r *http.Request) func(http.ResponseWriter, *http.Request, http.Handler) {
			if !strings.HasSuffix(r.URL.Path, "/"+row.asked) {
				return nil
			}
			return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
				body, err := openBucket(t, s3, name, s3.Address).read(row.given)
				if err != nil {
					t.Error(err)
				}
				w.Header().Set("ETag", `"x"`)
				w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
				_, _ = io.Copy(w, bytes.NewReader(body))
			}
		}})
		got, warning, err := b.Latest()
		if err != nil || got.Manifest.Version != first {
			t.Errorf("%s for %s: Latest() = %q, %v, want %s", row.given, row.asked, got.Manifest.Version, err, first)
		}
		wantError(t, warning, second, "using "+first)
	}
}

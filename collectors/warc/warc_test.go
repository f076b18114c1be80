package warc_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors/warc"
)

var day = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

const page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>page</p>"

// archive writes the given responses, one a URL http://a.example/<n>.
func archive(t testing.TB, responses ...string) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := warc.NewWriter(&buf)
	if err := w.WriteInfo(day, "pricepoint/test"); err != nil {
		t.Fatal(err)
	}
	for i, raw := range responses {
		if err := w.WriteResponse(fmt.Sprintf("http://a.example/%d", i), day, []byte(raw)); err != nil {
			t.Fatal(err)
		}
	}
	return buf.Bytes()
}

func gunzip(t testing.TB, b []byte) string {
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

func gzipped(text string) []byte {
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	io.WriteString(z, text)
	z.Close()
	return buf.Bytes()
}

// ReadAll returns the records before the first error, and that error unless it is the end of the archive.
func readAll(b []byte) ([]*warc.Record, error) {
	r := warc.NewReader(bytes.NewReader(b))
	r.Limit = 1 << 20
	var all []*warc.Record
	for {
		record, err := r.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, record)
	}
}

func TestReadsWhatItWrites(t *testing.T) {
	b := archive(t, page, strings.Replace(page, "page", "other", 1))
	all, err := readAll(b)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range all {
		got = append(got, fmt.Sprintf("%s %s %s %d", r.Type, r.TargetURI, r.Date.Format(time.RFC3339), len(r.Block)))
		if again, err := warc.ReadAt(bytes.NewReader(b), r.Offset); err != nil || !bytes.Equal(r.Block, again.Block) {
			t.Errorf("ReadAt(%d) differs from Next: %v", r.Offset, err)
		}
	}
	want := []string{
		"warcinfo  2026-03-04T05:06:07Z 57",
		"response http://a.example/0 2026-03-04T05:06:07Z 55",
		"response http://a.example/1 2026-03-04T05:06:07Z 56",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("records differ (-want +got):\n%s", diff)
	}
	if _, err := warc.ReadAt(bytes.NewReader(b), 1<<30); err != io.ErrUnexpectedEOF {
		t.Errorf("behind the end: %v, want %v", err, io.ErrUnexpectedEOF)
	}
}

func TestWritesTheSameAnswerOnce(t *testing.T) {
	var buf bytes.Buffer
	w := warc.NewWriter(&buf)
	for range 2 {
		if err := w.WriteResponse("http://a.example/", day, []byte(page)); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := readAll(buf.Bytes()); err != nil || len(all) != 1 {
		t.Errorf("read %d records, %v, want 1", len(all), err)
	}
}

func TestResponseIsFreeOfChunking(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	for name, raw := range map[string]string{
		"chunked":                   head + "3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n",
		"header kept, chunks gone":  head + "abcdefg",
		"content length is wrong":   "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\nabcdefg",
		"line feeds only":           "HTTP/1.1 200 OK\nContent-Type: text/plain\n\nabcdefg",
		"no length at all":          "HTTP/1.1 200 OK\r\n\r\nabcdefg",
		"not found replays as such": "HTTP/1.1 404 Not Found\r\n\r\nabcdefg",
	} {
		t.Run(name, func(t *testing.T) {
			all, err := readAll(archive(t, raw))
			if err != nil {
				t.Fatal(err)
			}
			resp, err := all[1].Response()
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(resp.Body)
			if string(body) != "abcdefg" || err != nil || resp.ContentLength != 7 {
				t.Errorf("body = %q of length %d, %v, want abcdefg", body, resp.ContentLength, err)
			}
		})
	}
}

func TestDamageIsAnError(t *testing.T) {
	members := archive(t, page)
	offset := bytes.LastIndex(members, []byte{0x1f, 0x8b})
	whole := gunzip(t, members[offset:])
	flipped := bytes.Clone(members)
	flipped[len(flipped)-6]++ // in the checksum of the last member
	for name, tc := range map[string]struct {
		archive []byte
		want    string
	}{
		"no archive":              {[]byte("<html><body>"), "record at byte 0 is damaged: no gzip member starts here"},
		"plain":                   {[]byte(whole), "no gzip member starts here"},
		"one gzip stream":         {gzipped(gunzip(t, members)), "more than one record; warcio recompress"},
		"cut in the fields":       {gzipped(whole[:40]), "record at byte 0 is damaged: no fields of a WARC record"},
		"cut in the block":        {gzipped(strings.TrimRight(whole, "\r\n")[:len(whole)-9]), "(http://a.example/0) is damaged: it breaks off after 50 of 55 bytes"},
		"gzip cut":                {members[:len(members)-20], "unexpected EOF"},
		"gzip header cut":         {members[:4], "record at byte 0 is damaged: unexpected EOF"},
		"checksum":                {flipped, "is damaged: gzip: invalid checksum"},
		"block digest":            {gzipped(strings.Replace(whole, "<p>page", "<p>cage", 1)), "(http://a.example/0) is damaged: its bytes do not have the stated sha1:"},
		"payload digest":          {gzipped(strings.Replace(whole, "WARC-Payload-Digest: sha1:", "WARC-Payload-Digest: sha1:A", 1)), "its payload does not have the stated"},
		"length is no number":     {gzipped(strings.Replace(whole, "Content-Length: 55", "Content-Length: -5", 1)), `states a Content-Length of "-5"`},
		"block over the limit":    {archive(t, page+strings.Repeat("x", 1<<20)), "has a block of 1048631 bytes, the limit is 1048576"},
		"fields without end":      {gzipped("WARC/1.1\r\n" + strings.Repeat("A: b\r\n", 80000) + "\r\n"), "of at most 262144 bytes"},
		"date is none":            {gzipped(strings.ReplaceAll(whole, "2026-03-04T", "2026-33-04T")), `WARC-Date "2026-33-04T05:06:07Z" is no date`},
		"field without its colon": {gzipped("WARC/1.1\r\nnonsense\r\n\r\n"), "malformed fields"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readAll(tc.archive)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error = %v, want one that says %q", err, tc.want)
			}
		})
	}
}

func TestRevisitPointsAtTheEarlierRecord(t *testing.T) {
	first, err := readAll(archive(t, page))
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := warc.NewWriter(&buf).WriteRevisit("http://a.example/0", day.AddDate(0, 0, 7), []byte(page), warc.IdenticalPayload, first[1]); err != nil {
		t.Fatal(err)
	}
	all, err := readAll(buf.Bytes())
	if err != nil || len(all) != 1 {
		t.Fatalf("read %d records, %v, want 1", len(all), err)
	}
	got := all[0]
	fields := map[string]string{}
	for _, name := range []string{"WARC-Profile", "WARC-Refers-To", "WARC-Refers-To-Target-URI", "WARC-Refers-To-Date", "WARC-Payload-Digest"} {
		fields[name] = got.Header.Get(name)
	}
	want := map[string]string{
		"WARC-Profile": warc.IdenticalPayload, "WARC-Refers-To": first[1].ID, "WARC-Refers-To-Target-URI": "http://a.example/0",
		"WARC-Refers-To-Date": "2026-03-04T05:06:07Z", "WARC-Payload-Digest": first[1].PayloadDigest(),
	}
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Errorf("fields differ (-want +got):\n%s", diff)
	}
	if block := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"; got.Type != warc.Revisit || string(got.Block) != block {
		t.Errorf("%s record with block %q, want the head %q only", got.Type, got.Block, block)
	}
	if !first[1].HasPayload([]byte("<p>page</p>")) || first[1].HasPayload([]byte("<p>other</p>")) {
		t.Error("the record does not know its payload")
	}
}

package warc_test

import (
	"bytes"
	"io"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors/warc"
)

// FuzzReader reads whatever somebody calls an archive. Every record is found again at its place, and a response that can be
// read has a body, and can be kept in an archive of ours.
func FuzzReader(f *testing.F) {
	members := archive(f, page, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n")
	f.Add(members)
	f.Add(gzipped("WARC/1.0\n\n"))
	f.Add(gzipped("WARC/1.1\r\nWARC-Date: 2026-05-01T00:00:00Z\r\nContent-Length: 9223372036854775807\r\n\r\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		all, _ := readAll(b)
		for _, record := range all {
			again, err := warc.ReadAt(bytes.NewReader(b), record.Offset)
			if diff := cmp.Diff(record, again); err != nil || diff != "" {
				t.Fatalf("at %d: %v (-want +got):\n%s", record.Offset, err, diff)
			}
			checkResponse(t, record)
		}
	})
}

func checkResponse(t *testing.T, record *warc.Record) {
	t.Helper()
	if record.Type != warc.Response {
		return
	}
	resp, err := record.Response()
	if err != nil {
		return
	}
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		t.Errorf("the body in memory cannot be read: %v", err)
	}
	checkKept(t, record.TargetURI, record.Block)
}

// FuzzWriter keeps any answer of any address: the archive has it, bit for bit, or it was refused.
func FuzzWriter(f *testing.F) {
	f.Add("http://a.example/", []byte(page))
	f.Add("", []byte("\n\n"))
	f.Add("<a>", []byte("HTTP/1.1 200 OK\r\n\r\nWARC/1.1\r\n\r\n"))
	f.Add("http://a.example/ \t", []byte{})
	f.Add("http://a.example/"+strings.Repeat("x", 1<<15), []byte(page))
	f.Fuzz(checkKept)
}

// checkKept wants an answer to be in the archive that it is written to. Addresses are those of package net/url, as long as HTTP
// has them, and without brackets around them.
func checkKept(t *testing.T, address string, answer []byte) {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil || len(parsed.String()) > 1<<16 {
		return
	}
	address = parsed.String()
	var out bytes.Buffer
	if err := warc.NewWriter(&out).WriteResponse(address, day, answer); err != nil {
		return
	}
	all, err := readAll(out.Bytes())
	if err != nil || len(all) != 1 || !bytes.Equal(all[0].Block, answer) || !all[0].Date.Equal(day) {
		t.Fatalf("%q of %q is kept as %d records, %v", answer, address, len(all), err)
	}
	if want := strings.Trim(address, "<> \t"); want == strings.Trim(address, " \t") && all[0].TargetURI != want {
		t.Errorf("%q is filed under %q", address, all[0].TargetURI)
	}
}

// Package warc reads and writes WARC 1.1 web archives (ISO 28500), compressed as the standard wants it: one gzip member a
// record. Start at Reader and Writer; Record is what passes between them.
//
// It knows nothing of the network, keeps no index and decodes no Content-Encoding: a payload comes back as it
// went over the wire, without chunking.
package warc

import (
	"bufio"
	"bytes"
	"crypto/sha1"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/textproto"
	"strings"
	"time"
)

// The record types this package writes or looks into; others come back as they are.
const (
	Info     = "warcinfo"
	Response = "response"
	Revisit  = "revisit"
)

// The profiles of a revisit: how it is known that the payload is that of an earlier record.
const (
	IdenticalPayload = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest" // it was sent again
	NotModified      = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"      // the server said so: 304
)

// Record is one record of an archive, its block in memory.
type Record struct {
	Type      string
	TargetURI string               // "" for records about no address
	Date      time.Time            // UTC
	ID        string               // <urn:uuid:…> as written
	Offset    int64                // bytes from the start of the file, for ReadAt
	Header    textproto.MIMEHeader // all named fields, keys in canonical form
	Block     []byte
}

// Response reads the HTTP response of a response record. The body is in memory and free of chunking;
// Content-Length is made to agree with it. A Content-Encoding is left alone.
func (r *Record) Response() (*http.Response, error) {
	head, body := r.split()
	resp, err := http.ReadResponse(bufio.NewReader(io.MultiReader(bytes.NewReader(head), strings.NewReader("\r\n\r\n"))), nil)
	if err != nil {
		return nil, r.fail("holds no HTTP response: %v", err)
	}
	resp.Body.Close()
	if len(resp.TransferEncoding) > 0 {
		body = unchunk(body)
	}
	resp.TransferEncoding = nil
	resp.ContentLength = int64(len(body))
	resp.Header.Set("Content-Length", fmt.Sprint(len(body)))
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// PayloadDigest is the digest of the payload as the record states it, else as it is.
func (r *Record) PayloadDigest() string {
	if stated := r.Header.Get("WARC-Payload-Digest"); stated != "" {
		return stated
	}
	_, payload := r.split()
	return digest(payload)
}

// HasPayload reports whether the record's payload is this one.
func (r *Record) HasPayload(payload []byte) bool { return r.PayloadDigest() == digest(payload) }

// split cuts the block at the blank line between the HTTP head and body.
func (r *Record) split() (head, body []byte) {
	for _, blank := range []string{"\r\n\r\n", "\n\n"} {
		if head, body, ok := bytes.Cut(r.Block, []byte(blank)); ok {
			return head, body
		}
	}
	return r.Block, nil
}

// unchunk removes chunked coding. Archivers often keep the header and store the body without the chunks, so a
// body that is not chunked is returned as it is.
func unchunk(body []byte) []byte {
	plain, err := io.ReadAll(httputil.NewChunkedReader(bytes.NewReader(body)))
	if err != nil {
		return body
	}
	return plain
}

// fail makes an error that says which record it is about.
func (r *Record) fail(format string, args ...any) error {
	about := fmt.Sprintf("WARC record at byte %d ", r.Offset)
	if r.TargetURI != "" {
		about += "(" + r.TargetURI + ") "
	}
	return fmt.Errorf(about+format, args...)
}

// digest is the labelled digest that WARC fields carry.
func digest(b []byte) string {
	sum := sha1.Sum(b)
	return "sha1:" + base32.StdEncoding.EncodeToString(sum[:])
}

// matches reports whether b has the digest that a WARC field states. A digest of another kind than SHA-1 matches
// anything: it cannot be checked.
func matches(stated string, b []byte) bool {
	kind, value, ok := strings.Cut(stated, ":")
	if !ok || !strings.EqualFold(kind, "sha1") {
		return true
	}
	sum := sha1.Sum(b)
	if len(value) == hex.EncodedLen(len(sum)) {
		return strings.EqualFold(value, hex.EncodeToString(sum[:]))
	}
	return strings.EqualFold(value, base32.StdEncoding.EncodeToString(sum[:]))
}

// verify compares the block and the payload with the digests the record states, if any.
func (r *Record) verify() error {
	if !matches(r.Header.Get("WARC-Block-Digest"), r.Block) {
		return r.fail("is damaged: its bytes do not have the stated %s", r.Header.Get("WARC-Block-Digest"))
	}
	stated := r.Header.Get("WARC-Payload-Digest")
	if stated == "" || r.Type != Response || !strings.HasPrefix(r.Header.Get("Content-Type"), "application/http") {
		return nil
	}
	// Tools disagree on whether the payload is taken before or after chunking is removed.
	if _, body := r.split(); !matches(stated, body) && !matches(stated, unchunk(body)) {
		return r.fail("is damaged: its payload does not have the stated %s", stated)
	}
	return nil
}

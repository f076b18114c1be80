// Package warc reads and writes WARC 1.1 web archives (ISO 28500), compressed as the standard wants it: one gzip member a
// record. Start at Reader and Writer; Record is what passes between them.
//
// It knows nothing of the network, keeps no index and decodes no Content-Encoding: a payload comes back as it
// went over the wire, without chunking.
package warc

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha1"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/textproto"
	"strconv"
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

// DefaultLimit bounds a record's block in bytes.
const DefaultLimit = 64 << 20

// maxHead bounds a record's named fields in bytes. Two of them may be addresses, which fit into the head of an HTTP response.
const maxHead = 256 << 10

// Reader reads an archive record by record.
type Reader struct {
	Limit int // bytes a block may have; a larger one is an error, never cut

	file counter
	gzip gzip.Reader
}

// NewReader reads the archive in r.
func NewReader(r io.Reader) *Reader {
	return &Reader{Limit: DefaultLimit, file: counter{in: bufio.NewReader(r)}}
}

// ReadAt reads the one record at an offset in the archive in r.
func ReadAt(r io.ReaderAt, offset int64) (*Record, error) {
	const end = 1<<63 - 1
	reader := NewReader(io.NewSectionReader(r, offset, end-offset))
	reader.file.n = offset
	record, err := reader.Next()
	return record, unexpected(err)
}

// Next returns the next record, or io.EOF after the last. Any other error is final.
func (r *Reader) Next() (*Record, error) {
	if _, err := r.file.in.Peek(1); err == io.EOF {
		return nil, io.EOF
	}
	record := &Record{Offset: r.file.n}
	text, err := r.member()
	if err == nil {
		err = record.read(text, r.Limit)
	}
	if err != nil {
		return nil, record.fail("is damaged: %w", unexpected(err))
	}
	if err := record.verify(); err != nil {
		return nil, err
	}
	return record, nil
}

// member reads the gzip member that follows, and a little less than a record without an end.
func (r *Reader) member() ([]byte, error) {
	if err := r.gzip.Reset(&r.file); err != nil {
		if errors.Is(err, gzip.ErrHeader) {
			err = errors.New("no gzip member starts here, and each record is one; warcio recompress makes such a file")
		}
		return nil, err
	}
	r.gzip.Multistream(false)
	var text bytes.Buffer
	_, err := text.ReadFrom(io.LimitReader(&r.gzip, int64(r.Limit)+maxHead))
	return text.Bytes(), err
}

// read takes a record apart: the version line, the named fields, and after a blank line the block.
func (record *Record) read(text []byte, limit int) (err error) {
	head, rest, ok := bytes.Cut(text, []byte("\r\n\r\n"))
	version, fields, _ := bytes.Cut(head, []byte("\r\n"))
	if !ok || len(head) > maxHead || !bytes.HasPrefix(version, []byte("WARC/1.")) {
		return fmt.Errorf("no fields of a WARC record of at most %d bytes start here but %.80q", maxHead, version)
	}
	record.Header, err = textproto.NewReader(bufio.NewReader(io.MultiReader(bytes.NewReader(fields), strings.NewReader("\r\n\r\n")))).ReadMIMEHeader()
	if err != nil {
		return fmt.Errorf("malformed fields: %v", err)
	}
	record.Type = record.Header.Get("WARC-Type")
	record.ID = record.Header.Get("WARC-Record-ID")
	record.TargetURI = strings.Trim(record.Header.Get("WARC-Target-URI"), "<>") // WARC 1.0 had brackets
	record.Date, err = time.Parse(time.RFC3339, record.Header.Get("WARC-Date"))
	if err != nil {
		return fmt.Errorf("WARC-Date %q is no date", record.Header.Get("WARC-Date"))
	}
	record.Date = record.Date.UTC()
	size, err := strconv.Atoi(record.Header.Get("Content-Length"))
	switch {
	case err != nil || size < 0:
		return fmt.Errorf("it states a Content-Length of %q", record.Header.Get("Content-Length"))
	case size > limit:
		return fmt.Errorf("it has a block of %d bytes, the limit is %d", size, limit)
	case size > len(rest):
		return fmt.Errorf("it breaks off after %d of %d bytes", len(rest), size)
	case len(bytes.Trim(rest[size:], "\r\n")) > 0:
		return errors.New("its gzip member holds more than one record; warcio recompress takes them apart")
	}
	record.Block = rest[:size:size]
	return nil
}

// unexpected turns the end of the file into an error.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// counter counts the bytes taken from the file. It has ReadByte, so that gzip does not read into the next member.
type counter struct {
	in *bufio.Reader
	n  int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *counter) ReadByte() (byte, error) {
	b, err := c.in.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

package warc

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"strings"
	"time"
)

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

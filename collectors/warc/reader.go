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

// Reader reads an archive record by record.
type Reader struct {
	Limit int // bytes a block may have; a larger one is an error, never cut

	file *counter
	gzip *gzip.Reader  // nil for a plain archive
	text *bufio.Reader // the records, uncompressed
	at   Place         // of the record that comes next
}

// NewReader reads the archive in r, gzip or plain.
func NewReader(r io.Reader) (*Reader, error) { return newReader(r, Place{}) }

// ReadAt reads the one record at a place in the archive in r.
func ReadAt(r io.ReaderAt, at Place) (*Record, error) {
	const end = 1<<63 - 1
	reader, err := newReader(io.NewSectionReader(r, at.Offset, end-at.Offset), Place{Offset: at.Offset})
	if err != nil {
		return nil, err
	}
	for range at.Skip {
		if _, err := reader.Next(); err != nil {
			return nil, unexpected(err)
		}
	}
	record, err := reader.Next()
	return record, unexpected(err)
}

func newReader(r io.Reader, at Place) (*Reader, error) {
	file := &counter{in: bufio.NewReader(r), n: at.Offset}
	reader := &Reader{Limit: DefaultLimit, file: file, at: at}
	magic, err := file.in.Peek(2)
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("read WARC: %v", err)
	}
	if !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		reader.text = bufio.NewReaderSize(file, maxHead)
		return reader, nil
	}
	reader.gzip = new(gzip.Reader)
	reader.text = bufio.NewReaderSize(nil, maxHead)
	if err := reader.nextMember(); err != nil {
		return nil, reader.fail(err)
	}
	return reader, nil
}

// Next returns the next record, or io.EOF after the last. Any other error is final.
func (r *Reader) Next() (*Record, error) {
	more, err := r.advance()
	if err != nil {
		return nil, r.fail(err)
	}
	if !more {
		return nil, io.EOF
	}
	record := &Record{Place: r.at}
	if err := r.head(record); err != nil {
		return nil, r.fail(err)
	}
	if err := r.block(record); err != nil {
		return nil, err
	}
	if err := record.verify(); err != nil {
		return nil, err
	}
	return record, nil
}

// advance moves to the first byte of the next record; false means the archive ends here.
func (r *Reader) advance() (bool, error) {
	for {
		more, err := r.skipBlankLines()
		if more || err != nil || r.gzip == nil {
			return more, err
		}
		switch err := r.nextMember(); err {
		case nil:
		case io.EOF:
			return false, nil
		default:
			return false, err
		}
	}
}

// nextMember opens the gzip member that follows. At the end it returns io.EOF.
func (r *Reader) nextMember() error {
	r.at = Place{Offset: r.file.n}
	if err := r.gzip.Reset(r.file); err != nil {
		return err
	}
	r.gzip.Multistream(false)
	r.text.Reset(r.gzip)
	return nil
}

// skipBlankLines passes the empty lines between records; false means the stream ends here. In a plain archive it
// also says where the next record starts. Reaching the end of a gzip member checks the member's checksum.
func (r *Reader) skipBlankLines() (bool, error) {
	for {
		c, err := r.text.ReadByte()
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if c != '\r' && c != '\n' {
			break
		}
	}
	if r.gzip == nil {
		r.at.Offset = r.file.n - int64(r.text.Buffered()) - 1
	}
	return true, r.text.UnreadByte()
}

// fail says where in the archive err happened.
func (r *Reader) fail(err error) error {
	return fmt.Errorf("WARC record at byte %d: %v", r.at.Offset, err)
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

const (
	maxHead   = 64 << 10 // bytes of a record's named fields
	largePage = 8 << 20  // bytes: few pages are larger
)

// head reads the version line and the named fields.
func (r *Reader) head(record *Record) error {
	const version = "WARC/1."
	if start, _ := r.text.Peek(len(version)); string(start) != version {
		return fmt.Errorf("no WARC record starts here but %q", start)
	}
	text, err := r.headText()
	if err != nil {
		return err
	}
	_, fields, _ := bytes.Cut(text, []byte("\n"))
	record.Header, err = textproto.NewReader(bufio.NewReader(bytes.NewReader(fields))).ReadMIMEHeader()
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
	return nil
}

// headText reads up to and with the blank line that ends the fields.
func (r *Reader) headText() ([]byte, error) {
	var text []byte
	for {
		line, err := r.text.ReadSlice('\n')
		if err != nil && err != bufio.ErrBufferFull {
			return nil, unexpected(err)
		}
		text = append(text, line...)
		if len(text) > maxHead || err == bufio.ErrBufferFull {
			return nil, fmt.Errorf("fields of more than %d bytes", maxHead)
		}
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			return text, nil
		}
	}
}

// block reads the block and, where the gzip member ends behind it, has its checksum verified.
func (r *Reader) block(record *Record) error {
	size, err := strconv.Atoi(record.Header.Get("Content-Length"))
	if err != nil || size < 0 {
		return record.fail("states a Content-Length of %q", record.Header.Get("Content-Length"))
	}
	if size > r.Limit {
		return record.fail("has a block of %d bytes, the limit is %d", size, r.Limit)
	}
	var block bytes.Buffer // has room for most pages at once, and grows with what is there, not with what is claimed
	block.Grow(min(size, largePage) + bytes.MinRead)
	if n, err := io.CopyN(&block, r.text, int64(size)); err != nil {
		return record.fail("breaks off after %d of %d bytes: %v", n, size, unexpected(err))
	}
	record.Block = block.Bytes()
	r.at.Skip++
	if r.gzip == nil {
		r.at.Skip = 0
		return nil
	}
	if _, err := r.skipBlankLines(); err != nil {
		return record.fail("is damaged: %v", err)
	}
	return nil
}

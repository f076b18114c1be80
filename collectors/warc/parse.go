package warc

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"strings"
	"time"
)

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

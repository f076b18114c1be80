package warc

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"time"

	"github.com/klauspost/compress/gzip"
)

// Writer writes an archive, one gzip member a record. What it writes depends on its input alone: the same calls
// give the same bytes.
type Writer struct {
	out     io.Writer
	gzip    *gzip.Writer
	written map[string]bool // by record id
}

// level of compression, 1 to 9. The highest would take eight times as long for a fifteenth less.
const level = 6

// NewWriter writes to out; nothing needs closing but out itself.
func NewWriter(out io.Writer) *Writer {
	z, _ := gzip.NewWriterLevel(nil, level)
	return &Writer{out: out, gzip: z, written: map[string]bool{}}
}

// WriteInfo writes the record an archive starts with: when it was begun and by which program.
func (w *Writer) WriteInfo(date time.Time, software string) error {
	block := fmt.Appendf(nil, "software: %s\r\nformat: WARC File Format 1.1\r\n", software)
	return w.write(field{"WARC-Type", Info}, date, block, field{"Content-Type", "application/warc-fields"})
}

// WriteResponse writes what uri answered at date: raw is the HTTP response, head and body, without chunking.
// The same answer of the same second is written once.
func (w *Writer) WriteResponse(uri string, date time.Time, raw []byte) error {
	_, payload := (&Record{Block: raw}).split()
	return w.write(field{"WARC-Type", Response}, date, raw,
		field{"WARC-Target-URI", uri},
		field{"WARC-Block-Digest", digest(raw)},
		field{"WARC-Payload-Digest", digest(payload)},
		field{"Content-Type", "application/http;msgtype=response"})
}

// WriteRevisit writes that uri answered at date with the payload of an earlier record, which is not kept again. raw is
// the HTTP response, of which the head is kept; profile says how it is known that the payload is the same.
func (w *Writer) WriteRevisit(uri string, date time.Time, raw []byte, profile string, earlier *Record) error {
	head, _ := (&Record{Block: raw}).split()
	head = append(bytes.Clone(head), "\r\n\r\n"...)
	return w.write(field{"WARC-Type", Revisit}, date, head,
		field{"WARC-Target-URI", uri},
		field{"WARC-Profile", profile},
		field{"WARC-Refers-To", earlier.ID},
		field{"WARC-Refers-To-Target-URI", earlier.TargetURI},
		field{"WARC-Refers-To-Date", earlier.Date.UTC().Format(time.RFC3339)},
		field{"WARC-Block-Digest", digest(head)},
		field{"WARC-Payload-Digest", earlier.PayloadDigest()},
		field{"Content-Type", "application/http;msgtype=response"})
}

type field struct{ name, value string }

func (w *Writer) write(kind field, date time.Time, block []byte, more ...field) error {
	fields := append([]field{kind, {"WARC-Date", date.UTC().Format(time.RFC3339)}}, more...)
	id := recordID(fields, block)
	if w.written[id] {
		return nil
	}
	w.written[id] = true
	fields = append(fields, field{"WARC-Record-ID", id}, field{"Content-Length", fmt.Sprint(len(block))})

	if _, err := w.out.Write(w.compress(fields, block)); err != nil {
		return fmt.Errorf("write WARC record: %w", err)
	}
	return nil
}

// compress returns a record as a gzip member. Nothing can fail in memory.
func (w *Writer) compress(fields []field, block []byte) []byte {
	head := []byte("WARC/1.1\r\n")
	for _, f := range fields {
		head = fmt.Appendf(head, "%s: %s\r\n", f.name, f.value)
	}
	var member bytes.Buffer
	w.gzip.Reset(&member)
	for _, part := range [][]byte{head, []byte("\r\n"), block, []byte("\r\n\r\n")} {
		w.gzip.Write(part)
	}
	w.gzip.Close()
	return member.Bytes()
}

// recordID derives an id in UUID form (version 8, own content) from everything that makes the record.
func recordID(fields []field, block []byte) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %x", fields, sha256.Sum256(block)))
	sum[6] = sum[6]&0x0f | 0x80
	sum[8] = sum[8]&0x3f | 0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

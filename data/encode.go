// Package data holds the shapes that are written down: the public documents, observations, the snapshot
// manifest and the run report, with exact numbers and one canonical encoding. Start at documents.go; data/rating and
// data/market hold documents of their own.
//
// It decides nothing, reads no files and imports nothing but the standard library and shopspring/decimal,
// so that others may copy its types.
package data

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// Encode returns the one byte form of a document: two-space indent, no HTML escaping, a final newline. What a terminal
// would act on is written as its code, whatever text it is in. A document holds texts, numbers and times, which always encode.
func Encode(document any) []byte { return encode(document, "  ") }

// EncodeLine is Encode on one line.
func EncodeLine(document any) []byte { return encode(document, "") }

func encode(document any, indent string) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(document); err != nil {
		panic(fmt.Sprintf("encode %T: %v", document, err))
	}
	return VisibleJSON(buf.Bytes())
}

// Decode reads one document strictly: unknown fields and trailing bytes are errors.
func Decode(body []byte, into any) error {
	return decode(body, into, (*json.Decoder).DisallowUnknownFields)
}

// Read is Decode for whoever only reads: it ignores fields that a later pricepoint has added.
func Read(body []byte, into any) error { return decode(body, into, func(*json.Decoder) {}) }

func decode(body []byte, into any, how func(*json.Decoder)) error {
	dec := json.NewDecoder(bytes.NewReader(body))
	how(dec)
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("decode %T: %v", into, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("decode %T: more text after the document", into)
	}
	return nil
}

// Column is one column of a table: its heading, and what stands in it, "" for nothing.
type Column[Row any] struct {
	Heading string
	Text    func(Row) string
}

// LineEnd is what a line of a table ends in.
type LineEnd bool

// The ends of lines.
const (
	LF   LineEnd = false // for the tools of a shell
	CRLF LineEnd = true  // as RFC 4180 has it
)

// WriteCSV writes a table: a header row, and a line for each row, as visible as Encode writes JSON.
func WriteCSV[Row any](out io.Writer, columns []Column[Row], rows []Row, end LineEnd) error {
	w := csv.NewWriter(out)
	w.UseCRLF = bool(end)
	record := make([]string, len(columns))
	for i, c := range columns {
		record[i] = c.Heading
	}
	w.Write(record)
	for _, row := range rows {
		for i, c := range columns {
			record[i] = Visible(c.Text(row))
		}
		w.Write(record)
	}
	w.Flush()
	return w.Error()
}

// CountCell writes a count into a cell; 0 is one that nobody states, and leaves it empty.
func CountCell(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

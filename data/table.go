package data

import (
	"encoding/csv"
	"io"
	"strconv"
)

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

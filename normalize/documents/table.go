package documents

import (
	"bytes"
	"strings"

	"pricepoint/data"
)

// The CSV documents hold what JSON documents hold, one row a tool, for spreadsheets: RFC 4180, UTF-8, a header row,
// exact decimals, nothing for what nobody has published. No cell can be taken for a formula: numbers are never
// negative, and the catalogue refuses names that begin like one.

func table[Row any](columns []data.Column[Row], rows []Row) ([]byte, error) {
	var buf bytes.Buffer
	err := data.WriteCSV(&buf, columns, rows, data.CRLF)
	return buf.Bytes(), err
}

// value is the exact value of a published field.
func value(t data.ToolProvenance, field string) string {
	if e := t.Value(field); e != nil {
		return e.Value.String()
	}
	return ""
}

// joined writes several values into one cell.
func joined[Text ~string](all []Text) string {
	texts := make([]string, len(all))
	for i, t := range all {
		texts[i] = string(t)
	}
	return strings.Join(texts, ";")
}

func yes(b bool) string {
	if b {
		return "true"
	}
	return ""
}

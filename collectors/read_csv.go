package collectors

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// csvTable is a CSV file whose first line titles the columns.
type csvTable struct {
	columns map[string]int // by title in lower case
	rows    [][]string
}

// readCSV reads a table that has all of the titles. A row may be shorter than the header; whole says so.
func readCSV(body []byte, titles ...string) (csvTable, error) {
	if !utf8.Valid(body) {
		return csvTable{}, errors.New("the CSV table is not valid UTF-8")
	}
	reader := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(body, []byte("\ufeff"))))
	reader.FieldsPerRecord = -1
	rows, err := reader.ReadAll()
	if err != nil {
		return csvTable{}, fmt.Errorf("no CSV table: %v", err)
	}
	if len(rows) == 0 {
		return csvTable{}, errors.New("the CSV table is empty")
	}
	t := csvTable{columns: map[string]int{}, rows: rows[1:]}
	for i, title := range rows[0] {
		t.columns[strings.ToLower(strings.TrimSpace(title))] = i
	}
	for _, title := range titles {
		if _, ok := t.columns[strings.ToLower(title)]; !ok {
			return csvTable{}, fmt.Errorf("no column %q", title)
		}
	}
	return t, nil
}

// cell returns what stands in a row under a title, on one line; "" when the table has no such column.
func (t csvTable) cell(row []string, title string) string {
	i, ok := t.columns[strings.ToLower(title)]
	if !ok || i >= len(row) {
		return ""
	}
	return oneLine(row[i])
}

// whole reports whether a row has a cell for every column.
func (t csvTable) whole(row []string) bool { return len(row) >= len(t.columns) }

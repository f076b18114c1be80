package page

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// CSVTable is a CSV file whose first line titles the columns.
type CSVTable struct {
	Columns map[string]int // by title in lower case; those without a title are left out
	Width   int            // how many columns there are, with those
	Rows    [][]string
}

// CSV reads a table that has all of the titles. A row may have other cells than the header; Whole says so.
func CSV(body []byte, titles ...string) (CSVTable, error) {
	if !utf8.Valid(body) {
		return CSVTable{}, errors.New("the CSV table is not valid UTF-8")
	}
	reader := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(body, []byte("\ufeff"))))
	reader.FieldsPerRecord = -1
	rows, err := reader.ReadAll()
	if err != nil {
		return CSVTable{}, fmt.Errorf("no CSV table: %v", err)
	}
	if len(rows) == 0 {
		return CSVTable{}, errors.New("the CSV table is empty")
	}
	t := CSVTable{Columns: map[string]int{}, Width: len(rows[0]), Rows: rows[1:]}
	for i, title := range rows[0] {
		if title = strings.ToLower(strings.TrimSpace(title)); title == "" {
			continue
		}
		if _, repeated := t.Columns[title]; repeated {
			return CSVTable{}, fmt.Errorf("two columns are titled %.60q; which of them is meant?", title)
		}
		t.Columns[title] = i
	}
	for _, title := range titles {
		if _, ok := t.Columns[strings.ToLower(title)]; !ok {
			return CSVTable{}, fmt.Errorf("no column %q", title)
		}
	}
	return t, nil
}

// Cell returns what stands in a row under a title, on one line; "" when the table has no such column.
func (t CSVTable) Cell(row []string, title string) string {
	i, ok := t.Columns[strings.ToLower(title)]
	if !ok || i >= len(row) {
		return ""
	}
	return OneLine(row[i])
}

// Whole reports whether a row has a cell for every column, and no more: a comma inside a number makes one too many.
func (t CSVTable) Whole(row []string) bool { return len(row) == t.Width }

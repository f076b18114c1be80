package page

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
)

// CSVRow finds what a row of a CSV file has under a title, on one line; "" for nothing. Under WholeRow it has all cells.
type CSVRow func(title string) string

// WholeRow is the title of all cells of a row.
const WholeRow = "*"

// CSV reads the rows of a file whose first line titles the columns, and which has all of the titles. A row of more or fewer
// cells has nothing under any title: a comma inside a number puts all others under the wrong one.
func CSV(body []byte, titles ...string) (rows []CSVRow, err error) {
	reader := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(body, []byte("\ufeff"))))
	reader.FieldsPerRecord = -1
	all, err := reader.ReadAll()
	if err != nil || len(all) == 0 {
		return nil, fmt.Errorf("no CSV table: %v", err)
	}
	for i, title := range all[0] {
		title = strings.ToLower(strings.TrimSpace(title))
		if title != "" && slices.Contains(all[0][:i], title) {
			return nil, fmt.Errorf("two columns are titled %.60q; which of them is meant?", title)
		}
		all[0][i] = title
	}
	for _, title := range titles {
		if !slices.Contains(all[0], strings.ToLower(title)) {
			return nil, fmt.Errorf("no column %q", title)
		}
	}
	for _, cells := range all[1:] {
		rows = append(rows, func(title string) string {
			if title == WholeRow {
				return strings.Join(cells, ",")
			}
			if i := slices.Index(all[0], strings.ToLower(title)); i >= 0 && len(cells) == len(all[0]) {
				return OneLine(cells[i])
			}
			return ""
		})
	}
	return rows, nil
}

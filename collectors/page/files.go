package page

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// UnmarshalOnce decodes a JSON text that says everything once.
func UnmarshalOnce(text []byte, into any) error {
	if err := json.Unmarshal(text, into); err != nil {
		return err
	}
	return Repeated(text)
}

// Repeated is the error of a JSON text with an object that holds a name twice; nil where none does. Readers take the last of
// the two values: such a file says two things of one number. The text has been read as JSON, or will be.
func Repeated(text []byte) error {
	var open []map[string]bool // what has begun, innermost last: the names of an object so far, nil for a list
	atName := false
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	for token, err := d.Token(); err == nil; token, err = d.Token() {
		if name, ok := token.(string); ok && atName {
			names := open[len(open)-1]
			if names[name] {
				return fmt.Errorf("an object holds %.60q twice; which of the two values is meant?", name)
			}
			names[name], atName = true, false
			continue
		}
		switch token {
		case json.Delim('{'):
			open = append(open, map[string]bool{})
		case json.Delim('['):
			open = append(open, nil)
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		}
		atName = len(open) > 0 && open[len(open)-1] != nil
	}
	return nil
}

// Entries are models that a file keeps as the fields of a JSON object. A JSON object may hold a name twice, and readers take
// the last: a file that does says two things of one model.
type Entries struct {
	Of    map[string]json.RawMessage
	Twice []string // the names with two values, or with something of them twice, which are left out
}

// UnmarshalJSON reads the object.
func (e *Entries) UnmarshalJSON(raw []byte) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return fmt.Errorf("%.40s is no object of models", raw)
	}
	e.Of = map[string]json.RawMessage{}
	for d.More() {
		token, _ := d.Token() // of text that is valid
		name := token.(string)
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if before, repeated := e.Of[name]; repeated && !bytes.Equal(before, value) || Repeated(value) != nil {
			e.Twice = append(e.Twice, name)
		}
		e.Of[name] = value
	}
	slices.Sort(e.Twice)
	e.Twice = slices.Compact(e.Twice)
	for _, name := range e.Twice {
		delete(e.Of, name)
	}
	return nil
}

// Names are the models in order.
func (e Entries) Names() []string { return slices.Sorted(maps.Keys(e.Of)) }

// Scalar is a value of a JSON text as text; "" for null, objects and arrays. Sources print a version or a price sometimes
// as a string and sometimes as a number.
func Scalar(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var number json.Number
	if json.Unmarshal(raw, &number) == nil {
		return number.String()
	}
	return ""
}

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

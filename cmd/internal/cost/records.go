package cost

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"pricepoint/data"
)

// record is one row of a table, or one object.
type record struct {
	line   int
	fields []field
}

// field is one value of a record.
type field struct {
	name  string // as printed
	key   string // the plain name
	text  string
	depth int  // of the object that it is in
	usage bool // it is in an object of usage
	part  bool // it is in an object that takes a count apart
	from  int  // place in origins of the object that it is in; len(origins): none of them
	list  bool // it is a list or a boolean: no value
}

// origins are the objects whose fields say best which model answered.
var origins = []string{"response", "message", "request"}

// tables reads CSV. blank lines stand before the header.
func tables(in *bufio.Reader, blank int, take func(record) error) error {
	lines := csv.NewReader(in)
	lines.Comma = separator(in)
	header, err := lines.Read()
	if err == nil {
		err = usable(header)
	}
	for err == nil {
		var cells []string
		if cells, err = lines.Read(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			break
		}
		line, _ := lines.FieldPos(0)
		c := record{line: blank + line}
		for i, cell := range cells[:min(len(cells), len(header))] {
			c.fields = append(c.fields, field{name: header[i], key: plain(header[i]), text: strings.TrimSpace(cell), from: len(origins)})
		}
		err = take(c)
	}
	return err
}

// separator is what stands most often between the names of a header.
func separator(in *bufio.Reader) rune {
	start, _ := in.Peek(maxHeader)
	header, _, _ := bytes.Cut(start, []byte("\n"))
	most := ','
	for _, r := range ";\t" {
		if bytes.Count(header, []byte(string(r))) > bytes.Count(header, []byte(string(most))) {
			most = r
		}
	}
	return most
}

// usable says what is missing in the header of a table.
func usable(header []string) error {
	counts, model := false, false
	seen := map[string]bool{}
	for _, name := range header {
		key := plain(name)
		m := columns[key]
		counts = counts || m.class != ""
		model = model || slices.Contains(modelNames, key)
		if m.class != "" && seen[key] {
			return fmt.Errorf("the header has %q twice", name)
		}
		seen[key] = true
	}
	if !counts || !model {
		return fmt.Errorf("the header %q names no model or no tokens; it needs columns such as model, time, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens", strings.Join(header, ","))
	}
	return nil
}

// lines reads an object a line.
func lines(in *bufio.Reader, blank int, take func(record) error) error {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, maxLine)
	n := blank
	for scanner.Scan() {
		n++
		if len(bytes.TrimSpace(scanner.Bytes())) == 0 {
			continue
		}
		if err := object(n, scanner.Bytes(), take); err != nil {
			return err
		}
	}
	if err := scanner.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n+1, err)
	}
	return nil
}

// list reads the objects of one JSON list, whose places in it count as lines.
func list(in *bufio.Reader, _ int, take func(record) error) error {
	dec := json.NewDecoder(in)
	_, err := dec.Token() // the bracket
	place := 0
	for err == nil && dec.More() {
		var raw json.RawMessage
		place++
		if err = dec.Decode(&raw); err == nil {
			if err := object(place, raw, take); err != nil {
				return err
			}
		}
	}
	if err == nil {
		_, err = dec.Token()
	}
	if err != nil {
		return fmt.Errorf("the list is broken after %d objects: %w", place, err)
	}
	return nil
}

// object takes one object.
func object(line int, text []byte, take func(record) error) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var fields map[string]any
	if err := dec.Decode(&fields); err != nil || dec.More() {
		return fmt.Errorf("line %d is not one JSON object: %v", line, err)
	}
	c := record{line: line}
	c.flatten(fields, field{from: len(origins)})
	return take(c)
}

// flatten takes the fields of an object and of the objects in it; in tells where it is.
func (c *record) flatten(object map[string]any, in field) {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		f := in
		f.name, f.key = name, plain(name)
		switch v := object[name].(type) {
		case nil:
		case map[string]any:
			c.inner(v, f)
		case string:
			f.text = strings.TrimSpace(v)
			c.fields = append(c.fields, f)
		case json.Number:
			f.text = v.String()
			c.fields = append(c.fields, f)
		default:
			f.list = true
			c.fields = append(c.fields, f)
		}
	}
}

// inner takes the fields of an object in another one. What a tool of Claude Code returns repeats the usage of other lines.
func (c *record) inner(object map[string]any, at field) {
	switch {
	case at.key == "tooluseresult":
		return
	case at.key == "usage" || at.key == "usagemetadata":
		at.usage = true
	case strings.HasSuffix(at.key, "details"):
		at.part = true
	}
	if origin := slices.Index(origins, at.key); origin >= 0 {
		at.from = origin
	}
	at.depth++
	c.flatten(object, at)
}

// means is what a field of tokens holds. Objects that take a count apart hold parts of it.
func (f field) means() (meaning, bool) {
	m, known := columns[f.key]
	if f.part && (m.class == data.ClassCacheRead || m.class == data.ClassCacheWrite) {
		m.within = data.ClassInput
	}
	return m, known
}

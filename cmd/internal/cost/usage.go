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
	"time"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// Row is one record of somebody's own usage.
type Row struct {
	Line  int    // in the file
	Model string // as printed
	Asked bool   // the file says how many requests they were; else Requests is 1
	tariff.Usage
}

// meaning is what a column holds.
type meaning struct {
	class  data.BillingClass // tokens of this class; "": see set
	within data.BillingClass // the column of this class counts these tokens too
	set    func(r *Row, text string) error
}

// columns are the names that records have for the same things, without case, hyphens and underscores. Programs that call
// cached tokens "cached" count them among the prompt tokens; those that say "cache read" do not.
var columns = map[string]meaning{
	"model": {set: model}, "modelid": {set: model}, "modelname": {set: model}, "modelversion": {set: model},
	"time": {set: at}, "timestamp": {set: at}, "date": {set: at}, "at": {set: at}, "createdat": {set: at},
	"requests": {set: requests}, "calls": {set: requests}, "numrequests": {set: requests},
	"service": {set: service}, "servicetier": {set: service}, "region": {set: region},

	"input": {class: data.ClassInput}, "inputtokens": {class: data.ClassInput}, "uncachedinputtokens": {class: data.ClassInput},
	"prompttokens": {class: data.ClassInput}, "prompttokencount": {class: data.ClassInput},
	"output": {class: data.ClassOutput}, "outputtokens": {class: data.ClassOutput}, "completiontokens": {class: data.ClassOutput},
	"candidatestokencount": {class: data.ClassOutput}, "thoughtstokencount": {class: data.ClassOutput},
	"cacheread": {class: data.ClassCacheRead}, "cachereadtokens": {class: data.ClassCacheRead}, "cachereadinputtokens": {class: data.ClassCacheRead},
	"cachedtokens":            {class: data.ClassCacheRead, within: data.ClassInput},
	"cachedinputtokens":       {class: data.ClassCacheRead, within: data.ClassInput},
	"inputcachedtokens":       {class: data.ClassCacheRead, within: data.ClassInput},
	"cachedcontenttokencount": {class: data.ClassCacheRead, within: data.ClassInput},
	"cachewrite":              {class: data.ClassCacheWrite}, "cachewritetokens": {class: data.ClassCacheWrite},
	"cachecreationtokens": {class: data.ClassCacheWrite}, "cachecreationinputtokens": {class: data.ClassCacheWrite},
	"ephemeral1hinputtokens": {class: data.ClassCacheWrite1h, within: data.ClassCacheWrite},
	"cachewrite1htokens":     {class: data.ClassCacheWrite1h},
}

func model(r *Row, text string) error  { r.Model = text; return nil }
func region(r *Row, text string) error { r.Region = text; return nil }

// service reads a tier. OpenAI calls the standard one default, and reports auto where none was asked for.
func service(r *Row, text string) error {
	if text != "default" && text != "auto" {
		r.Service = text
	}
	return nil
}

func requests(r *Row, text string) (err error) {
	r.Requests, err = Count(text)
	r.Asked = true
	return err
}

func at(r *Row, text string) (err error) {
	r.At, err = Instant(text)
	return err
}

// Count reads a number of tokens or requests: whole, and within what can be priced.
func Count(text string) (int64, error) {
	n, err := data.ParseNumber(text)
	switch {
	case err != nil:
		return 0, err
	case !n.IsInteger():
		return 0, fmt.Errorf("%q is not a whole number", text)
	case n.IsNegative() || n.GreaterThan(data.Int(tariff.MaxQuantity).Decimal):
		return 0, fmt.Errorf("%q must lie between 0 and 10^15", text)
	}
	return n.IntPart(), nil
}

// The bounds of a file of usage.
const (
	maxFile = 1 << 30 // bytes
	maxLine = 4 << 20 // bytes
)

// ReadUsage reads rows of usage from CSV with a header, or from JSON lines. Objects in objects count as their fields do.
// Lines of JSON without a model and tokens, such as those of a chat log, are skipped and counted. now is the time of rows
// that have none. The error names the line.
func ReadUsage(r io.Reader, now time.Time) (rows []Row, skipped int, err error) {
	in := bufio.NewReaderSize(io.LimitReader(r, maxFile), maxLine)
	start, _ := in.Peek(3)
	if bytes.Equal(start, []byte("\ufeff")) {
		_, _ = in.Discard(3) // a byte order mark
	}
	start, err = in.Peek(1)
	if err != nil {
		return nil, 0, errors.New("the file is empty; it must be CSV with a header, or JSON lines")
	}
	each := csvRecords
	if start[0] == '{' {
		each = jsonRecords
	}
	for record, err := range each(in) {
		if err != nil {
			return nil, 0, err
		}
		row, ok, err := record.row(now)
		if err != nil {
			return nil, 0, fmt.Errorf("line %d: %w", record.line, err)
		}
		if !ok {
			skipped++
			continue
		}
		rows = append(rows, row)
	}
	return rows, skipped, nil
}

// record is one line of a file: what stands in each column, by its plain name.
type record struct {
	line   int
	fields map[string]field
}

type field struct{ name, text string } // as printed

// plain is a column's name without what people write differently.
func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "", ".", "").Replace(name))
}

// row makes a usage of a record; false: it is none.
func (c record) row(now time.Time) (Row, bool, error) {
	r := Row{Line: c.line, Usage: tariff.Usage{Quantities: map[data.BillingClass]int64{}, Requests: 1, At: now}}
	within := map[data.BillingClass]int64{}
	for _, name := range slices.Sorted(maps.Keys(c.fields)) {
		m, known := columns[name]
		printed, text := c.fields[name].name, strings.TrimSpace(c.fields[name].text)
		if !known || text == "" {
			continue
		}
		if m.set != nil {
			if err := m.set(&r, text); err != nil {
				return Row{}, false, fmt.Errorf("%s: %w", printed, err)
			}
			continue
		}
		n, err := Count(text)
		if err != nil {
			return Row{}, false, fmt.Errorf("%s: %w", printed, err)
		}
		r.Quantities[m.class] += n
		if m.within != "" {
			within[m.within] += n
		}
	}
	for class, n := range within {
		if r.Quantities[class] -= n; r.Quantities[class] < 0 {
			return Row{}, false, fmt.Errorf("of the %s tokens more are cached than there are", class)
		}
	}
	if len(r.Quantities) == 0 {
		return Row{}, false, nil
	}
	if r.Model == "" {
		return Row{}, false, errors.New("there are tokens and no model")
	}
	return r, true, nil
}

func csvRecords(in *bufio.Reader) func(func(record, error) bool) {
	return func(yield func(record, error) bool) {
		lines := csv.NewReader(in)
		header, err := lines.Read()
		if err != nil {
			yield(record{}, err)
			return
		}
		if err := usable(header); err != nil {
			yield(record{}, err)
			return
		}
		for {
			cells, err := lines.Read()
			if errors.Is(err, io.EOF) {
				return
			}
			line, _ := lines.FieldPos(0)
			c := record{line, map[string]field{}}
			for i, cell := range cells {
				if i < len(header) {
					c.fields[plain(header[i])] = field{header[i], cell}
				}
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
	}
}

// usable says what is missing in the header of a table.
func usable(header []string) error {
	tokens, named := false, false
	seen := map[string]bool{}
	for _, name := range header {
		m := columns[plain(name)]
		tokens = tokens || m.class != ""
		named = named || strings.HasPrefix(plain(name), "model")
		if m.class != "" && seen[plain(name)] {
			return fmt.Errorf("the header has %q twice", name)
		}
		seen[plain(name)] = true
	}
	if !tokens || !named {
		return fmt.Errorf("the header %q names no model or no tokens; it needs columns such as model, time, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens", strings.Join(header, ","))
	}
	return nil
}

func jsonRecords(in *bufio.Reader) func(func(record, error) bool) {
	return func(yield func(record, error) bool) {
		lines := bufio.NewScanner(in)
		lines.Buffer(nil, maxLine)
		n := 0
		for lines.Scan() {
			n++
			if len(bytes.TrimSpace(lines.Bytes())) == 0 {
				continue
			}
			dec := json.NewDecoder(bytes.NewReader(lines.Bytes()))
			dec.UseNumber()
			var object map[string]any
			if err := dec.Decode(&object); err != nil || dec.More() {
				yield(record{}, fmt.Errorf("line %d is not one JSON object: %v", n, err))
				return
			}
			c := record{n, map[string]field{}}
			if err := c.flatten(object); err != nil {
				yield(record{}, fmt.Errorf("line %d: %w", n, err))
				return
			}
			if !yield(c, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(record{}, fmt.Errorf("line %d: %w", n+1, err))
		}
	}
}

// flatten takes the fields of an object and of the objects in it. The outer of two fields of one name counts, as long as
// it is a text or a number.
func (c record) flatten(object map[string]any) error {
	var inner []map[string]any
	for _, name := range slices.Sorted(maps.Keys(object)) {
		key := plain(name)
		_, known := columns[key]
		_, taken := c.fields[key]
		switch v := object[name].(type) {
		case map[string]any:
			inner = append(inner, v)
		case string:
			if known && !taken {
				c.fields[key] = field{name, v}
			}
		case json.Number:
			if known && !taken {
				c.fields[key] = field{name, v.String()}
			}
		case nil:
		default:
			if known {
				return fmt.Errorf("%s is neither a number nor a text", name)
			}
		}
	}
	for _, v := range inner {
		if err := c.flatten(v); err != nil {
			return err
		}
	}
	return nil
}

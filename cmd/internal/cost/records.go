package cost

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// record is one row of a table, or one object.
type record struct {
	line   int
	fields []field
}

// field is one value of a record.
type field struct {
	name   string // as printed
	key    string // the plain name
	text   string
	number bool
	depth  int  // of the object that it is in
	usage  bool // it is in an object of usage
	part   bool // it is in an object that takes a count apart
	from   int  // place in origins of the object that it is in; len(origins): none of them
}

// origins are the objects whose fields say best which model answered.
var origins = []string{"response", "message", "request"}

// compareFields puts those first that say best how many tokens there are.
func compareFields(a, b field) int {
	order := func(first bool) int { return map[bool]int{true: 0, false: 1}[first] }
	return cmp.Or(order(a.usage)-order(b.usage), order(a.number)-order(b.number), a.depth-b.depth)
}

// add takes a value, unless it is empty.
func (c *record) add(f field, text string) {
	if f.text = strings.TrimSpace(text); f.text != "" {
		_, err := data.ParseNumber(Ungrouped(f.text))
		f.number = err == nil
		c.fields = append(c.fields, f)
	}
}

// tables reads CSV.
func tables(in io.Reader, separator rune, take func(record) error) error {
	lines := csv.NewReader(in)
	lines.Comma = separator
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
		c := record{line: line}
		for i, cell := range cells {
			c.add(field{name: header[i], key: plain(header[i]), from: len(origins)}, cell)
		}
		err = take(c)
	}
	return err
}

// separator is what stands most often between the names of a header, with which a table begins.
func separator(start []byte) rune {
	header, _, _ := bytes.Cut(start, []byte("\n"))
	most := ','
	for _, r := range ";\t" {
		if bytes.Count(header, []byte(string(r))) > bytes.Count(header, []byte(string(most))) {
			most = r
		}
	}
	return most
}

// understood are names that are read. columns and settings have them all.
const understood = "columns such as model, time, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens"

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
		return fmt.Errorf("the header %q names no model or no tokens; it needs %s", strings.Join(header, ","), understood)
	}
	return nil
}

// objects reads the objects of JSON lists, or one after another, to the end of the file.
func objects(in io.Reader, list bool, take func(record) error) error {
	dec := json.NewDecoder(in)
	dec.UseNumber()
	for line, within := 1, false; ; line++ {
		for list && !(within && dec.More()) { // where a list begins or ends
			bracket, err := dec.Token()
			switch {
			case !within && errors.Is(err, io.EOF):
				return nil
			case err != nil:
				return fmt.Errorf("the list is broken after %d objects: %w", line-1, err)
			case !within && bracket != json.Delim('['):
				return fmt.Errorf("after %d objects the list ends, and %v follows that is no list", line-1, bracket)
			}
			within = !within
		}
		var object map[string]any
		if err := dec.Decode(&object); !list && errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("line %d is not one JSON object: %w", line, err)
		}
		c := record{line: line}
		c.flatten(object, field{from: len(origins)})
		if err := take(c); err != nil {
			return err
		}
	}
}

// flatten takes the fields of an object and of the objects in it; in tells where it is. A list or a boolean is no value.
func (c *record) flatten(object map[string]any, in field) {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		f := in
		f.name, f.key = name, plain(name)
		switch v := object[name].(type) {
		case map[string]any:
			if f.key == "tooluseresult" {
				continue // what a tool of Claude Code returns repeats the usage of other lines
			}
			f.usage = f.usage || f.key == "usage" || f.key == "usagemetadata"
			f.part = f.part || strings.HasSuffix(f.key, "details")
			if origin := slices.Index(origins, f.key); origin >= 0 {
				f.from = origin
			}
			f.depth++
			c.flatten(v, f)
		case string:
			c.add(f, v)
		case json.Number:
			c.add(f, v.String())
		}
	}
}

// means is what a field of tokens holds. Objects that take a count apart hold parts of it.
func (f field) means() (meaning, bool) {
	m, known := columns[f.key]
	if f.part && (m.class == data.ClassCacheRead || m.class == data.ClassCacheWrite) {
		m.within = data.ClassInput
	}
	return m, known
}

// portion is what tokens a column counts. Different parts of one class add up; columns of the same portion are names for
// the same tokens, and never do.
type portion struct {
	class data.BillingClass
	part  string // "": the tokens of the class, or the main part of them
	rest  bool   // what is left of the class without those that others count within it
}

// What other columns count: all tokens, and those of the answer that are not shown. They are of no class.
var totals, reasonings = portion{part: "total"}, portion{part: "reasoning"}

// meaning is what a column of tokens holds.
type meaning struct {
	portion
	within data.BillingClass // the column of this class counts these tokens too
	again  bool              // other columns count all these tokens, or they are none that were used
}

// columns are the names that records have for tokens, as plain writes them. Programs that call cached tokens "cached" count
// them among the prompt tokens; those that say "cache read" do not.
var columns = func() map[string]meaning {
	all := map[string]meaning{}
	of := func(class data.BillingClass) meaning { return meaning{portion: portion{class: class}} }
	inInput := func(class data.BillingClass) meaning {
		return meaning{portion: portion{class: class}, within: data.ClassInput}
	}
	for names, m := range map[string]meaning{
		"input inputtokens prompttokens prompttokencount genaiusageinputtokens genaiusageprompttokens": of(data.ClassInput),
		"inputwocachewrite": of(data.ClassInput),
		"output outputtokens completiontokens candidatestokencount genaiusageoutputtokens": of(data.ClassOutput),
		"genaiusagecompletiontokens": of(data.ClassOutput),
		"thoughtstokencount":         {portion: portion{class: data.ClassOutput, part: "thoughts"}},

		"uncachedinputtokens inputuncachedtokens promptcachemisstokens": {portion: portion{class: data.ClassInput, rest: true}},

		"cacheread cachereadtokens cachereadinputtokens":                                         of(data.ClassCacheRead),
		"cached cachedtokens cachedinput cachedinputtokens inputcachedtokens cachedprompttokens": inInput(data.ClassCacheRead),
		"cachedcontenttokencount promptcachehittokens genaiusagecachereadinputtokens":            inInput(data.ClassCacheRead),

		"cachewrite cachewritetokens cachewrite5mtokens cachecreationtokens cachecreationinputtokens": of(data.ClassCacheWrite),
		"inputwcachewrite":                   of(data.ClassCacheWrite),
		"genaiusagecachecreationinputtokens": inInput(data.ClassCacheWrite),
		"cachewrite1htokens":                 of(data.ClassCacheWrite1h),
		"cachewrite12htokens":                of(data.ClassCacheWrite12h),
		"ephemeral1hinputtokens":             {portion: portion{class: data.ClassCacheWrite1h}, within: data.ClassCacheWrite},

		"tokens totaltokens totaltokencount":                                   {portion: totals, again: true},
		"reasoningtokens reasoningoutputtokens":                                {portion: reasonings, again: true},
		"texttokens acceptedpredictiontokens rejectedpredictiontokens":         {again: true},
		"ephemeral5minputtokens maxtokens maxoutputtokens maxcompletiontokens": {again: true},
	} {
		for _, name := range strings.Fields(names) {
			all[name] = m
		}
	}
	return all
}()

// setting is what a column says about a request besides tokens. Of several names the first counts.
type setting struct {
	names []string
	set   func(r *Row, text string) error
}

// text is a setting that is taken as it stands.
func text(of func(*Row) *string, names ...string) setting {
	return setting{names, func(r *Row, text string) error { *of(r) = text; return nil }}
}

var settings = []setting{
	text(func(r *Row) *string { return &r.Model }, modelNames...),
	text(func(r *Row) *string { return &r.ID }, "id"),
	text(func(r *Row) *string { return &r.RequestID }, "requestid"),
	{[]string{"time", "timestamp", "at", "createdat", "created", "date", "starttime"}, at},
	{[]string{"requests", "calls", "numrequests"}, requests},
	{[]string{"servicetier", "service"}, tier},
	{[]string{"speed"}, fast},
	{[]string{"region", "inferencegeo"}, func(r *Row, text string) error { r.Region = tariff.RegionNamed(text); return nil }},
}

var modelNames = []string{"model", "genairesponsemodel", "genairequestmodel", "modelname", "modelid", "modelversion"}

// plain is a column's name without what people write differently.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// tier takes the service of a row. Default and auto say nothing of it; a standard one stays so, whatever is asked for others.
func tier(r *Row, text string) error {
	if !slices.Contains([]string{"default", "auto"}, strings.ToLower(text)) {
		r.Service = text
	}
	return nil
}

// fast takes Anthropic's fast mode, which is billed as a service. Other speeds are none: some print tokens per second.
func fast(r *Row, text string) error {
	if strings.EqualFold(text, "fast") {
		r.Service = "fast"
	}
	return nil
}

func requests(r *Row, text string) (err error) {
	r.Requests, err = Count(text)
	r.Asked = true
	return err
}

// at reads a time, or the seconds or milliseconds since 1970.
func at(r *Row, text string) (err error) {
	if n, wrong := data.ParseNumber(text); wrong == nil {
		switch {
		case n.GreaterThanOrEqual(firstMilli) && n.LessThan(firstMilli.Shift(3)):
			r.At = time.UnixMilli(n.IntPart()).UTC()
			return nil
		case n.GreaterThanOrEqual(firstMilli.Shift(-3)) && n.LessThan(firstMilli):
			r.At = time.UnixMilli(n.Shift(3).IntPart()).UTC()
			return nil
		}
	}
	r.At, err = data.ParseInstant(text)
	return err
}

// firstMilli is where numbers begin to be milliseconds since 1970: in 2001. Numbers of seconds end there.
var firstMilli = decimal.New(1, 12)

// dotted is a number whose points may stand between thousands, as Germans write them.
var dotted = regexp.MustCompile(`^[1-9]\d{0,2}(\.\d{3})+$`)

// Count reads a number of tokens or requests: whole, and within what can be priced. Thousands may be grouped: 1,000,000.
func Count(text string) (int64, error) {
	n, err := data.ParseNumber(Ungrouped(text))
	switch {
	case dotted.MatchString(text):
		return 0, fmt.Errorf("%q may mean thousands or a fraction; write thousands as %s", text, strings.ReplaceAll(text, ".", ""))
	case err != nil:
		return 0, err
	case !n.IsInteger():
		return 0, fmt.Errorf("%q is not a whole number", text)
	case n.IsNegative() || n.GreaterThan(data.Int(tariff.MaxQuantity).Decimal):
		return 0, fmt.Errorf("%q must lie between 0 and 10^15", text)
	}
	return n.IntPart(), nil
}

// Ungrouped is a number without the commas between its thousands; any other text stays.
func Ungrouped(text string) string {
	groups := strings.Split(text, ",")
	for i, g := range groups {
		if strings.Trim(g, "0123456789") != "" || i > 0 && len(g) != 3 || i == 0 && (g == "" || len(g) > 3) {
			return text
		}
	}
	return strings.Join(groups, "")
}

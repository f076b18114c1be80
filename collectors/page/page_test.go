package page

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors/web"
	"pricepoint/data"
)

// readMarkdown reads tables, which do not tell what they stand in.
func readMarkdown(text string) (Page, error) {
	p, err := Read(web.Payload{Body: []byte(text)})
	for i := range p.Tables {
		p.Tables[i].Of = web.Payload{}
	}
	return p, err
}

func readHTML(text string) (Page, error) { return readMarkdown("<html>" + text) }

func TestReadMarkdown(t *testing.T) {
	page, err := readMarkdown("---\ntitle: Not a heading\n---\n# Prices\n\n## Text & more\n\nPer 1M tokens.\n" +
		"| Model | [Input](/in) | Old \\| new |\n|---|---|---|\n" +
		"| **a-1**<br />≤ 32K <sup>2</sup> | \\$0.3 / M tokens | ~~\\$2~~ \\$1 |\n" +
		"| `b` ([gone](/x)) | <del>$5</del> $4 | &lt;3 |\n| short |\n" +
		"<Tab title=\"x\">\n    | Model | Output |\n    |---|---|\n    | c | $1 |\n</Tab>\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []Table{{
		Headings: []string{"Prices", "Text & more"},
		Before:   []string{"Prices", "Text & more", "Per 1M tokens."},
		Header:   []string{"Model", "Input", "Old | new"},
		Rows: [][]Cell{
			{{Text: "a-1 ≤ 32K"}, {Text: "$0.3 / M tokens"}, {Text: "$1", Struck: "$2"}},
			{{Text: "b (gone)"}, {Text: "$4", Struck: "$5"}, {Text: "<3"}},
			{{Text: "short"}, {}, {Uneven: true}},
		},
	}, {
		Headings: []string{"Prices", "Text & more"},
		Tab:      "x",
		Header:   []string{"Model", "Output"},
		Rows:     [][]Cell{{{Text: "c"}, {Text: "$1"}}},
	}}
	if diff := cmp.Diff(want, page.Tables); diff != "" {
		t.Errorf("tables differ (-want +got):\n%s", diff)
	}
}

func TestReadMarkdownPastOpenTags(t *testing.T) {
	page, err := readMarkdown("<style\n  set:html={`.a > b {}`}\n/>\n\n<Card title=\"x\"/>\n\n| Model |\n|---|\n| a |\n")
	if err != nil || len(page.Tables) != 1 {
		t.Fatalf("readMarkdown = %d tables, %v, want the table after the tags", len(page.Tables), err)
	}
}

func TestReadHTMLExpandsSpans(t *testing.T) {
	page, err := readHTML(`<h2>Prices&#8203;</h2><p>All of <b>them</b>.<br>Really.</p>
<table><thead><tr><th rowspan=2>Model</th><th colspan="2">Short context</th></tr><tr><th>Input</th><th>Output</th></tr></thead>
<tbody><tr><td rowspan="2">a<sup>(1)</sup> <a href="#n">2</a></td><td>$1</td><td>$2</td></tr><tr><td colspan=2>$3<del>$9</del></td></tr></tbody></table>`)
	if err != nil {
		t.Fatal(err)
	}
	want := []Table{{
		Headings: []string{"Prices"},
		Before:   []string{"Prices", "All of them.", "Really."},
		Header:   []string{"Model", "Short context Input", "Short context Output"},
		Rows: [][]Cell{
			{{Text: "a"}, {Text: "$1"}, {Text: "$2"}},
			{{Text: "a"}, {Text: "$3", Struck: "$9"}, {Text: "$3", Struck: "$9"}},
		},
	}}
	if diff := cmp.Diff(want, page.Tables); diff != "" {
		t.Errorf("tables differ (-want +got):\n%s", diff)
	}
}

// TestReadRefusesHugePages has pages of which some part is too long. Each paragraph of Markdown is short enough, but a parser looks
// through the whole of it for every mark in it.
func TestReadRefusesHugePages(t *testing.T) {
	tests := map[string]string{
		"paragraphs": strings.Repeat(strings.Repeat("![a](", 4000)+"\n\n", 23),

		"wide": `<html><table><tr><td colspan="1000">a</td></tr></table>`,
		"long": `<html><table>` + strings.Repeat(`<tr><td colspan="29">a</td></tr>`, 3000) + `</table>`,
		"many": "<html>" + strings.Repeat(`<table><tr><td colspan="29">a</td></tr></table>`, 3000),

		"cell":    `<html><table><tr><td>` + strings.Repeat("()", maxCell) + `</table>`,
		"titles":  `<html><table><tr>` + strings.Repeat(`<th>`+strings.Repeat("a", maxTitles/20), 29) + `</table>`,
		"caption": `<html><table><caption>` + strings.Repeat("a", maxTitles+1) + `</caption><tr><td>a</table>`,
		"line":    `<html><p>` + strings.Repeat("a", maxLine+1),
	}
	for name, body := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := readMarkdown(body); err == nil {
				t.Error("Read succeeded, want an error")
			} else if class := data.FailureOf(err).Class; class != data.OverBudget && name != "wide" {
				t.Errorf("it failed as %q: %v", class, err)
			}
		})
	}
}

func TestReadName(t *testing.T) {
	fetched := time.Date(2026, 8, 1, 0, 0, 0, 0, time.UTC)
	tests := map[string]struct {
		text string
		name string
		want data.Qualifiers
	}{
		"plain":                {"gpt-5.5", "gpt-5.5", data.Qualifiers{}},
		"status":               {"Claude Opus 4 (retired, except on Google Cloud)", "Claude Opus 4", data.Qualifiers{Status: "retired, except on Google Cloud"}},
		"footnote number":      {"deepseek-v4-flash (1)", "deepseek-v4-flash", data.Qualifiers{}},
		"unknown words":        {"heron-7 (200k+ prompt tokens)", "heron-7", data.Qualifiers{Remark: "200k+ prompt tokens"}},
		"from zero":            {"heron-7 (0-200k tokens)", "heron-7", data.Qualifiers{ContextUpTo: "200000"}},
		"no range":             {"heron (2.0-128k)", "heron", data.Qualifiers{Remark: "2.0-128k"}},
		"short prompts":        {"gpt-5.5 (<272K context length)", "gpt-5.5", data.Qualifiers{ContextUpTo: "272000", UpToOp: data.Below}},
		"long prompts":         {"Claude Haiku 5.5 (prompts over 100,000 tokens)", "Claude Haiku 5.5", data.Qualifiers{ContextOver: "100000"}},
		"at least":             {"grok-4.7 (≥ 200k prompt tokens)", "grok-4.7", data.Qualifiers{ContextOver: "200000", OverOp: data.AtLeast}},
		"until, bare":          {"Claude Sonnet 5 through August 31, 2026", "Claude Sonnet 5", data.Qualifiers{Kind: "promotional", ValidUntil: "2026-08-31"}},
		"until, bracketed":     {"Claude Sonnet 5 (through Aug 31, 2026)", "Claude Sonnet 5", data.Qualifiers{Kind: "promotional", ValidUntil: "2026-08-31"}},
		"announced":            {"Claude Sonnet 5 starting September 1, 2026", "Claude Sonnet 5", data.Qualifiers{Kind: "announced", ValidFrom: "2026-09-01"}},
		"already in force":     {"Claude Sonnet 5 starting August 1, 2026", "Claude Sonnet 5", data.Qualifiers{ValidFrom: "2026-08-01"}},
		"footnote mark":        {"Claude Opus 5*", "Claude Opus 5", data.Qualifiers{}},
		"emoji":                {"GLM-4.7 🔥", "GLM-4.7", data.Qualifiers{}},
		"mark before a term":   {"Claude Opus 5† (preview)²", "Claude Opus 5", data.Qualifiers{Status: "preview"}},
		"a day that is unread": {"a (before September 1, 2026)", "a", data.Qualifiers{Remark: "before September 1, 2026"}},
		"a date in the name":   {"gpt-5-2025-08-07", "gpt-5-2025-08-07", data.Qualifiers{}},
		"praised":              {"Claude Opus 5 New", "Claude Opus 5", data.Qualifiers{}},
		"a hard hyphen":        {"gpt\u20115.5", "gpt-5.5", data.Qualifiers{}},
		"a service":            {"a (batch)", "a", data.Qualifiers{Service: "batch"}},
		"fast mode":            {"a (fast mode)", "a", data.Qualifiers{Service: "fast"}},
		"a day in figures":     {"a (starting 1/1/2027)", "a", data.Qualifiers{Remark: "starting 1/1/2027"}},
		"who may":              {"a (academic)", "a", data.Qualifiers{Remark: "academic"}},
		"a long number":        {"a (0324)", "a", data.Qualifiers{Remark: "0324"}},
		"gone but somewhere":   {"a (retired, except on Bedrock and Google Cloud)", "a", data.Qualifiers{Status: "retired, except on Bedrock and Google Cloud"}},
		"a condition more":     {"a (≤ 200k, EU only)", "a", data.Qualifiers{ContextUpTo: "200000", Remark: "≤ 200k, EU only"}},
		"several conditions":   {"a (deprecated) (up to 1M tokens)", "a", data.Qualifiers{Status: "deprecated", ContextUpTo: "1000000"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, q := ReadName(tt.text, data.Qualifiers{}, fetched)
			if got != tt.name || q != tt.want {
				t.Errorf("readName(%q) = %q, %+v, want %q, %+v", tt.text, got, q, tt.name, tt.want)
			}
		})
	}
}

func FuzzReadName(f *testing.F) {
	for _, text := range []string{"a (July 1 – August 31, 2026)", "a until 16:00 UTC on Aug. 31st, 2026", "a before 2026-02-30", "a (≥ 200k) New", "a from 9999-12-31 to 0001-01-01"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name, q := ReadName(text, data.Qualifiers{}, time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC))
		for _, day := range []string{q.ValidFrom, q.ValidUntil} {
			if _, err := time.Parse(time.DateOnly, day); day != "" && err != nil {
				t.Errorf("readName(%q) = %q, %+v: %v", text, name, q, err)
			}
		}
	})
}

func TestObservePriceReadsDaysOfTheCell(t *testing.T) {
	tests := map[string]struct {
		cell  string
		value string
		want  data.Qualifiers
	}{
		"no days":                  {"$2 / MTok", "2", data.Qualifiers{}},
		"a footnote":               {"$2 / MTok1", "2", data.Qualifiers{}},
		"behind it":                {"$2 / MTok through August 31, 2026", "2", data.Qualifiers{Kind: "promotional", ValidUntil: "2026-08-31"}},
		"in a remark":              {"$2 / MTok (75% off until Aug 31, 2026)", "2", data.Qualifiers{Kind: "promotional", ValidUntil: "2026-08-31"}},
		"only the day":             {"$2 / MTok (through August 31, 2026)", "2", data.Qualifiers{Kind: "promotional", ValidUntil: "2026-08-31"}},
		"to come":                  {"$3 / MTok (from September 1, 2026)", "3", data.Qualifiers{Kind: "announced", ValidFrom: "2026-09-01"}},
		"of another one":           {"$3 / MTok (was $2 until July 31, 2026)", "3", data.Qualifiers{Remark: "was $2 until July 31, 2026"}},
		"a discount":               {"$0.435 / MTok (75% off)", "0.435", data.Qualifiers{}},
		"wide brackets":            {"$0.135 / MTok（50% OFF）", "0.135", data.Qualifiers{}},
		"another price":            {"$0.30 / MTok (cached)", "0.30", data.Qualifiers{Remark: "cached"}},
		"the same class":           {"$3 / MTok (input)", "3", data.Qualifiers{}},
		"a service":                {"$1.5 / MTok (batch)", "1.5", data.Qualifiers{Service: "batch"}},
		"a service, and the class": {"$1.5 / MTok (batch input)", "1.5", data.Qualifiers{Remark: "batch input"}},
		"the class for some":       {"$3 / MTok (input for partners)", "3", data.Qualifiers{Remark: "input for partners"}},
		"kinds of token":           {"$3 / MTok (text / image)", "3", data.Qualifiers{}},
		"another kind":             {"$3 / MTok (audio)", "3", data.Qualifiers{Modality: "audio"}},
		"old":                      {"$3 / MTok (old price)", "3", data.Qualifiers{Remark: "old price"}},
		"for some":                 {"$3 / MTok (US-only inference)", "3", data.Qualifiers{Remark: "US-only inference"}},
		"a day, figures":           {"$3 / MTok (from 1/1/2027)", "3", data.Qualifiers{Remark: "from 1/1/2027"}},
		"a quarter":                {"$3 / MTok (Q1 2027)", "3", data.Qualifiers{Remark: "Q1 2027"}},
		"no year":                  {"$3 / MTok (starting December 15)", "3", data.Qualifiers{Remark: "starting December 15"}},
		"half known":               {"$3 / MTok (75% off, EU only)", "3", data.Qualifiers{Remark: "75% off, EU only"}},
	}
	doc := web.Payload{FetchedAt: time.Date(2026, 8, 1, 0, 0, 0, 0, time.UTC)}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := ObservePrice(Place{Of: doc}, "a", data.PriceInput, Cell{Text: tt.cell}, "", data.Qualifiers{})
			quote := strings.Replace(tt.cell, "MTok1", "MTok", 1) // a mark of a footnote is no part of it
			if err != nil || len(got) != 1 || got[0].Value != tt.value || got[0].Qualifiers != tt.want || got[0].Quote != quote {
				t.Errorf("observePrice of %q = %+v, %v, want %s under %+v", tt.cell, got, err, tt.value, tt.want)
			}
		})
	}
}

func TestObservePriceRefusesUnreadDates(t *testing.T) {
	for _, name := range []string{"Claude Sonnet 5 while August 2026 lasts", "Claude Sonnet 5 to August 31", "Claude Sonnet 5 to August 31, 2026", "$3.00", "1.00 USD", "64,000", "-"} {
		if _, err := ObservePrice(Place{}, name, data.PriceInput, Cell{Text: "$1 / MTok"}, "", data.Qualifiers{}); err == nil {
			t.Errorf("observePrice of %q succeeded, want an error", name)
		}
	}
}

func TestSplitNames(t *testing.T) {
	tests := map[string][]string{
		"Claude Opus 5 / Claude Opus 4.8":                     {"Claude Opus 5", "Claude Opus 4.8"},
		"Claude Sonnet 4.5 / 4":                               {"Claude Sonnet 4.5", "Claude Sonnet 4"},
		"Claude Opus 5, Claude Opus 4.8, and Claude Opus 4.7": {"Claude Opus 5", "Claude Opus 4.8", "Claude Opus 4.7"},
		"Claude Haiku 4.5":                                    {"Claude Haiku 4.5"},
		"":                                                    nil,
	}
	for text, want := range tests {
		if diff := cmp.Diff(want, SplitNames(text)); diff != "" {
			t.Errorf("splitNames(%q) differs (-want +got):\n%s", text, diff)
		}
	}
}

func TestPriceField(t *testing.T) {
	tests := map[string]data.Field{
		"Base Input Tokens": data.PriceInput, "1M INPUT TOKENS (CACHE MISS)": data.PriceInput, "Input": data.PriceInput, "Input (context length up to 128K)": data.PriceInput,
		"Cached input": data.PriceCacheRead, "Cache Hits & Refreshes": data.PriceCacheRead, "Prompt caching Read": data.PriceCacheRead, "Cache read": data.PriceCacheRead,
		"5m Cache Writes": data.PriceCacheWrite, "Long context cache writes": data.PriceCacheWrite, "Cached Input Storage": data.PriceCacheStorage,
		"Output / cost": data.PriceOutput, "Batch output": data.PriceOutput, "输入价格 元/百万 tokens": data.PriceInput,
		"Model": "", "Estimated cost": "", "Training": "", "Prompts ≤ 1M tokens": "", "Max output": "", "Input tokens per request": "",
		"Prompt caching": data.PriceCacheRead, "Input (limited-time offer)": data.PriceInput,
	}
	for title, want := range tests {
		if got := PriceField(title); got != want {
			t.Errorf("priceField(%q) = %q, want %q", title, got, want)
		}
	}
}

// TestUnknownTitles takes a price under a title that nobody knows for what its words say, with the title as remark.
func TestUnknownTitles(t *testing.T) {
	for _, tt := range []struct {
		title, cell string
		want        data.Field
		remark      bool
	}{
		{"Input price", "$3 / MTok", data.PriceInput, false},
		{"Input price for partners", "$3 / MTok", data.PriceInput, true},
		{"Prompt caching", "$0.30 / MTok", data.PriceCacheRead, true},
		{"Prompt caching", "Yes", "", true},
		{"Output speed", "128K", "", true},
		{"Price", "$3 / MTok", "", false},
	} {
		if got := ColumnField(tt.title, Cell{Text: tt.cell}); got != tt.want || (TitleRemark(tt.title) != "") != tt.remark {
			t.Errorf("%q over %q is %q with the remark %q, want %q", tt.title, tt.cell, got, TitleRemark(tt.title), tt.want)
		}
	}
}

func TestNameColumn(t *testing.T) {
	tests := map[string][]string{
		"Model":      {"Model ID", "Model", "Input", "Output"},
		"Models":     {"Model family", "Models", "Output"},
		"Model ID":   {"Output price per model", "Model ID", "Input"},
		"Name":       {"Name", "Input", "Output"},
		"模型":         {"输入", "模型"},
		"Model name": {"Modalities", "Model name"},
	}
	for want, header := range tests {
		if got := NameColumn(Table{Header: header}); got < 0 || header[got] != want {
			t.Errorf("nameColumn(%q) = %d, want %s", header, got, want)
		}
	}
	if got := NameColumn(Table{Header: []string{"Engine", "Input"}}); got >= 0 {
		t.Errorf("nameColumn = %d, want none", got)
	}
}

// TestGroupRows has titles in rows of their own, in a cell or across the table: they are notes of the rows below.
func TestGroupRows(t *testing.T) {
	for name, group := range map[string]string{"in a cell": "| **Batch** | | |", "across": "| Batch | Batch | Batch |"} {
		t.Run(name, func(t *testing.T) {
			page, err := readMarkdown("| Model | Input | Output |\n|---|---|---|\n| a-1 | $1 | $2 |\n" + group + "\n| a-1 | $3 | $4 |\n| a-2 | | |\n| a-3 | $5 | $6 |\n| Others | | |\n| a-4 | $7 | $8 |\n")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for row, service := range page.Tables[0].ModelRows() {
				got = append(got, row[0].Text+" "+row[1].Text+" "+service.Service+service.Remark)
			}
			if diff := cmp.Diff([]string{"a-1 $1 ", "a-1 $3 batch", "a-2  batch", "a-3 $5 batch", "a-4 $7 Others"}, got); diff != "" {
				t.Errorf("rows differ (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRefusedCountsAll rows, and keeps the words of some.
func TestRefusedCountsAll(t *testing.T) {
	var many Refused
	for range maxRefused + 50 {
		many.Row(web.Payload{URL: "https://example.com"}, "Acme One", nil, errors.New("no price"))
	}
	if last := len(many) - 1; last != maxRefused+49 || many[maxRefused-1].Why == "" || many[last].Why != "" {
		t.Errorf("of %d rows that are refused the last is %v: want all counted, and the words of the first %d", len(many), many[last], maxRefused)
	}
}

func TestDistinct(t *testing.T) {
	o := web.Payload{}.Observe("a", data.PriceInput, "1.6", data.USDPerMillion, "$1.6", data.PageAddress{}, data.Qualifiers{})
	again, other := o, o
	again.Value, other.Value = "1.60", "2"
	var refused Refused
	if got := refused.Distinct([]data.Observation{o, again}); len(refused) > 0 || len(got) != 1 {
		t.Errorf("distinct of a repetition = %v, %v, want one observation", got, refused)
	}
	euro := other
	euro.Unit = data.EURPerMillion
	if got := refused.Distinct([]data.Observation{o, euro}); len(refused) > 0 || len(got) != 2 {
		t.Errorf("distinct of two currencies = %v, %v, want two observations", got, refused)
	}
	output, elsewhere := o, o
	output.Field, elsewhere.Subject = data.PriceOutput, "b"
	if got := refused.Distinct([]data.Observation{o, output, elsewhere, other}); len(got) != 1 || got[0].Subject != "b" || len(refused) != 1 {
		t.Errorf("distinct of a contradiction = %v, %v, want what is said of the other model and one refused row", got, refused)
	}
}

func TestSplitName(t *testing.T) {
	for text, want := range map[string][]string{
		"a (b) c (d)":                       {"a c", "b", "d"},
		"a (b (c) d) (e)":                   {"a", "c", "b d", "e"},
		"a (b":                              {"a (b"},
		"a) (b（c)":                          {"a) (b", "c"},
		"a (1) (2, 3)":                      {"a"},
		"a" + strings.Repeat("()", 100_000): {"a"},
	} {
		if name, remarks := SplitName(text); !slices.Equal(append([]string{name}, remarks...), want) {
			t.Errorf("%.40q is %.40q and %.200q, want %q", text, name, remarks, want)
		}
	}
}

package collectors

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"pricepoint/data"
)

// openAIContextLimit returns the longest prompt, in tokens, that the page calls short context. It is what the page
// states in a sentence or, failing that, in the names of models ("<272K context length"); "" if they disagree.
func openAIContextLimit(page Page) string {
	var stated, named []string
	for _, line := range page.Lines {
		if hasWords(line, "short", "context") || hasWords(line, "long", "context") {
			stated = append(stated, line)
		}
	}
	for _, t := range page.Tables {
		for _, row := range t.Rows {
			if column := nameColumn(t); column >= 0 {
				named = append(named, row[column].Text)
			}
		}
	}
	return cmp.Or(agreedBound(stated), agreedBound(named))
}

// agreedBound returns the one number of tokens that bounds prompts in the texts, "" if there is none or several.
func agreedBound(texts []string) string {
	agreed := ""
	for _, text := range texts {
		q, bound := withContextBound(text, data.Qualifiers{})
		tokens := cmp.Or(q.ContextUpTo, q.ContextOver)
		if bound && agreed != "" && tokens != agreed {
			return ""
		}
		agreed = cmp.Or(tokens, agreed)
	}
	return agreed
}

// contextTerms adds the length of prompt that a column is for. A price for long context whose threshold is stated
// nowhere on the page is not known to hold under any condition: known is false, and it makes no observation.
func (r *openAIReader) contextTerms(t Table, row []Cell, title string, q data.Qualifiers) (terms data.Qualifiers, known bool) {
	limit := cmp.Or(q.ContextUpTo, r.limit)
	switch {
	case hasWords(title, "long", "context"):
		q.ContextUpTo, q.ContextOver = "", limit
		return q, limit != ""
	case hasWords(title, "short", "context") && hasLongContext(t, row):
		q.ContextUpTo = limit
	}
	return q, true
}

// hasLongContext reports whether a row prices long prompts apart.
func hasLongContext(t Table, row []Cell) bool {
	for column, title := range t.Header {
		if hasWords(title, "long", "context") && !isAbsent(row[column].Text) {
			return true
		}
	}
	return false
}

var (
	anyComponent  = regexp.MustCompile(`<[A-Z]\w*`)
	componentTier = regexp.MustCompile(`\btier="([^"]+)"`)
	componentRows = regexp.MustCompile(`(?s)\brows=\{(\[.*?\])\s*\}`)
	trailingComma = regexp.MustCompile(`,(\s*\])`)
	anyTag        = regexp.MustCompile(`<[^<>]*>`)
)

// openAIComponents reads the tables of the MDX form of the page, which shows the source of a component,
// <TextTokenPricingTables tier="standard" rows={[["gpt-5",1.25,0.125,10],…]} />, instead of what it makes. The
// components for specialised and fine-tuned models do not survive in that form and cannot be read.
func openAIComponents(body []byte) ([]Table, error) {
	var tables []Table
	parts := strings.Split(string(body), "<TextTokenPricingTables")
	for i, part := range parts[1:] {
		if next := anyComponent.FindStringIndex(part); next != nil {
			part = part[:next[0]] // what follows belongs to another component
		}
		tier, rows := componentTier.FindStringSubmatch(part), componentRows.FindStringSubmatch(part)
		if tier == nil || rows == nil {
			return nil, fmt.Errorf("a component of token prices names no tier or no rows: %.80q", part)
		}
		t, err := openAIComponentTable(trailingComma.ReplaceAllString(rows[1], "$1"))
		if err != nil {
			return nil, fmt.Errorf("rows of the %s tier: %v", tier[1], err)
		}
		for line := range strings.Lines(anyTag.ReplaceAllString(parts[i], "\n")) {
			t.Before = append(t.Before, oneLine(line))
		}
		t.Before = append(t.Before, tier[1])
		tables = append(tables, t)
	}
	return tables, nil
}

// openAIComponentTable reads rows that are arrays without titles: four entries are model, input, cached input and
// output; in five, cache writes come before the output.
func openAIComponentTable(rows string) (Table, error) {
	decoder := json.NewDecoder(strings.NewReader(rows))
	decoder.UseNumber() // the digits as printed
	var entries [][]any
	if err := decoder.Decode(&entries); err != nil {
		return Table{}, err
	}
	t := Table{Header: []string{"Model", "Input", "Cached input", "Output"}}
	if len(entries) > 0 && len(entries[0]) == 5 {
		t.Header = []string{"Model", "Input", "Cached input", "Cache writes", "Output"}
	}
	for _, entry := range entries {
		if len(entry) != len(t.Header) {
			return Table{}, fmt.Errorf("%v has %d entries, expected %d", entry, len(entry), len(t.Header))
		}
		row := make([]Cell, len(entry))
		for i, value := range entry {
			if value != nil {
				row[i].Text = fmt.Sprint(value)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

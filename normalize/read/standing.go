package read

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/names"
)

// Compared is a pricing page or a board as it is read now, beside the last reading of which nothing is held.
type Compared struct {
	Page    *gate.Page   // nil: there is no such reading
	Text    *data.Breach // a text that the page did not have then; nil: there is none
	oldText bool         // and had when it was last read already
	Was, Is map[data.ToolField]gate.Cell

	EffortBefore, EffortNow map[boardRow]string // what the attempts of each row of a board took then, and now
}

// compare sets two readings of every pricing page and board side by side.
func (r reader) compare() {
	for _, reading := range r.readings {
		if reading.Kind == data.FeedSource {
			continue
		}
		c := &Compared{Was: map[data.ToolField]gate.Cell{}, Is: map[data.ToolField]gate.Cell{}}
		if len(reading.Standards) > 0 {
			c.Text, c.oldText = r.newText(reading), r.isOldText(reading)
			c.Page = gate.Compare(r.in.Catalog.Gate, r.cells(reading.Compared), r.cells(reading.Observations))
			c.EffortBefore, c.EffortNow = metered(reading.Compared), metered(reading.Observations)
		}
		r.Compared[reading.Source] = c
	}
}

// boardRow is a row of a board, whatever stands in it.
type boardRow struct{ table, row, subject, effort string }

func RowOfBoard(o data.Observation) boardRow {
	return boardRow{o.Address.TableKey(), o.Address.Row, o.Subject, o.Qualifiers.Effort}
}

// metered is what the attempts of each row of a board took: money, tokens, time. A model that is measured again takes
// something else.
func metered(all []data.Observation) map[boardRow]string {
	rows := map[boardRow]string{}
	for _, o := range all {
		if kind, _, _ := strings.Cut(string(o.Field), "."); slices.Contains([]string{"cost", "tokens", "time"}, kind) {
			rows[RowOfBoard(o)] += fmt.Sprintf("%s %s, ", o.Field, o.Value)
		}
	}
	return rows
}

// cells are the numbers of a reading that can be compared.
func (r reader) cells(all []data.Observation) []gate.Cell {
	var cells []gate.Cell
	for _, o := range all {
		number := perMillion // in the published unit
		switch {
		case o.Field == data.ContextTokens:
			number = tokens
		case strings.HasPrefix(string(o.Field), "score."):
			number = Result
		}
		if n, err := number(o); err == nil {
			model := o.Subject // or the tool that it means
			if m := r.resolved(o); m.Kind == names.Tool {
				model = m.Tool
			}
			cells = append(cells, gate.NewCell(o, model, n))
		}
	}
	return cells
}

// newText is the first text around the prices of a page that the page did not have when it was last read and that nobody has
// said to mean nothing; of those the first that may be about prices.
func (r reader) newText(reading data.Reading) *data.Breach {
	if len(reading.Compared) == 0 {
		return nil // nobody knows what it had
	}
	known := map[string]bool{}
	for _, text := range reading.ComparedTexts {
		known[data.TextKey(text)] = true
	}
	var found *data.Breach
	for _, text := range reading.Texts {
		key := data.TextKey(text)
		if known[key] || key == "" || r.in.Catalog.Naming.KnowsText(reading.Source, text) {
			continue
		}
		rule := data.RuleText
		if r.tellsTerms(text, reading) {
			rule = data.RuleTerms
		}
		if found == nil || found.Rule == data.RuleText && rule == data.RuleTerms {
			found = &data.Breach{Rule: rule, Why: fmt.Sprintf("its page has a text that it did not have before, and nobody has said what it means: %.200q", text), Text: text}
		}
	}
	return found
}

// isOldText reports whether the page was judged by older texts already, though no price is held for one: a text of terms waits
// until somebody knows it.
func (r reader) isOldText(reading data.Reading) bool {
	kept := slices.ContainsFunc(reading.Standards, func(s data.Standard) bool { return slices.Contains(s.Rows, data.TextsRow) })
	return kept && !slices.ContainsFunc(slices.Collect(maps.Values(r.in.Before.Findings)), func(f data.Finding) bool {
		return f.Source == reading.Source && HeldByText(f)
	})
}

// TextWaits reports whether a page has a text that may tell terms: unless something confirms it, it stays a new one, however
// long it is there.
func (c *Compared) TextWaits() bool {
	return c != nil && c.Text != nil && c.Text.Rule == data.RuleTerms
}

// HeldByText reports whether a price is held for a text around it.
func HeldByText(f data.Finding) bool {
	return f.Kind == data.Held && (slices.Contains(f.Rules, data.RuleText) || slices.Contains(f.Rules, data.RuleTerms))
}

// tellsTerms reports whether a text may say for which model, for whom, for what or for how long prices hold: unless it is plain
// English of which each word is known to say nothing of that, it may.
func (r reader) tellsTerms(text string, reading data.Reading) bool {
	if strings.ContainsAny(text, "0123456789$€£¥%*†‡") {
		return true
	}
	words := strings.Fields(data.TextKey(text))
	plain := func(word string) bool { return slices.Contains(r.in.Catalog.Gate.PlainWords, word) }
	return !slices.ContainsFunc(words, plain) || slices.ContainsFunc(words, func(word string) bool {
		return slices.Contains(r.in.Catalog.Gate.TermWords, word) || strings.ContainsFunc(word, func(c rune) bool { return c > 0x24f })
	})
}

// understood is a printed number of a tool. One that stands under a heading nobody has said the meaning of, or beside
// words that its reader has not understood, has a remark: it is evidence, and never what is published. Where nothing but
// the remark keeps it from that, it is a finding.
func (r reader) understood(o data.Observation, tool string) data.Observation {
	plain := o.Qualifiers
	plain.Remark = ""
	if !generalTerms(plain, r.in.Provider(r.seen.Provider(tool)).Region) {
		return o
	}
	i := slices.IndexFunc(o.Address.Section, func(title string) bool { // that the catalogue does not know and that is not the name of the tool
		m := r.seen.Resolve(o.Source, title, o.FetchedAt.Time)
		return !r.in.Catalog.Naming.KnowsHeading(o.Source, title) && (m.Kind != names.Tool || m.Tool != tool)
	})
	switch {
	case o.Qualifiers.Remark != "":
		r.found.Add(remarked(o, o.Qualifiers.Remark, "stands beside prices", "the source says it clearly, or its reader learns the words"))
	case i >= 0:
		heading := o.Address.Section[i]
		o.Qualifiers.Remark = heading
		f := remarked(o, heading, "stands over prices", "pricepoint findings know, if they are those of text tokens at the standard service")
		f.Rules, f.Breaches = []data.GateRule{data.RuleHeading}, []data.Breach{{Rule: data.RuleHeading, Why: f.Why, Text: heading}}
		r.found.Add(f)
	}
	return o
}

// remarked reports words that keep prices from being published; each text once for a source.
func remarked(o data.Observation, words, stands, ends string) data.Finding {
	return data.Finding{
		Kind: data.Refused, Source: o.Source, Quote: words, URL: o.URL, Evidence: o.FetchedAt,
		Why:  fmt.Sprintf("%s: %q %s, of %s among others, and nobody has said what it means; they are evidence and not published", o.Source, words, stands, o.Subject),
		Ends: ends,
	}.Identified()
}

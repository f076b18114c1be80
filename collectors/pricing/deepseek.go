package pricing

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/data"
)

func init() {
	deepSeek := pricePage{least: 1, lacking: `no table has a row "MODEL" and rows of input and output prices`, read: readDeepSeek}
	register(collectors.Source{Name: "pricing_deepseek", Publisher: "DeepSeek", Parse: deepSeek.parse},
		"https://api-docs.deepseek.com/quick_start/pricing",
	)
}

// readDeepSeek reads the tables of the page, in which models are columns and what is known of them are rows. A prompt that misses
// the cache is billed as input; writing to the cache has no price of its own. The other names a model may be called by stand in
// footnotes and are not read.
func readDeepSeek(r *reader, p page.Page) error {
	stated := p.StatedUnit("")
	for _, t := range p.Tables {
		deepSeekTable(r, t, stated)
	}
	if peak, ok := deepSeekPeak(p.Lines); ok {
		r.found = withPeakHours(r.found, peak)
	}
	return nil
}

// withPeakHours adds the hours that the page states once to the prices whose row does not give them.
func withPeakHours(found []data.Observation, peak data.WeeklyHours) []data.Observation {
	for i := range found {
		q := &found[i].Qualifiers
		if q.Window != "" && q.Hours == "" {
			peak.Outside = q.Window == "offPeak"
			q.Hours = peak.Notation()
		}
	}
	return found
}

func deepSeekTable(r *reader, t page.Table, stated data.Unit) {
	before := len(r.found)
	models, labels := deepSeekColumns(t)
	all := strings.Join(slices.DeleteFunc(slices.Clone(models), func(model string) bool { return model == "" }), ", ")
	for _, row := range t.Rows {
		if slices.ContainsFunc(row[:labels], func(label page.Cell) bool { return labelOfMoney.MatchString(label.Text) }) {
			r.found = r.found[:before]
			r.refused.Row(r.doc, all, row, errors.New("a price stands where rows are labelled: one row of the block is too many, and any of them may be the wrong one"))
			return
		}
		r.whole(all, row, func() ([]data.Observation, error) {
			return deepSeekRow(t, models, row, deepSeekLabels(row[:labels]), stated)
		})
	}
}

// labelOfMoney is a price where a label should be.
var labelOfMoney = regexp.MustCompile(`^(?:US)?[$€£¥￥]\s?\d|^\d[\d.,]*\s?(?:元|USD)`)

// deepSeekColumns returns the model name in each column, "" in the leading columns of row labels, and how many
// those are. The row of names is found by its label, which spans the label columns.
func deepSeekColumns(t page.Table) (models []string, labels int) {
	for _, row := range t.Rows {
		if len(row) == 0 || !slices.Contains([]string{"model", "models", "model name", "model id"}, strings.Join(page.WordsOf(row[0].Text), " ")) {
			continue
		}
		models = make([]string, len(row))
		for column, cell := range row {
			if cell == row[0] {
				labels = column + 1
			} else {
				models[column] = cell.Text
			}
		}
		return models, labels
	}
	return nil, 0
}

// deepSeekLabels lists the cells that label a row: "PRICING", "1M INPUT TOKENS (CACHE HIT)", "OFF-PEAK".
func deepSeekLabels(cells []page.Cell) []string {
	var labels []string
	for _, cell := range cells {
		if !slices.Contains(labels, cell.Text) {
			labels = append(labels, cell.Text)
		}
	}
	return labels
}

// deepSeekRow reads the row of a price or of the context length. The labels may say the unit of its prices; the
// currency is printed with each.
func deepSeekRow(t page.Table, models []string, row []page.Cell, labels []string, stated data.Unit) ([]data.Observation, error) {
	label := strings.Join(labels, " ")
	field := deepSeekField(labels)
	priced := field != "" && page.HasWords(label, "token") && !page.HasWords(label, "max")
	if m := page.PerTokens.FindStringSubmatch(label); m != nil {
		per, err := page.TokenQuantity("per " + m[1])
		if err != nil {
			return nil, fmt.Errorf("%q: %w", label, err)
		}
		stated = data.Unit("/" + per)
	}
	var found []data.Observation
	for column, model := range models {
		if model == "" {
			continue
		}
		name, q := page.ReadName(model, data.Qualifiers{}, t.Of.FetchedAt)
		at := t.Place(row, data.PageAddress{Section: t.Section(), Table: "models as columns", Row: model, Column: label})
		at.Remark = deepSeekRemark(labels)
		var here []data.Observation
		var err error
		switch {
		case priced:
			here, err = page.ObservePrice(at, name, field, row[column], stated, deepSeekTerms(labels, q))
		case page.ColumnField(labels[len(labels)-1], row[column]) != "":
			err = fmt.Errorf("nobody knows which price %q is under %q", row[column].Text, label)
		case page.HasWords(label, "context", "length"):
			here, err = deepSeekContext(at, name, row[column], q)
		}
		if err != nil {
			return nil, err
		}
		found = append(found, here...)
	}
	return found, nil
}

// deepSeekTerms adds what the labels of a row say of when and for what its prices hold.
func deepSeekTerms(labels []string, q data.Qualifiers) data.Qualifiers {
	label := strings.Join(labels, " ")
	q.Window, q.Service = deepSeekWindow(labels), cmp.Or(page.ServiceOf(label), q.Service)
	_, q = page.CutBound(label, q)
	return q
}

// deepSeekContext reads a context length. A length that a price holds for is another thing.
func deepSeekContext(at page.Place, name string, cell page.Cell, q data.Qualifiers) ([]data.Observation, error) {
	tokens, q, err := page.Window(cell.Text, q)
	if err != nil {
		return nil, fmt.Errorf("context length of %s: %w", name, err)
	}
	q.ContextOver, q.OverOp, q.ContextUpTo, q.UpToOp = "", "", "", ""
	return []data.Observation{page.Qualified(at.Observe(name, data.ContextTokens, tokens, data.Tokens, cell.Text), q)}, nil
}

// deepSeekField is the class of tokens that one of the labels of a row names, the innermost that does.
func deepSeekField(labels []string) (field data.Field) {
	for _, label := range labels {
		field = cmp.Or(page.PriceField(label), field)
	}
	return field
}

// deepSeekRemark are the labels of a row of prices that nobody knows.
func deepSeekRemark(labels []string) string {
	known := func(label string) bool { return page.TitleRemark(label) == "" }
	return strings.Join(slices.DeleteFunc(slices.Clone(labels), known), " ")
}

// deepSeekWindow reads when a price holds; a page without peak hours says nothing. The label of the whole block is
// left out, for "PRICING (OFF-PEAK: -50%)" announces a discount and does not mean each price under it.
func deepSeekWindow(labels []string) string {
	label := strings.Join(labels[min(1, len(labels)-1):], " ")
	switch {
	case page.HasWords(label, "off", "peak"):
		return "offPeak"
	case page.HasWords(label, "peak"):
		return "peak"
	}
	return ""
}

// peakSentence is where the page says when its peak hours are, with what it says in brackets.
var peakSentence = regexp.MustCompile(`(?i)\bpeak hours (?:are|is|run)\b[^.(]*(?:\([^)]*\))?`)

// otherHours is what the page says in brackets about all other hours, which is not part of the sentence.
var otherHours = regexp.MustCompile(`(?i)\(\s*all other (?:hours|times) [^)]*\)`)

// holidays is how the page says that public holidays have no peak hours.
var holidays = regexp.MustCompile(`(?i)\b(?:excluding|except(?: for| on)?|not (?:including|on)) (?:chinese|china's) (?:public|statutory|national|legal) holidays\b`)

// clockSpan is one span of hours: "01:00 - 04:00".
var clockSpan = regexp.MustCompile(`\b([01]?\d|2[0-4]):([0-5]\d)\s*[-–—~]\s*([01]?\d|2[0-4]):([0-5]\d)\b`)

// workdays is how the page names the days of its peak hours.
var workdays = regexp.MustCompile(`(?i)\b(?:mon(?:day)?\s*(?:through|to|[-–—])\s*fri(?:day)?|weekdays)\b`)

// hoursWords are the words that may stand in a sentence about hours without changing what it says.
var hoursWords = []string{"peak", "off", "hours", "are", "is", "run", "and", "utc", "time", "from", "to", "on", "every", "day", "daily", "the",
	"discount", "standard", "price", "pricing"}

// deepSeekPeak reads the peak hours that a line of the page states; false where it states none, or in words nobody knows.
func deepSeekPeak(lines []string) (data.WeeklyHours, bool) {
	for _, line := range lines {
		for _, sentence := range peakSentence.FindAllString(line, -1) {
			if hours, ok := deepSeekHours(sentence); ok {
				return hours, true
			}
		}
	}
	return data.WeeklyHours{}, false
}

// deepSeekHours reads the hours in a text: those of every day, unless it names the days.
func deepSeekHours(text string) (data.WeeklyHours, bool) {
	days := []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}
	text = otherHours.ReplaceAllString(text, " ")
	rest := workdays.ReplaceAllString(text, " ")
	if rest != text {
		days = days[:5]
	}
	hours := data.WeeklyHours{Zone: "UTC"}
	if holidays.MatchString(rest) {
		rest, hours.Holidays = holidays.ReplaceAllString(rest, " "), "CN"
	}
	for _, m := range clockSpan.FindAllStringSubmatch(rest, -1) {
		hours.Windows = append(hours.Windows, data.WeeklyWindow{Days: days, From: clock(m[1], m[2]), To: clock(m[3], m[4])})
	}
	words := page.WordsOf(clockSpan.ReplaceAllString(rest, " "))
	unknown := slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(hoursWords, word) })
	if unknown || !slices.Contains(words, "utc") || len(hours.Windows) == 0 {
		return data.WeeklyHours{}, false
	}
	_, err := data.ParseWeeklyHours(hours.Notation())
	return hours, err == nil
}

// clock writes a time of day with two digits each.
func clock(hour, minute string) string { return strings.Repeat("0", 2-len(hour)) + hour + ":" + minute }

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
	collectors.Register(collectors.Source{Name: "pricing_deepseek", Publisher: "DeepSeek", Parse: deepSeek.parse},
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
			return deepSeekRow(t, models, row, page.Texts(row[:labels]), stated)
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

// deepSeekRow reads the row of a price or of the context length. The labels may say the unit of its prices; the
// currency is printed with each.
func deepSeekRow(t page.Table, models []string, row []page.Cell, labels []string, stated data.Unit) (found []data.Observation, err error) {
	if len(labels) == 0 {
		return nil, nil
	}
	label, field := strings.Join(labels, " "), data.Field("")
	for _, each := range labels { // the innermost class of tokens that one of them names
		field = cmp.Or(page.PriceField(each), field)
	}
	priced := field != "" && page.HasWords(label, "token") && !page.HasWords(label, "max")
	unit, _ := page.TokensIn(label)
	known := func(label string) bool { return page.TitleRemark(label) == "" }
	remark := strings.Join(slices.DeleteFunc(slices.Clone(labels), known), " ")
	for column, model := range models {
		if model == "" {
			continue
		}
		name, q := page.ReadName(model, data.Qualifiers{}, t.Of.FetchedAt)
		at := t.Place(row, data.PageAddress{Section: t.Section(), Table: "models as columns", Row: model, Column: label})
		at.Remark = remark
		var here []data.Observation
		switch {
		case priced:
			q.Window, q.Service = deepSeekWindow(labels), cmp.Or(page.ServiceOf(label), q.Service)
			_, q = page.CutBound(label, q)
			here, err = page.ObservePrice(at, name, field, row[column], cmp.Or(unit, stated), q)
		case page.ColumnField(labels[len(labels)-1], row[column]) != "":
			err = fmt.Errorf("nobody knows which price %q is under %q", row[column].Text, label)
		case page.HasWords(label, "context", "length"):
			q.ContextOver, q.OverOp, q.ContextUpTo, q.UpToOp = "", "", "", "" // a length that a price holds for is another thing
			here, err = page.ObserveWindow(at, name, row[column].Text, q)
		}
		if err != nil {
			return nil, err
		}
		found = append(found, here...)
	}
	return found, nil
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

// peakSentence is where the page says when its peak hours are: in which hours of UTC, on which days, and whether on holidays. What
// it says in brackets about all other hours is not part of it. A sentence with other words is not understood.
var peakSentence = regexp.MustCompile(`(?i)\bpeak hours (?:are|is|run) ((?:` + clockSpan.String() + `(?:, and|,| and)?\s+)+)UTC` +
	`(,? (?:Monday (?:through|to) Friday|on weekdays))?` +
	`(,? \(?(?:excluding|except(?: for| on)?) Chinese (?:public|statutory|national) holidays\)?)?(?: ?\(all other (?:hours|times) [^)]*\))?\s*(?:\.|$)`)

// clockSpan is one span of hours: "01:00 - 04:00".
var clockSpan = regexp.MustCompile(`\b(\d{1,2}):(\d\d)\s*[-–—~]\s*(\d{1,2}):(\d\d)\b`)

// deepSeekPeak reads the peak hours that a line of the page states; false where it states none, or in words nobody knows.
func deepSeekPeak(lines []string) (data.WeeklyHours, bool) {
	for _, line := range lines {
		m := peakSentence.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		hours, days, n := data.WeeklyHours{Zone: "UTC"}, []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}, len(m)
		if m[n-2] != "" {
			days = days[:5]
		}
		if m[n-1] != "" {
			hours.Holidays = "CN"
		}
		for _, span := range clockSpan.FindAllStringSubmatch(m[1], -1) {
			hours.Windows = append(hours.Windows, data.WeeklyWindow{Days: days, From: clock(span[1], span[2]), To: clock(span[3], span[4])})
		}
		if _, err := data.ParseWeeklyHours(hours.Notation()); err == nil {
			return hours, true
		}
	}
	return data.WeeklyHours{}, false
}

// clock writes a time of day with two digits each.
func clock(hour, minute string) string { return strings.Repeat("0", 2-len(hour)) + hour + ":" + minute }

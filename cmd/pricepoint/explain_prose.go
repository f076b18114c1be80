package main

import (
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"pricepoint/data"
)

// sentences joins what there is to say.
func sentences(all ...string) string {
	var said []string
	for _, s := range all {
		if s != "" {
			said = append(said, s)
		}
	}
	return strings.Join(said, " ")
}

// conjunction joins names: "one, two and three".
func conjunction(names []string, and string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + and + " " + names[last]
}

// plural picks the form of a verb that goes with these names.
func plural(names []string, one, many string) string {
	if len(names) == 1 {
		return one
	}
	return many
}

// opening begins a sentence with the name of a source: a publisher keeps its own case.
func opening(name string) string {
	if rest, ok := strings.CutPrefix(name, "the "); ok {
		return "The " + rest
	}
	return name
}

// onDay writes a day for people: 28 August 2026.
func onDay(t data.Timestamp) string { return t.UTC().Format("2 January 2006") }

// onDate is onDay for a date as documents write it.
func onDate(date string) string {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return onDay(data.At(t))
}

func sameDay(x, y data.Timestamp) bool { return onDay(x) == onDay(y) }

// grouped writes a count with commas: 1,050,000.
func grouped(n data.Number) string {
	return message.NewPrinter(language.English).Sprintf("%d", n.IntPart())
}

// fold breaks lines between words to fit a terminal; a longer word, like an address, stays whole. Width 0 is no
// terminal: a paragraph is one line then.
func fold(paragraphs string, width int) string {
	if width <= 0 {
		return paragraphs
	}
	var b strings.Builder
	for i, line := range strings.Split(paragraphs, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		foldLine(&b, line, min(width, widest))
	}
	return b.String()
}

// widest is the longest line that reads well.
const widest = 100

func foldLine(b *strings.Builder, line string, width int) {
	column := 0
	for i, word := range strings.Fields(line) {
		length := text.StringWidthWithoutEscSequences(word)
		switch {
		case i == 0:
		case column+1+length > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += length
	}
}

package terminal

import (
	"errors"
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"pricepoint/data"
)

// Several counts things: "1 site", "3 sites".
func Several(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Number writes a number, or nothing for none.
func Number(n *data.Number) string {
	if n == nil {
		return ""
	}
	return n.String()
}

// Fold breaks lines between words to fit a terminal; a longer word, like an address, stays whole. Width 0 means no
// terminal: a paragraph is one line then.
func Fold(paragraphs string, width int) string {
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

// AlignPoint pads a column of numbers from the left, so that their decimal points stand below one another.
func AlignPoint(column []string) {
	whole := func(text string) int {
		if i := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' }); i >= 0 {
			return i
		}
		return len(text)
	}
	widest := 0
	for _, text := range column {
		widest = max(widest, whole(text))
	}
	for i, text := range column {
		column[i] = strings.Repeat(" ", widest-whole(text)) + text
	}
}

// usageError is a mistake in the words of the command line or in the settings.
type usageError struct{ error }

// Usage marks an error as a mistake in the words of the command line or in the settings: trying again will not help.
func Usage(err error) error { return usageError{err} }

// IsUsage reports whether an error is such a mistake.
func IsUsage(err error) bool {
	var usage usageError
	return errors.As(err, &usage)
}

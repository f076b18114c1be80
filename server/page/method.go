package page

import (
	"strings"

	"pricepoint/data"
)

// methodPage tells how the numbers are made.
type methodPage struct {
	frame
	Paragraphs []paragraph
	Boards     []data.BenchmarkSource
	Columns    []data.ScoreColumn
}

// paragraph begins with its heading, "": it has none.
type paragraph struct{ Heading, Text string }

func methodView(f frame, d documents) any {
	v := methodPage{frame: f, Boards: d.benchmarks.Benchmarks.Sources, Columns: d.scores.Columns}
	for text := range strings.SplitSeq(strings.TrimSpace(d.benchmarks.Benchmarks.Methodology), "\n\n") {
		v.Paragraphs = append(v.Paragraphs, paragraphOf(text))
	}
	return v
}

// longestHeading is how many bytes a heading may have.
const longestHeading = 80

// paragraphOf takes a short first phrase for the heading.
func paragraphOf(text string) paragraph {
	heading, rest, found := strings.Cut(text, ". ")
	if !found || len(heading) > longestHeading {
		return paragraph{Text: text}
	}
	return paragraph{heading, rest}
}

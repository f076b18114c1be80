package page

import (
	"bytes"
	"regexp"
	"slices"

	"pricepoint/data"
)

// The limits of what is read. No page so far has had a fifth of any, and the largest file of prices has half of the
// members. The memory that a parser takes follows the parts of a page rather than its bytes. A Markdown parser may look
// through the rest of a paragraph again for every mark in it.
const (
	maxTags      = 60_000    // "<"
	maxValues    = 100_000   // "=", of attributes
	maxMembers   = 1_000_000 // of lists and objects of JSON
	maxMarkdown  = 512 << 10 // bytes
	maxParagraph = 24 << 10  // bytes
	maxLooked    = 600 << 20 // bytes that it looks at, if for every byte of a paragraph it looks through the whole of it
	maxNesting   = 32        // quotes and lists that begin on one line
	maxLine      = 64 << 10  // bytes
)

// Affordable is an error when a document would take more time or memory to read than any real one.
func Affordable(body []byte) error {
	for _, part := range []struct {
		name, signs string
		most        int
	}{{"tags", "<", maxTags}, {"attributes", "=", maxValues}, {"members", ",:[{", maxMembers}} {
		found := 0
		for i := range part.signs {
			found += bytes.Count(body, []byte(part.signs[i:i+1]))
		}
		if found > part.most {
			return data.Failed(data.OverBudget, "it has %d %s; more than %d are not read", found, part.name, part.most)
		}
	}
	return nil
}

// paragraphs are the lengths of what stands between blank lines, but for the tables of HTML that ExpandDocTables makes: the parser
// takes each for a whole.
func paragraphs(body []byte) (lengths []int) {
	length := 0
	for line := range bytes.Lines(body) {
		if text := bytes.TrimSpace(line); len(text) > 0 && !bytes.HasPrefix(text, []byte("<table>")) {
			length += len(line)
			continue
		}
		lengths, length = append(lengths, length), 0
	}
	return append(lengths, length)
}

// containers are the quotes and lists that a line of Markdown begins, each inside the one before.
var (
	containers = regexp.MustCompile(`^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))*`)
	container  = regexp.MustCompile(`>|[-+*][ \t]|\d{1,9}[.)][ \t]`)
)

// affordableMarkdown is Affordable for Markdown.
func affordableMarkdown(body []byte) error {
	looked := 0 // bytes that a parser may look at
	for _, n := range paragraphs(body) {
		looked += n * n
	}
	switch {
	case len(body) > maxMarkdown:
		return data.Failed(data.OverBudget, "its Markdown has %d bytes; more than %d are not read", len(body), maxMarkdown)
	case slices.Max(paragraphs(body)) > maxParagraph:
		return data.Failed(data.OverBudget, "a paragraph of its Markdown has more than %d bytes", maxParagraph)
	case looked > maxLooked:
		return data.Failed(data.OverBudget, "the paragraphs of its Markdown are too long together: the squares of their bytes make %d, and more than %d are not read", looked, maxLooked)
	}
	for line := range bytes.Lines(body) {
		if len(container.FindAllIndex(containers.Find(line), maxNesting+1)) > maxNesting {
			return data.Failed(data.OverBudget, "a line of its Markdown begins more than %d quotes and lists", maxNesting)
		}
	}
	return nil
}

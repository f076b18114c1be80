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

// mark is something that there may be only so much of.
type mark struct {
	name        string
	found, most int
}

func marksOf(body []byte) []mark {
	members := 0
	for _, sign := range []string{",", ":", "[", "{"} {
		members += bytes.Count(body, []byte(sign))
	}
	return []mark{
		{"tags", bytes.Count(body, []byte("<")), maxTags}, {"attributes", bytes.Count(body, []byte("=")), maxValues}, {"members", members, maxMembers},
	}
}

// Affordable is an error when a document would take more time or memory to read than any real one.
func Affordable(body []byte) error {
	for _, m := range marksOf(body) {
		if m.found > m.most {
			return data.Failed(data.OverBudget, "it has %d %s; more than %d are not read", m.found, m.name, m.most)
		}
	}
	return nil
}

// looked is how many bytes a parser of Markdown may look at.
func looked(body []byte) (bytes int) {
	for _, n := range paragraphs(body) {
		bytes += n * n
	}
	return bytes
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
	if len(body) > maxMarkdown {
		return data.Failed(data.OverBudget, "its Markdown has %d bytes; more than %d are not read", len(body), maxMarkdown)
	}
	if slices.Max(paragraphs(body)) > maxParagraph {
		return data.Failed(data.OverBudget, "a paragraph of its Markdown has more than %d bytes", maxParagraph)
	}
	if n := looked(body); n > maxLooked {
		return data.Failed(data.OverBudget, "the paragraphs of its Markdown are too long together: the squares of their bytes make %d, and more than %d are not read", n, maxLooked)
	}
	for line := range bytes.Lines(body) {
		if len(container.FindAllIndex(containers.Find(line), maxNesting+1)) > maxNesting {
			return data.Failed(data.OverBudget, "a line of its Markdown begins more than %d quotes and lists", maxNesting)
		}
	}
	return nil
}

package page

import (
	"bytes"

	"pricepoint/data"
)

// The limits of what is read. No page so far has had a third of any, and the largest file of prices has half of the
// members. The memory that a parser takes follows the parts of a page rather than its bytes. A Markdown parser may look
// through the rest of a paragraph again for every mark in it.
const (
	maxTags      = 60_000    // "<"
	maxValues    = 100_000   // "=", of attributes
	maxMembers   = 1_000_000 // of lists and objects of JSON
	maxMarkdown  = 256 << 10 // bytes
	maxParagraph = 24 << 10  // bytes
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

// affordableMarkdown is Affordable for Markdown. A paragraph is what stands between blank lines, but for the tables of HTML that
// ExpandDocTables makes: the parser takes each for a whole.
func affordableMarkdown(body []byte) error {
	if len(body) > maxMarkdown {
		return data.Failed(data.OverBudget, "its Markdown has %d bytes; more than %d are not read", len(body), maxMarkdown)
	}
	paragraph := 0
	for line := range bytes.Lines(body) {
		if text := bytes.TrimSpace(line); len(text) == 0 || bytes.HasPrefix(text, []byte("<table>")) {
			paragraph = 0
		} else if paragraph += len(line); paragraph > maxParagraph {
			return data.Failed(data.OverBudget, "a paragraph of its Markdown has more than %d bytes", maxParagraph)
		}
	}
	return nil
}

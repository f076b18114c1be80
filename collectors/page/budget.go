package page

import (
	"bytes"
	"regexp"

	"pricepoint/data"
)

// The limits of what is read. No page so far has had a fifth of any, and the largest file of prices has half of the
// members. The memory that a parser takes follows the parts of a page rather than its bytes. A Markdown parser may look
// through the rest of a paragraph again for every mark in it.
const (
	maxTags      = 120_000   // "<"
	maxValues    = 150_000   // "=", of attributes
	maxMembers   = 1_000_000 // of lists and objects of JSON
	maxMarkdown  = 512 << 10 // bytes
	maxParagraph = 24 << 10  // bytes
	maxNesting   = 32        // quotes and lists that begin on one line
	maxLine      = 64 << 10  // bytes
)

// Affordable is an error when a document would take more time or memory to read than any real one.
func Affordable(body []byte) error {
	if n := bytes.Count(body, []byte("<")); n > maxTags {
		return data.Failed(data.OverBudget, "it has %d tags; more than %d are not read", n, maxTags)
	}
	if n := bytes.Count(body, []byte("=")); n > maxValues {
		return data.Failed(data.OverBudget, "it has %d attributes; more than %d are not read", n, maxValues)
	}
	members := 0
	for _, mark := range []string{",", ":", "[", "{"} {
		members += bytes.Count(body, []byte(mark))
	}
	if members > maxMembers {
		return data.Failed(data.OverBudget, "it has %d members; more than %d are not read", members, maxMembers)
	}
	return nil
}

// containers are the quotes and lists that a line of Markdown begins, each inside the one before.
var (
	containers = regexp.MustCompile(`^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))*`)
	container  = regexp.MustCompile(`>|[-+*][ \t]|\d{1,9}[.)][ \t]`)
)

// affordableMarkdown is Affordable for Markdown. What stands between blank lines counts as one paragraph, but for the
// tables of HTML that ExpandDocTables makes: the parser takes each for a whole.
func affordableMarkdown(body []byte) error {
	if len(body) > maxMarkdown {
		return data.Failed(data.OverBudget, "its Markdown has %d bytes; more than %d are not read", len(body), maxMarkdown)
	}
	paragraph := 0
	for line := range bytes.Lines(body) {
		text := bytes.TrimSpace(line)
		if len(text) == 0 || bytes.HasPrefix(text, []byte("<table>")) {
			paragraph = 0
			continue
		}
		if paragraph += len(line); paragraph > maxParagraph {
			return data.Failed(data.OverBudget, "a paragraph of its Markdown has more than %d bytes", maxParagraph)
		}
		if len(container.FindAllIndex(containers.Find(line), maxNesting+1)) > maxNesting {
			return data.Failed(data.OverBudget, "a line of its Markdown begins more than %d quotes and lists", maxNesting)
		}
	}
	return nil
}

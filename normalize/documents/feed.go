package documents

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gorilla/feeds"

	"pricepoint/data"
)

// maxFeedEntries is how many changes the feed reports.
const maxFeedEntries = 100

// feedID begins every id of the feed. It names no host: a change is the same wherever the feed is served.
const feedID = "tag:pricepoint,2026:"

// changesFeed is api/changes.atom: the changes that concern people, newest first.
func changesFeed(doc data.ChangesDocument) ([]byte, error) {
	feed := &feeds.AtomFeed{
		Xmlns: "http://www.w3.org/2005/Atom", Title: "Changes of AI coding models: prices, context windows, scores",
		Id: feedID + "changes", Updated: doc.LastUpdated.Format(time.RFC3339),
		Link:   &feeds.AtomLink{Href: "changes.atom", Rel: "self", Type: "application/atom+xml"}, // relative: a mirror needs no other
		Author: &feeds.AtomAuthor{AtomPerson: feeds.AtomPerson{Name: "pricepoint"}},
	}
	for i, c := range doc.Changes {
		if len(feed.Entries) == maxFeedEntries {
			break
		}
		if concernsPeople(c) {
			feed.Entries = append(feed.Entries, feedEntry(c, doc.Changes[i+1:]))
		}
	}
	body, err := xml.MarshalIndent(feed, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("%s: %v", data.ChangesFeedPath, err)
	}
	return append([]byte(xml.Header), append(body, '\n')...), nil
}

// concernsPeople leaves out what follows from another change, and what was published for want of anything better.
func concernsPeople(c data.Change) bool {
	switch {
	case c.Kind == data.Corrected && c.OldSource == "", c.Kind == data.Listed && c.Field != "", c.Field == data.FieldOverall:
		return false
	}
	return c.Evidence == nil || c.Evidence.Method != data.Ruled
}

// feedEntry reports a change; older are the changes after it in the document, among them those of a listed tool.
func feedEntry(c data.Change, older []data.Change) *feeds.AtomEntry {
	e := &feeds.AtomEntry{Title: changeTitle(c), Id: feedID + "changes/" + c.ID, Updated: c.At.Format(time.RFC3339)}
	text := evidenceText(c)
	if c.Kind == data.Listed {
		text = listedText(c, older)
	}
	e.Content = &feeds.AtomContent{Type: "text", Content: text}
	if c.Evidence != nil && c.Evidence.URL != "" {
		e.Links = []feeds.AtomLink{{Href: c.Evidence.URL, Rel: "alternate"}}
	}
	return e
}

// changeTitle says a change in one line: GPT-5.6 Luna: input 1.00 → 0.20 USD per million tokens (-80 %).
func changeTitle(c data.Change) string {
	what := fieldWords(c.Field)
	switch {
	case c.Field == "" && c.Kind == data.Listed:
		return fmt.Sprintf("%s (%s) is listed", c.Name, c.Provider)
	case c.Field == "" && c.Successor != "":
		return fmt.Sprintf("%s (%s) is no longer listed; its successor is %s", c.Name, c.Provider, c.Successor)
	case c.Field == "":
		return fmt.Sprintf("%s (%s) is no longer listed", c.Name, c.Provider)
	case c.New == nil:
		return fmt.Sprintf("%s: %s is no longer known, it was %s", c.Name, what, printedNumber(c, *c.Old))
	case c.Old == nil:
		return fmt.Sprintf("%s: %s %s%s", c.Name, what, printedNumber(c, *c.New), unitWords(c.Unit))
	}
	title := fmt.Sprintf("%s: %s %s → %s%s", c.Name, what, printedNumber(c, *c.Old), printedNumber(c, *c.New), unitWords(c.Unit))
	if c.Percent != nil {
		title += " (" + PercentText(*c.Percent) + ")"
	}
	switch c.Kind {
	case data.Restored:
		title += ", as it was before"
	case data.Corrected:
		title += ", corrected: nobody was seen to change it"
	}
	return title
}

// PercentText writes how far a price moved with its sign: +25 %.
func PercentText(n data.Number) string {
	if n.IsPositive() {
		return "+" + n.String() + " %"
	}
	return n.String() + " %"
}

// fieldWords names a field for people.
func fieldWords(name string) string {
	for _, q := range append(data.Prices[:], data.ContextSize) {
		if q.Name == name {
			return q.Short
		}
	}
	if words, ok := otherWords[name]; ok {
		return words
	}
	return name
}

var otherWords = map[string]string{
	data.FieldOverall: "overall score",
	"sweBench":        "SWE-bench Verified", "liveCodeBench": "LiveCodeBench", "humanEval": "HumanEval", "bigCodeBench": "BigCodeBench",
}

// printedNumber writes a price with cents, as people know it, and every other number as it is.
func printedNumber(c data.Change, n data.Number) string {
	if c.Unit == string(data.USDPerMillion) && n.Exponent() > -2 {
		return n.StringFixed(2)
	}
	return n.String()
}

func unitWords(unit string) string {
	switch unit {
	case string(data.USDPerMillion):
		return " USD per million tokens"
	case string(data.Tokens):
		return " tokens"
	}
	return ""
}

// listedText gives the numbers a tool begins with.
func listedText(c data.Change, older []data.Change) string {
	lines := []string{}
	for _, o := range older {
		if o.Version == c.Version && o.Tool == c.Tool {
			lines = append(lines, fieldWords(o.Field)+" "+printedNumber(o, *o.New)+unitWords(o.Unit))
		}
	}
	return strings.Join(lines, "\n")
}

// evidenceText tells where the new value was read and why it was believed.
func evidenceText(c data.Change) string {
	e := c.Evidence
	if e == nil {
		return "Published since " + c.Version + "."
	}
	lines := []string{"Source: " + e.Source + ", " + string(e.Method) + ", confidence " + string(e.Confidence)}
	for _, row := range [][2]string{
		{"Until now from: ", c.OldSource}, {"Page: ", e.URL}, {"Printed: ", e.Quote}, {"Why: ", e.Rule}, {"Read: ", e.ConfirmedAt.String()},
		{"Verified by a person: ", e.VerifiedAt.String()}, {"Agrees: ", strings.Join(e.Agrees, ", ")},
	} {
		if row[1] != "" {
			lines = append(lines, row[0]+row[1])
		}
	}
	return strings.Join(slices.Concat(lines, []string{"Published since " + c.Version}), "\n")
}

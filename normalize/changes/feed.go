package changes

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

// changesFeed is api/changes.atom: the changes that concern people, newest first. publicURL is how readers reach it; ""
// when nobody has said.
func changesFeed(doc data.ChangesDocument, publicURL string) ([]byte, error) {
	feed := &feeds.AtomFeed{
		Xmlns: "http://www.w3.org/2005/Atom", Title: "Changes of AI coding models: prices, context windows, scores",
		Id: tagAt(doc.Tags, doc.Version) + "changes", Updated: doc.LastUpdated.Format(time.RFC3339),
		Link:   &feeds.AtomLink{Href: selfLink(publicURL), Rel: "self", Type: "application/atom+xml"},
		Author: &feeds.AtomAuthor{AtomPerson: feeds.AtomPerson{Name: "pricepoint"}},
	}
	for i, group := range grouped(doc.Changes) {
		if i == maxFeedEntries {
			break
		}
		feed.Entries = append(feed.Entries, feedEntry(group, doc))
	}
	body, err := xml.MarshalIndent(feed, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("%s: %v", data.ChangesFeedPath, err)
	}
	return append([]byte(xml.Header), data.Visible(string(body)+"\n")...), nil
}

// grouped are the changes that concern people, those of the prices of one tool in one snapshot together.
func grouped(all []data.Change) [][]data.Change {
	type move struct {
		version, tool string
		kind          data.ChangeKind
	}
	var groups [][]data.Change
	priced := map[move]int{} // the group of the prices
	for _, c := range all {
		if !concernsPeople(c) {
			continue
		}
		of := move{c.Version, c.Tool, c.Kind}
		if i, known := priced[of]; known && isPrice(c.Field) {
			groups[i] = append(groups[i], c)
			continue
		}
		if isPrice(c.Field) {
			priced[of] = len(groups)
		}
		groups = append(groups, []data.Change{c})
	}
	return groups
}

func isPrice(field string) bool {
	return slices.ContainsFunc(data.Prices[:], func(q data.Quantity) bool { return q.Name == field })
}

// concernsPeople leaves out what follows from another change, and what was published for want of anything better.
func concernsPeople(c data.Change) bool {
	switch {
	case c.Field == data.FieldMethodology:
		return true
	case c.Kind == data.Corrected && c.OldSource == "", c.Kind == data.Listed && c.Field != "", c.Field == data.FieldOverall:
		return false
	}
	return c.Evidence == nil || c.Event != nil || c.Evidence.Method != data.Ruled
}

// feedEntry reports a change of a tool. Its id is that of the first of its numbers, as it was when each number had an
// entry of its own: who has read that entry is not told again.
func feedEntry(group []data.Change, doc data.ChangesDocument) *feeds.AtomEntry {
	c := group[0]
	e := &feeds.AtomEntry{Title: changeTitle(group), Id: tagAt(doc.Tags, c.Version) + "changes/" + c.ID, Updated: c.At.Format(time.RFC3339)}
	var texts []string
	for _, c := range group {
		texts = append(texts, changeText(c, doc.Changes))
		if c.Evidence != nil && c.Evidence.URL != "" {
			e.Links = addLink(e.Links, c.Evidence.URL)
		}
	}
	e.Content = &feeds.AtomContent{Type: "text", Content: strings.Join(slices.Compact(texts), "\n\n") + "\n\nPublished since " + c.Version}
	return e
}

// addLink adds a page that an entry rests on. Only one link of an entry may be the alternate.
func addLink(links []feeds.AtomLink, page string) []feeds.AtomLink {
	switch {
	case slices.ContainsFunc(links, func(l feeds.AtomLink) bool { return l.Href == page }):
		return links
	case len(links) == 0:
		return []feeds.AtomLink{{Href: page, Rel: "alternate"}}
	default:
		return append(links, feeds.AtomLink{Href: page, Rel: "related"})
	}
}

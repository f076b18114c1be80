package changes

import (
	"cmp"
	"encoding/xml"
	"net/url"
	"regexp"
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
func changesFeed(doc data.ChangesDocument, publicURL string) []byte {
	feed := &feeds.AtomFeed{
		Xmlns: "http://www.w3.org/2005/Atom", Title: "Changes of AI coding models: prices, context windows, scores",
		Id: tagAt(doc.Tags, doc.Version) + "changes", Updated: doc.LastUpdated.Format(time.RFC3339),
		Link:   &feeds.AtomLink{Href: selfLink(publicURL), Rel: "self", Type: "application/atom+xml"},
		Author: &feeds.AtomAuthor{AtomPerson: feeds.AtomPerson{Name: "pricepoint"}},
	}
	all := slices.Concat(doc.Changes, doc.Models)
	slices.SortStableFunc(all, func(x, y data.Change) int { return cmp.Compare(y.Version, x.Version) })
	groups := grouped(all)
	for _, group := range groups[:min(len(groups), maxFeedEntries)] {
		feed.Entries = append(feed.Entries, feedEntry(group, all, doc.Tags))
	}
	body, _ := xml.MarshalIndent(feed, "", "  ") // which is text
	return append([]byte(xml.Header), data.Visible(string(body)+"\n")...)
}

// grouped are the changes that concern people, those of the prices of one tool in one snapshot together.
func grouped(all []data.Change) (groups [][]data.Change) {
	for _, c := range all {
		if !concernsPeople(c) {
			continue
		}
		i := slices.IndexFunc(groups, func(g []data.Change) bool {
			return isPrice(c.Field) && isPrice(g[0].Field) && g[0].Version == c.Version && g[0].Tool == c.Tool && g[0].Kind == c.Kind
		})
		if i >= 0 {
			groups[i] = append(groups[i], c)
		} else {
			groups = append(groups, []data.Change{c})
		}
	}
	return groups
}

func isPrice(field string) bool {
	return slices.ContainsFunc(data.Prices[:], func(q data.Quantity) bool { return q.Name == field })
}

// concernsPeople leaves out what follows from another change, and what was published because nothing better was known.
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
func feedEntry(group, all []data.Change, tags []data.FeedTag) *feeds.AtomEntry {
	c := group[0]
	e := &feeds.AtomEntry{Title: changeTitle(group), Id: tagAt(tags, c.Version) + "changes/" + c.ID, Updated: c.At.Format(time.RFC3339)}
	var texts []string
	for _, c := range group {
		texts = append(texts, changeText(c, all))
		if page := urlOf(c); page != "" && !slices.ContainsFunc(e.Links, func(l feeds.AtomLink) bool { return l.Href == page }) {
			e.Links = append(e.Links, feeds.AtomLink{Href: page, Rel: "related"})
			e.Links[0].Rel = "alternate" // which only one may be
		}
	}
	e.Content = &feeds.AtomContent{Type: "text", Content: strings.Join(slices.Compact(texts), "\n\n") + "\n\nPublished since " + c.Version}
	return e
}

// noTag begins the ids of a feed whose operator has named no domain. A change is then the same wherever it is served.
const noTag = "tag:pricepoint,2026:"

// domainName is a name that a tag may be under (RFC 4151): labels of letters, digits and hyphens, and more than one of
// them. The last has a letter, so that it is no address of the network.
var domainName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$`)

// nextTags adds a tag when the operator's domain is new. Its date is the first day on which the domain was used here.
func nextTags(before []data.FeedTag, m data.Manifest) []data.FeedTag {
	u, err := url.Parse(m.PublicURL)
	if err != nil || !domainName.MatchString(strings.ToLower(u.Hostname())) {
		return before
	}
	domain := "tag:" + strings.ToLower(u.Hostname()) + ","
	if n := len(before); n > 0 && strings.HasPrefix(before[n-1].Tag, domain) {
		return before
	}
	return append(before[:len(before):len(before)], data.FeedTag{Since: m.Version, Tag: domain + m.GeneratedAt.Format(time.DateOnly) + ":"})
}

// tagAt is what ids of a version begin with.
func tagAt(tags []data.FeedTag, version string) string {
	tag := noTag
	for _, t := range tags {
		if t.Since <= version {
			tag = t.Tag
		}
	}
	return tag
}

// selfLink is where the feed is. A mirror that nobody has named finds it beside itself.
func selfLink(publicURL string) string {
	u, err := url.Parse(publicURL)
	if err != nil || u.Host == "" {
		return "changes.atom"
	}
	u.RawQuery, u.Fragment = "", ""
	return u.JoinPath(data.ChangesFeedPath).String()
}

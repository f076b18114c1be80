package changes

import (
	"net/url"
	"regexp"
	"strings"
	"time"

	"pricepoint/data"
)

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

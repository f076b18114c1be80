package changes

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

// atomFeed is a feed as RFC 4287 has it.
type atomFeed struct {
	XMLName xml.Name  `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string    `xml:"id"`
	Title   string    `xml:"title"`
	Updated time.Time `xml:"updated"`
	Authors []struct {
		Name string `xml:"name"`
	} `xml:"author"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomEntry struct {
	ID      string    `xml:"id"`
	Title   string    `xml:"title"`
	Updated time.Time `xml:"updated"`
	Content *struct {
		Type  string `xml:"type,attr"`
		Value string `xml:",chardata"`
	} `xml:"content"`
	Links []atomLink `xml:"link"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

// feedOf reads the feed of a snapshot.
func feedOf(t *testing.T, s data.Snapshot) atomFeed {
	t.Helper()
	i := slices.IndexFunc(s.Documents, func(d data.Document) bool { return d.Path == data.ChangesFeedPath })
	if i < 0 {
		t.Fatalf("the snapshot has no %s", data.ChangesFeedPath)
	}
	var feed atomFeed
	if err := xml.Unmarshal(s.Documents[i].Body, &feed); err != nil {
		t.Fatal(err)
	}
	return feed
}

// threeWeeks is a history with a tool that comes and one that goes.
func threeWeeks(t *testing.T) []data.Snapshot {
	t.Helper()
	one := following(t, nil, priced(t, now, map[string]string{"tool-01": "0.2", "tool-02": "3"}))
	two := following(t, &one, priced(t, now.AddDate(0, 0, 7), map[string]string{"tool-01": "0.25", "tool-02": "3", "tool-03": "1"}))
	last := priced(t, now.AddDate(0, 0, 14), map[string]string{"tool-01": "0.25", "tool-03": "0.0000009"})
	last.Manifest.Withdrawn = []data.Withdrawn{{ID: "tool-02", Successor: "tool-03"}}
	return []data.Snapshot{one, two, following(t, &two, last)}
}

func TestFeed(t *testing.T) {
	weeks := threeWeeks(t)
	feed := feedOf(t, weeks[2])
	if feed.ID != "tag:pricepoint,2026:changes" || feed.Title == "" || len(feed.Authors) != 1 || !feed.Updated.Equal(now.AddDate(0, 0, 14)) {
		t.Errorf("feed has id %q, title %q, %d authors, updated %s", feed.ID, feed.Title, len(feed.Authors), feed.Updated)
	}
	if len(feed.Links) != 1 || feed.Links[0].Rel != "self" || feed.Links[0].Href != "changes.atom" {
		t.Errorf("links of the feed = %+v", feed.Links)
	}
	var got []string
	for _, e := range feed.Entries {
		got = append(got, e.ID+" "+e.Title)
		if e.Updated.IsZero() || e.Content == nil || e.Content.Type != "text" {
			t.Errorf("%s lacks its time or content: %+v", e.ID, e)
		}
	}
	want := []string{
		"tag:pricepoint,2026:changes/2026-10-29T000000Z/tool-03/pricing.input Tool 03: input 1.00 → 0.0000009 USD per million tokens (-100 %)",
		"tag:pricepoint,2026:changes/2026-10-29T000000Z/tool-02 Tool 02 (Acme) is no longer listed; its successor is tool-03",
		"tag:pricepoint,2026:changes/2026-10-22T000000Z/tool-01/pricing.input Tool 01: input 0.20 → 0.25 USD per million tokens (+25 %)",
		"tag:pricepoint,2026:changes/2026-10-22T000000Z/tool-03 Tool 03 (Acme) is listed",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}

func TestFeedEntryCarriesItsEvidence(t *testing.T) {
	entries := feedOf(t, threeWeeks(t)[1]).Entries
	for _, words := range []string{"https://acme.example/pricing", "$0.25", "another states the same", "Agrees: feed_one\n", "2026-10-22T000000Z"} {
		if !strings.Contains(entries[0].Content.Value, words) {
			t.Errorf("the entry of a price lacks %q:\n%s", words, entries[0].Content.Value)
		}
	}
	if len(entries[0].Links) != 1 || entries[0].Links[0].Href != "https://acme.example/pricing" {
		t.Errorf("its links are %+v, want the page of the price", entries[0].Links)
	}
	if want := "input 1.00 USD per million tokens\noutput 30.00 USD per million tokens"; !strings.HasPrefix(entries[1].Content.Value, want) {
		t.Errorf("the entry of a listed tool is %q, want %q first", entries[1].Content.Value, want)
	}
}

func TestFeedIsBounded(t *testing.T) {
	doc := data.ChangesDocument{}
	for range 3 * maxFeedEntries {
		doc.Changes = append(doc.Changes, data.Change{Kind: data.Unlisted, Name: "A tool \x00\u202e\u009b8m & <more>"})
	}
	body := changesFeed(doc, "")
	feed := feedOf(t, data.Snapshot{Documents: []data.Document{{Path: data.ChangesFeedPath, Body: body}}})
	if len(feed.Entries) != maxFeedEntries || !strings.Contains(feed.Entries[0].Title, "& <more>") || !data.IsVisible(string(body)) {
		t.Errorf("%d entries, the first %q; want %d", len(feed.Entries), feed.Entries[0].Title, maxFeedEntries)
	}
}

// TestFeedLeavesOut what moved without anything having changed, and what follows from other changes.
func TestFeedLeavesOut(t *testing.T) {
	for _, row := range []struct {
		kind      data.ChangeKind
		field     string
		method    data.Method
		oldSource string
		told      bool
	}{
		{data.Changed, data.FieldInput, data.Collected, "", true},
		{data.Restored, data.FieldInput, data.Collected, "", true},
		{data.Corrected, data.FieldInput, data.Collected, "", false}, // a placeholder
		{data.Corrected, data.FieldInput, data.Collected, "feed_one", true},
		{data.Changed, data.FieldCacheWrite, data.Ruled, "", false},
		{data.Changed, data.FieldOverall, data.Computed, "", false},
		{data.Changed, "sweBench", data.Collected, "", true},
		{data.Listed, data.FieldInput, data.Collected, "", false},
	} {
		c := data.Change{Kind: row.kind, Field: row.field, OldSource: row.oldSource, Evidence: &data.BriefEvidence{Method: row.method}}
		if got := concernsPeople(c); got != row.told {
			t.Errorf("%s %s by %s: the feed tells of it: %t, want %t", row.kind, row.field, row.method, got, row.told)
		}
	}
}

// cutInTwo is a price cut of three prices that two pages tell of, and a score that moved with it.
func cutInTwo() []data.Change {
	at, old, now := data.At(now), data.Int(5), data.Int(4)
	change := func(field string, unit data.Unit, page string) data.Change {
		return data.Change{
			ID: "2026-10-15T000000Z/one/" + field, Version: "2026-10-15T000000Z", At: at, Kind: data.Changed, Tool: "one", Name: "Acme One", Provider: "Acme",
			Field: field, Unit: string(unit), Old: &old, New: &now, Evidence: &data.BriefEvidence{Method: data.Collected, Source: "pricing_acme", URL: page},
		}
	}
	return []data.Change{
		change(data.FieldInput, data.USDPerMillion, "https://acme.example/a"), change(data.FieldOutput, data.USDPerMillion, "https://acme.example/a"),
		change(data.FieldCacheRead, data.USDPerMillion, "https://acme.example/b"), change("sweBench", data.Percent, "https://board.example"),
	}
}

// TestFeedTellsOfACutOnce has one entry for all prices of a tool, and keeps the id that the first of them had alone.
func TestFeedTellsOfACutOnce(t *testing.T) {
	body := changesFeed(data.ChangesDocument{Changes: cutInTwo()}, "")
	entries := feedOf(t, data.Snapshot{Documents: []data.Document{{Path: data.ChangesFeedPath, Body: body}}}).Entries
	if len(entries) != 2 {
		t.Fatalf("%d entries, want one of the prices and one of the score", len(entries))
	}
	if got, want := entries[0].Title, "Acme One: input 5.00 → 4.00, output 5.00 → 4.00, cache read 5.00 → 4.00, in USD per million tokens"; got != want {
		t.Errorf("title %q, want %q", got, want)
	}
	if got, want := entries[0].ID, "tag:pricepoint,2026:changes/2026-10-15T000000Z/one/pricing.input"; got != want {
		t.Errorf("id %q, want %q", got, want)
	}
	var links []string
	for _, l := range entries[0].Links {
		links = append(links, l.Rel+" "+l.Href)
	}
	if diff := cmp.Diff([]string{"alternate https://acme.example/a", "related https://acme.example/b"}, links); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
}

// tagURI is a tag of RFC 4151 with a date.
var tagURI = regexp.MustCompile(`^tag:[a-z0-9]([a-z0-9.-]*[a-z0-9])?,20\d\d(-\d\d(-\d\d)?)?:[A-Za-z0-9._~!$&'()*+,;=:@/?%-]*$`)

// TestFeedIsValid names a domain in the second week and another in the fourth: every feed follows the rules of RFC 4287,
// and no entry ever changes its id.
func TestFeedIsValid(t *testing.T) {
	urls := []string{"", "https://Prices.Example.org/", "https://prices.example.org:8443/models", "http://127.0.0.1:8080", "https://other.example"}
	links := []string{"changes.atom", "https://Prices.Example.org/api/changes.atom", "https://prices.example.org:8443/models/api/changes.atom", "http://127.0.0.1:8080/api/changes.atom", "https://other.example/api/changes.atom"}
	ids := map[string]string{}
	var previous *data.Snapshot
	for i, url := range urls {
		s := priced(t, now.AddDate(0, 0, 7*i), map[string]string{"tool-01": []string{"0.2", "0.4"}[i%2], "tool-02": "3"})
		s.Manifest.PublicURL = url
		s = following(t, previous, s)
		previous = &s
		feed := feedOf(t, s)
		if feed.Links[0].Rel != "self" || feed.Links[0].Href != links[i] {
			t.Errorf("week %d: the link is %+v, want %s", i, feed.Links[0], links[i])
		}
		seen := map[string]bool{feed.ID: true}
		for _, e := range feed.Entries {
			if seen[e.ID] || !tagURI.MatchString(e.ID) || e.Title == "" || e.Updated.IsZero() || e.Updated.After(feed.Updated) {
				t.Errorf("week %d: entry %q of %s, titled %q", i, e.ID, e.Updated, e.Title)
			}
			seen[e.ID] = true
			alternates := 0
			for _, l := range e.Links {
				if l.Rel == "alternate" {
					alternates++
				}
			}
			if alternates > 1 || alternates == 0 && e.Content == nil {
				t.Errorf("week %d: %s has %d alternate links", i, e.ID, alternates)
			}
			if was := ids[e.Updated.String()+e.Title]; was != "" && was != e.ID {
				t.Errorf("week %d: the id %s has become %s", i, was, e.ID)
			}
			ids[e.Updated.String()+e.Title] = e.ID
		}
		if !tagURI.MatchString(feed.ID) || len(feed.Authors) == 0 || feed.Authors[0].Name == "" || feed.Title == "" {
			t.Errorf("week %d: feed %q, authors %+v", i, feed.ID, feed.Authors)
		}
	}
	var got []string
	for _, e := range feedOf(t, *previous).Entries {
		got = append(got, strings.TrimSuffix(e.ID, "/tool-01/pricing.input"))
	}
	if diff := cmp.Diff([]string{
		"tag:other.example,2026-11-12:changes/2026-11-12T000000Z", "tag:prices.example.org,2026-10-22:changes/2026-11-05T000000Z",
		"tag:prices.example.org,2026-10-22:changes/2026-10-29T000000Z", "tag:prices.example.org,2026-10-22:changes/2026-10-22T000000Z",
	}, got); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
}

package main

import (
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// shortQuote is how long a quote may be to stand within a sentence, in bytes. A longer one is a line of a file.
const shortQuote = 60

// origin tells who stated the value, where and when.
func (x *explainer) origin(e data.Evidence) string {
	switch {
	case e.Method == "":
		return ""
	case e.Method == data.Curated:
		return x.curated(e)
	}
	where := x.called(e.Source)
	on := fmt.Sprintf(" on %s (%s)", onDay(e.ConfirmedAt), e.URL)
	if x.toldBefore(e.Source, e.URL, onDay(e.ConfirmedAt)) {
		where, on = x.again(e.Source), ""
	}
	text := opening(where)
	switch {
	case len(e.Quote) <= shortQuote:
		text += fmt.Sprintf(" %s %q%s%s.", x.verb(e.Source, "printed", "stated"), e.Quote, x.subject(e), on)
	case x.whole:
		text += fmt.Sprintf(" showed it%s%s.", x.subject(e), on)
	default:
		text += fmt.Sprintf(" showed it%s%s, in the line %q.", x.subject(e), on, e.Quote)
	}
	switch {
	case x.sources[e.Source].Kind != data.FeedSource:
	case e.Held != "":
		text += " That is a price feed."
	default:
		text += " That is a price feed; nobody is known to state it first hand."
	}
	return text
}

// toldBefore reports whether something has been said in an earlier paragraph, and counts it as said from now on.
func (x *explainer) toldBefore(what ...string) bool {
	key := strings.Join(what, " ")
	before := x.told[key]
	x.told[key] = true
	return before
}

// subject is the printed name, where it is neither the tool's own nor in the quote.
func (x *explainer) subject(e data.Evidence) string {
	form := catalog.NormalForm(e.Subject)
	quoted := !x.whole || len(e.Quote) <= shortQuote
	if e.Subject == "" || quoted && strings.Contains(e.Quote, e.Subject) || form == catalog.NormalForm(x.tool.ID) || form == catalog.NormalForm(x.tool.Name) {
		return ""
	}
	return fmt.Sprintf(" for %q", e.Subject)
}

// curated tells what a person read where.
func (x *explainer) curated(e data.Evidence) string {
	text := fmt.Sprintf("A person took it from a third party on %s (%s).", onDay(e.VerifiedAt), e.URL)
	never := fmt.Sprintf("No run has found it with %s itself.", x.provider)
	if _, isScore := x.column(e.Field); isScore {
		text = fmt.Sprintf("A person read it at %s on %s%s (%s).", e.Publisher, onDay(e.VerifiedAt), x.subject(e), e.URL)
		never = "No run has found it there yet."
	} else if e.Basis == string(catalog.Page) {
		text = fmt.Sprintf("A person read it on a page of %s on %s (%s).", x.provider, onDay(e.VerifiedAt), e.URL)
		never = "No run has found it there yet."
	}
	if x.toldBefore(e.Basis, e.URL, onDay(e.VerifiedAt)) {
		return "It was read in the same place on the same day."
	}
	if e.Placeholder {
		return fmt.Sprintf("%s That is after %s, the day of this snapshot: it stands in because nothing else is known.", text, onDay(x.made))
	}
	if slices.ContainsFunc(e.Agrees, func(s data.Statement) bool { return x.sources[s.Source].Kind == data.PricingSource }) {
		return text // the page is among those who state the same
	}
	return sentences(text, never)
}

// called names a source for people.
func (x *explainer) called(id string) string {
	s, ok := x.sources[id]
	switch {
	case !ok:
		return id
	case s.Kind == data.PricingSource:
		return s.Publisher + "'s pricing page"
	case s.Kind == data.LeaderboardSource:
		return "the leaderboard of " + s.Publisher
	default:
		return s.Publisher
	}
}

// again names a source that was just mentioned.
func (x *explainer) again(id string) string {
	switch x.sources[id].Kind {
	case data.PricingSource:
		return "the same page"
	case data.LeaderboardSource:
		return "the same leaderboard"
	default:
		return x.called(id)
	}
}

// verb is what a page does, or what a price feed does: it holds no prose.
func (x *explainer) verb(source, page, feed string) string {
	if x.sources[source].Kind == data.FeedSource {
		return feed
	}
	return page
}

// kept tells where the payload lies that the value was read from.
func (x *explainer) kept(e data.Evidence) string {
	if x.whole || e.Archive == "" {
		return ""
	}
	return fmt.Sprintf("What was read is kept in %s (sha256 %s).", e.Archive, e.SHA256)
}

// keptPages is kept for every value at once, archive by archive.
func (x *explainer) keptPages() string {
	var archives, all []string
	pages := map[string][]string{}
	for _, e := range x.tool.Values {
		page := fmt.Sprintf("%s (sha256 %s)", x.called(e.Source), e.SHA256)
		if e.Archive == "" || slices.Contains(pages[e.Archive], page) {
			continue
		}
		if len(pages[e.Archive]) == 0 {
			archives = append(archives, e.Archive)
		}
		pages[e.Archive] = append(pages[e.Archive], page)
	}
	for _, archive := range archives {
		all = append(all, fmt.Sprintf("What was read of %s is kept in %s.", conjunction(pages[archive], "and"), archive))
	}
	return sentences(all...)
}

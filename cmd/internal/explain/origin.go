package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/catalog"
)

// shortQuote is how long a quote may be to stand within a sentence, in bytes. A longer one is a line of a file.
const shortQuote = 60

// origin tells who stated the value, where and when.
func (x *Explainer) origin(e data.Evidence) string {
	switch {
	case e.Method == "":
		return ""
	case e.Method == data.Curated:
		return x.curated(e)
	}
	kind := x.sources[e.Source].Kind
	where := x.where(e)
	on := fmt.Sprintf(" on %s (%s)", onDay(e.ConfirmedAt), e.URL)
	if x.toldBefore(e.Source, e.URL, onDay(e.ConfirmedAt)) {
		on = ""
		if again := map[data.SourceKind]string{data.PricingSource: "the same page", data.LeaderboardSource: "the same leaderboard"}[kind]; e.PrintedBy != "" {
			where = "the same copy"
		} else if again != "" {
			where = again
		}
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
	if kind != data.FeedSource {
		return text
	} else if e.Held != "" {
		return text + " That is a price feed."
	}
	return text + " That is a price feed; nobody is known to state it first hand."
}

// toldBefore reports whether something has been said in an earlier paragraph, and counts it as said from now on.
func (x *Explainer) toldBefore(what ...string) bool {
	key := strings.Join(what, " ")
	before := x.told[key]
	x.told[key] = true
	return before
}

// subject is the printed name, where it is neither the tool's own nor to be read in the quote. Name and quote are both as
// the source prints them: whether the one stands in the other is what readers see, and no fact that anything rests on.
func (x *Explainer) subject(e data.Evidence) string {
	form := catalog.NormalForm(e.Subject)
	quoted := !x.whole || len(e.Quote) <= shortQuote
	if e.Subject == "" || quoted && strings.Contains(e.Quote, e.Subject) || form == catalog.NormalForm(x.tool.ID) || form == catalog.NormalForm(x.tool.Name) {
		return ""
	}
	return fmt.Sprintf(" for %q", e.Subject)
}

// curated tells what a person read where.
func (x *Explainer) curated(e data.Evidence) string {
	text := fmt.Sprintf("A person took it from %s on %s (%s).", cmp.Or(e.Publisher, "a third party"), onDay(e.VerifiedAt), e.URL)
	if e.Basis == data.ByRule {
		text = fmt.Sprintf("Nobody was seen to print it: a person worked it out on %s from what stands there (%s).", onDay(e.VerifiedAt), e.URL)
	}
	never := fmt.Sprintf("No run has found it with %s itself.", x.provider)
	if _, isScore := x.column(e.Field); isScore {
		text = fmt.Sprintf("A person read it at %s on %s%s (%s).", e.Publisher, onDay(e.VerifiedAt), x.subject(e), e.URL)
		if e.PrintedBy != "" {
			text = fmt.Sprintf("A person read it in %s, on %s%s (%s).", x.where(e), onDay(e.VerifiedAt), x.subject(e), e.URL)
		}
		never = "No run has found it there yet."
	} else if e.Basis.FirstHand() {
		on := map[bool]string{false: "on a page", true: "in a file"}[e.Basis == data.OwnFile]
		text = fmt.Sprintf("A person read it %s of %s on %s (%s).", on, x.provider, onDay(e.VerifiedAt), e.URL)
		never = "No run has found it there yet."
	}
	if x.toldBefore(string(e.Basis), e.URL, onDay(e.VerifiedAt)) {
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

// where names the page that a value was read on, or who measured a result and who printed what was read of it.
func (x *Explainer) where(e data.Evidence) string {
	if e.PrintedBy != "" {
		return fmt.Sprintf("the copy of %s's results that %s prints", e.Publisher, e.PrintedBy)
	}
	return x.called(e.Source)
}

// called names a source for people.
func (x *Explainer) called(id string) string {
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

// verb is what a page does, or what a price feed does: it holds no prose.
func (x *Explainer) verb(source, page, feed string) string {
	if x.sources[source].Kind == data.FeedSource {
		return feed
	}
	return page
}

// kept tells where the payload lies that the value was read from.
func (x *Explainer) kept(e data.Evidence) string {
	if x.whole || e.Archive == "" {
		return ""
	}
	return fmt.Sprintf("What was read is kept in %s (sha256 %s).", e.Archive, e.SHA256)
}

// keptPages is kept for every value at once, archive by archive.
func (x *Explainer) keptPages() string {
	kept := grouped{of: map[string][]string{}}
	for _, e := range x.tool.Values {
		page := fmt.Sprintf("%s (sha256 %s)", x.where(e), e.SHA256)
		if e.Archive != "" && !slices.Contains(kept.of[e.Archive], page) {
			kept.add(e.Archive, page)
		}
	}
	return kept.tell(func(archive string, pages []string) string {
		return fmt.Sprintf("What was read of %s is kept in %s.", terminal.Conjunction(pages, "and"), archive)
	})
}

// trouble tells why the value was not found in what its source sent last.
func (x *Explainer) trouble(e data.Evidence) string {
	if e.Method != data.Collected && e.Method != data.Fed && e.Method != data.Carried {
		return ""
	}
	s := x.sources[e.Source]
	failing := s.State == data.Failing || s.State == data.Disallowed
	later := e.FetchedAt.After(e.ConfirmedAt.Time) && !sameDay(e.FetchedAt, e.ConfirmedAt)
	switch {
	case failing && later:
		return fmt.Sprintf("At the last attempt it could not be read, though it answered on %s: %s.", onDay(e.FetchedAt), s.Cause)
	case failing:
		return fmt.Sprintf("At the last attempt it could not be read: %s.", s.Cause)
	case e.Method != data.Carried || e.Held != "":
		return ""
	case later:
		return fmt.Sprintf("It was read again on %s and no longer states it; the last value stays.", onDay(e.FetchedAt))
	}
	return "It no longer states it; the last value stays."
}

// since tells how long the value is known, unless that is as long as it was seen last. It need not have been published all
// that time: a person may have verified it before any run found it. What was computed or held back is dated by when it was
// published.
func since(e data.Evidence) string {
	seen := e.ConfirmedAt
	if e.Method == data.Curated {
		seen = e.VerifiedAt
	}
	if e.ChangedAt.IsZero() || sameDay(e.ChangedAt, seen) {
		return ""
	}
	if e.Method == data.Computed || e.Ruling != nil && e.Ruling.Rule.Releases() {
		return fmt.Sprintf("It has been the published value since %s.", onDay(e.ChangedAt))
	}
	return fmt.Sprintf("It has been known since %s.", onDay(e.ChangedAt))
}

// lasting tells how long a computed figure stands, unless it is new.
func (x *Explainer) lasting(e data.Evidence) string {
	if sameDay(e.ChangedAt, x.made) {
		return ""
	}
	return since(e)
}

// verified tells when a person looked at what a program had read.
func verified(e data.Evidence) string {
	switch {
	case e.Method == data.Curated || e.Method == "":
		return ""
	case e.VerifiedAt.IsZero():
		return "Nobody has verified it by hand."
	case sameDay(e.VerifiedAt, e.ConfirmedAt):
		return "A person verified it the same day."
	default:
		return fmt.Sprintf("A person verified it on %s.", onDay(e.VerifiedAt))
	}
}

package page

import (
	"cmp"
	"strings"
	"time"

	"pricepoint/data"

	"pricepoint/server/page/facts"
)

// claim is one published value with everything it rests on.
type claim struct {
	Anchor string // to which the cells of the table lead
	Label  string
	Text   string // "": nobody has published it
	Per    string // what the value is for
	Aside  string // its bounds, or why there is none
	Badges []badge
	How    string      // how the value came about
	Source *facts.Link // where it was read
	Quote  string      // the printed text
	Facts  []fact
}

// badge is a short judgement. Its look repeats its words.
type badge struct {
	Text string
	Look string // fresh stale failing, or "" for none of these
	Why  string
}

// fact is a line of what is known about a claim.
type fact struct{ Term, Text string }

// claimOf tells what the evidence of a field says. Text and label are the caller's.
func claimOf(d facts.Documents, e *data.Evidence, c claim) claim {
	if e == nil {
		return c
	}
	c.Badges, c.How, c.Quote, c.Source = badges(*e), how(d, *e), e.Quote, cmp.Or(facts.LinkTo(e.URL), c.Source)
	c.add("For", facts.Joined(e.Conditions.String(), e.Conditions.Setting()))
	if e.ListPrice != nil {
		c.add("List price", "$"+facts.Price(*e.ListPrice))
	}
	if e.Conditions.Promised != "" {
		c.add("Promised", promised(*e, d.Now.Time))
	}
	if e.Method != data.Computed {
		c.add("Printed by", e.Brief().Attribution())
	}
	c.add("Printed as", e.Subject)
	c.add("Found last", data.Known(e.ConfirmedAt))
	c.add("Checked by a person", data.Known(e.VerifiedAt))
	c.add("Known since", data.Known(e.ChangedAt))
	c.add("Not found since", data.Known(e.UnconfirmedSince))
	c.add("Agree", statements(d, e.Agrees, false))
	c.add("Disagree", statements(d, e.Disagrees, true))
	for _, a := range e.Announced {
		c.add("Announced", "$"+facts.Price(a.Value)+" from "+a.From)
	}
	c.add("Note", e.Note)
	if e.SHA256 != "" {
		c.add("Kept page", "sha256 "+e.SHA256[:min(12, len(e.SHA256))]+"… in "+e.Archive)
	}
	return c
}

// add adds a fact, if there is any.
func (c *claim) add(term, text string) {
	if text != "" {
		c.Facts = append(c.Facts, fact{term, text})
	}
}

// promised tells up to which day a promotion was promised.
func promised(e data.Evidence, now time.Time) string {
	if e.PromiseOver(now) {
		return "up to " + e.Conditions.Promised + ", which has passed; nobody has read it since"
	}
	return "up to " + e.Conditions.Promised + " at least"
}

// badges judge a value.
func badges(e data.Evidence) []badge {
	var all []badge
	switch e.Confidence {
	case data.High:
		all = append(all, badge{"high confidence", "fresh", "read first hand, or checked against that, and nothing contradicts it"})
	case data.Medium:
		all = append(all, badge{"medium confidence", "", "a third party, or not checked again lately"})
	case data.Low:
		all = append(all, badge{"low confidence", "stale", "the provider’s own price was not seen"})
	}
	if e.Unstated() {
		all = append(all, badge{"nobody states it", "stale", "the input price is shown in its place"})
	}
	if !e.Basis.FirstHand() && e.Basis != "" && e.Basis != data.ByRule {
		all = append(all, badge{e.Basis.Phrase(), "", "whoever decides the number was not seen to print it"})
	}
	if len(e.Disagrees) > 0 {
		all = append(all, badge{"sources disagree", "stale", "other sources state something else"})
	}
	if e.Held != "" {
		all = append(all, badge{"a newer value is held back", "failing", "see the findings below"})
	}
	if e.Placeholder {
		all = append(all, badge{"known only later", "stale", "it was verified after the time of this snapshot"})
	}
	return all
}

// how tells in a sentence how a value came about.
func how(d facts.Documents, e data.Evidence) string {
	copied := e.PrintedBy != ""
	inCopy := "in the copy of " + e.Publisher + "’s results that " + e.PrintedBy + " prints."
	text := ""
	switch s := sourceOf(d, e.Source); {
	case e.Method == data.Collected && copied:
		text = "Read " + inCopy
	case e.Method == data.Collected && s != nil && s.Kind == data.LeaderboardSource:
		text = "Read on the leaderboard of " + s.Publisher + "."
	case e.Method == data.Collected:
		text = "Read on the provider’s own page."
	case e.Method == data.Curated && copied:
		text = "A person read it " + inCopy
	case e.Method == data.Curated && e.Basis == data.OwnPage:
		text = "A person read it on the provider’s own page."
	case e.Method == data.Curated && e.Basis == data.OwnFile:
		text = "A person read it in a file of the provider’s."
	case e.Method == data.Curated && e.Basis == data.ByRule:
		text = "Nobody was seen to print it: a person worked it out."
	case e.Method == data.Curated:
		text = "A person took it from " + cmp.Or(e.Publisher, "a third party") + ", not from the provider."
	case e.Method == data.Fed:
		text = "Stated by the price list of " + publisher(d, e.Source) + "; nobody is known to state it first hand."
	case e.Method == data.Carried:
		text = "Read earlier. The last reading does not state it, and the last value stays."
	}
	switch {
	case e.Rule != "" && e.Method == data.Computed:
		text += " " + e.Rule + "."
	case e.Rule != "":
		text += " By rule: " + e.Rule + "."
	}
	return strings.TrimSpace(text)
}

// statements name who says something, copies in brackets behind those they copy.
func statements(d facts.Documents, all []data.Statement, values bool) string {
	said := ""
	for _, s := range all {
		text := publisher(d, s.Source)
		if values {
			text += " " + s.Value.String() + " (" + data.Day(s.FetchedAt) + ")"
		}
		if s.CopyOf != "" {
			text += " (a copy)"
		}
		said = facts.Joined(said, text)
	}
	return said
}

// publisher is who vouches for a source.
func publisher(d facts.Documents, source string) string {
	switch s := sourceOf(d, source); {
	case s == nil:
		return source
	case s.Kind == data.PricingSource:
		return s.Publisher + "’s page"
	default:
		return s.Publisher
	}
}

func sourceOf(d facts.Documents, id string) *data.SourceStatus {
	return data.Find(d.Sources, func(s data.SourceStatus) bool { return s.ID == id })
}

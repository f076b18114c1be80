// Package gate decides whether a number that was read may be published. Start at Gate.Row, for the prices of a tool, and
// Gate.Judge, for any other number; Gate.Withhold is about a whole source, and Compare about what speaks against a number by where
// it stands on its page: whether it stands where it stood when its page was last read well, whether it took over what another
// cell said then, whether an order is broken that holds everywhere, and who moved along with it.
//
// It compares observed numbers with what was published before, by the limits of the catalogue, and names what speaks
// against a number and what lets it through after all. It chooses no number: what is proposed comes from package
// normalize, which also keeps the last good value while one is held.
package gate

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// Gate holds back what is probably wrong.
type Gate struct {
	Limits    catalog.Gate
	Naming    catalog.Naming // the texts that somebody has said to mean nothing
	Now       time.Time
	Published map[data.ToolField]data.Evidence // by the snapshot before
	Before    map[string]data.Finding          // of the snapshot before, by id
	Accepted  map[string]data.Acceptance       // by finding
	Withheld  map[string]data.Breach           // sources whose changes do not count
}

// Candidate is a value that is proposed for publication.
type Candidate struct {
	ToolID, ToolName string
	data.Quantity
	Proposed *data.Evidence // nil: none is
	Last     *data.Evidence // the last good value; nil: there is none
	Was      *data.Number   // what the proposed value is compared with, in a like tariff or setting; nil: nothing
	OwnPage  bool           // the proposed value was read on the provider's own pricing page
	Witness  string         // who states the same independently, and says something new with it; "": nobody

	Standing  []data.Breach // the rules it breaks by where it stands on its page
	Elsewhere bool          // it stands in another place than when its row was last accepted
	Returned  bool          // its place stated it before, and nobody else has come to state what is published instead
	Anew      bool          // many prices of its page moved, and somebody else states one of them as it is now
	Fellow    string        // who states the new value of another model that moved along by the same factor; "": nobody

	row *Row // of a price: those of its tool, its own among them
}

// Verdict is what the gate says of a candidate.
type Verdict struct {
	Held    bool
	Finding data.Finding // why it is held
	Ruling  data.Ruling  // what lets it through, when something spoke against it
	Known   bool         // the snapshot before held it
}

// Row is the candidates for the four prices of a tool, each in its place.
type Row [len(data.Prices)]Candidate

// Row judges the prices of a tool. Where input or output is held, the other changes of the row are held too: half of one
// tariff and half of another is nobody's price. So an operator who accepts one of them accepts the row.
func (g Gate) Row(row Row) [len(data.Prices)]Verdict {
	var all [len(data.Prices)]Verdict
	for place := range row {
		row[place].row = &row
		all[place] = g.Judge(row[place])
	}
	for _, c := range row {
		word, accepted := g.accepted(c)
		for place, v := range all {
			if accepted && v.Held && v.Known {
				all[place] = Verdict{Ruling: word, Known: true}
			}
		}
	}
	for _, main := range []int{data.InputPlace, data.OutputPlace} {
		if !all[main].Held {
			continue
		}
		for place, c := range row {
			if !all[place].Held {
				why := fmt.Sprintf("the %s of the same row is held", data.Prices[main].Words)
				all[place] = g.Judge(c, data.Breach{Rule: data.RuleRow, Why: why})
			}
		}
	}
	return all
}

// accepted is an operator's word on a candidate, if there is one.
func (g Gate) accepted(c Candidate) (data.Ruling, bool) {
	if c.Proposed == nil {
		return data.Ruling{}, false
	}
	a, ok := g.Accepted[g.hold(c, nil).ID]
	return data.Ruling{Rule: data.AcceptedByHand, By: a.By, At: a.At}, ok
}

// Judge judges a context window or a benchmark result, or a price of a row with what else speaks against it there.
func (g Gate) Judge(c Candidate, more ...data.Breach) Verdict {
	against := g.objections(c, append(g.broken(c), more...))
	if len(against) == 0 {
		return Verdict{}
	}
	finding := g.hold(c, against)
	_, known := g.Before[finding.ID]
	if ruling, released := g.release(c, finding); released {
		return Verdict{Ruling: ruling, Known: known}
	}
	return Verdict{Held: true, Finding: finding, Known: known}
}

// longestRun is how much later than the run itself a page may have been received: a run is as old as its beginning.
const longestRun = 24 * time.Hour

// objections are what speaks against publishing a value: nothing when it is the published one, or when a person
// verified it. The clock of a page from the future is not even taken for the published one, since every real page
// would look older from then on.
func (g Gate) objections(c Candidate, breaches []data.Breach) []data.Breach {
	if c.Proposed == nil {
		return nil
	}
	observed := c.Proposed.Method == data.Collected || c.Proposed.Method == data.Fed
	if observed && c.Proposed.ConfirmedAt.After(g.Now.Add(longestRun)) {
		return append(slices.Clip(breaches), data.Breach{Rule: data.RuleClock, Why: fmt.Sprintf("its page is of %s, which has not come yet", c.Proposed.ConfirmedAt)})
	}
	if !observed || c.Last != nil && c.Last.Value.Equal(c.Proposed.Value) {
		return nil
	}
	if c.Returned { // only half of a row may not
		return slices.DeleteFunc(slices.Clone(breaches), func(b data.Breach) bool { return b.Rule != data.RuleRow })
	}
	breaches = append(slices.Clip(breaches), c.Standing...)
	if w, ok := g.Withheld[c.Proposed.Source]; ok {
		breaches = append(breaches, w)
	}
	// What spoke against it when the page first said it still does, and in those words: the rest of the page is the standard by now.
	for _, was := range g.Before[g.hold(c, nil).ID].Breaches {
		over := !slices.Contains(standingRules, was.Rule) || was.Rule == data.RuleTogether && c.Anew || was.Text != "" && g.Naming.KnowsText(c.Proposed.Source, was.Text)
		again := slices.IndexFunc(breaches, func(b data.Breach) bool { return b.Rule == was.Rule })
		switch {
		case over:
		case again < 0:
			breaches = append(breaches, was)
		case breaches[again].Text == was.Text:
			breaches[again] = was
		}
	}
	return breaches
}

// hold writes down why a value is kept back.
func (g Gate) hold(c Candidate, against []data.Breach) data.Finding {
	f := data.Finding{
		Kind: data.Held, Source: c.Proposed.Source, Tool: c.ToolID, Field: c.Quantity.Name, Subject: c.Proposed.Subject, Found: &c.Proposed.Value,
		Quote: c.Proposed.Quote, URL: c.Proposed.URL, Evidence: c.Proposed.ConfirmedAt, Breaches: against,
	}
	if c.Last == nil {
		f = f.Identified()
	} else {
		f = f.Identified(c.Last.Value.String(), c.Last.ChangedAt.String()) // once let through, it has to be let through again
		f.Published = &c.Last.Value
	}
	var whys []string
	for _, breach := range against {
		if !slices.Contains(f.Rules, breach.Rule) {
			f.Rules = append(f.Rules, breach.Rule)
		}
		whys = append(whys, breach.Why)
	}
	f.Why = fmt.Sprintf("the %s of %s is held: %s", c.Words, c.ToolName, strings.Join(whys, "; "))
	f.Readings, f.ReadLast = 1, c.Proposed.ConfirmedAt
	if was, known := g.Before[f.ID]; known {
		f.Readings, f.ReadLast = max(1, was.Readings), was.ReadLast
		if was.Evidence.After(f.ReadLast.Time) {
			f.ReadLast = was.Evidence
		}
		if c.Proposed.ConfirmedAt.After(f.ReadLast.Time) {
			f.Readings, f.ReadLast = f.Readings+1, c.Proposed.ConfirmedAt
		}
	}
	f.Ends = "an independent source states the same, or an operator accepts it"
	if enough := g.readings(c, f); enough > 0 {
		f.Ends = fmt.Sprintf("%d readings of the page or an independent source state the same, or an operator accepts it", enough)
	}
	return f
}

// Readings of a page that say the same, the first among them, which end a hold: fewer where nothing but how far a value moved,
// or a text that tells no terms, speaks against it.
const (
	readingsOfMove = 2
	readingsOfRow  = 3
)

// readings is how many readings of its page end the hold of a value: 0 where no number of them does. The same reader makes
// the same mistake again, so that looking again frees only single rows, where they stood before.
func (g Gate) readings(c Candidate, f data.Finding) int {
	lasts := func(r data.GateRule) bool { return slices.Contains(lasting, r) }
	switch {
	case c.Last == nil, c.Elsewhere, c.Proposed.Method != data.Collected, slices.ContainsFunc(f.Rules, lasts):
		return 0
	case Apart(c.Last.Value, c.Proposed.Value, g.Limits.RereadBelow):
		return 0 // so large a factor only a person or an independent source tells from a mistake
	case c.Quantity == data.ContextSize && c.Proposed.Value.LessThan(c.Last.Value.Decimal):
		return 0 // windows grow; one that shrank far was misread
	case slices.Equal(f.Rules, []data.GateRule{data.RuleRatio}), slices.Equal(f.Rules, []data.GateRule{data.RuleText}):
		return readingsOfMove
	}
	return readingsOfRow
}

// lasting are the rules of holds that only a person or an independent source ends.
var lasting = []data.GateRule{data.RuleZero, data.RuleBand, data.RuleCacheRatio, data.RuleTogether, data.RuleFactor, data.RuleAddress, data.RuleSource, data.RuleTerms,
	data.RuleClock, data.RuleRow, data.RuleMoved, data.RuleGone}

// release reports whether a held value may be published after all, and by which ruling.
func (g Gate) release(c Candidate, f data.Finding) (ruling data.Ruling, ok bool) {
	word, accepted := g.accepted(c)
	// How far it moved, and who moved along, is all that speaks against it.
	byMove := !slices.ContainsFunc(f.Rules, func(r data.GateRule) bool { return r != data.RuleRatio && r != data.RuleTogether })
	enough := g.readings(c, f)
	switch {
	case slices.Contains(f.Rules, data.RuleRow):
		return ruling, false // it goes with its row
	case accepted:
		return word, true
	case slices.Contains(f.Rules, data.RuleClock):
		return ruling, false // nobody who agrees mends a clock
	case c.Witness != "":
		return data.Ruling{Rule: data.Corroborated, By: c.Witness}, true
	case c.Fellow != "" && byMove:
		return data.Ruling{Rule: data.Corroborated, By: c.Fellow}, true
	case enough > 0 && f.Readings >= enough:
		return data.Ruling{Rule: data.ReadAgain, FirstRead: g.Before[f.ID].Evidence, At: f.ReadLast}, true
	}
	return ruling, false
}

package normalize

import (
	"fmt"
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/read"
)

// place is where a candidate stands on its page or board, and stood when that was last read well.
type place struct {
	*decider
	n       read.Entry
	c       *gate.Candidate
	at      *read.Compared
	was, is gate.Cell
}

// weighPlace hands the gate what speaks for and against a candidate by where it stands on its page or board.
func (d *decider) weighPlace(n read.Entry, c *gate.Candidate) {
	at := d.Stated.Compared[c.Proposed.Source]
	if at == nil || c.Proposed.Method != data.Collected || c.Last != nil && sameValue(n.Quantity, c.Last.Value, c.Proposed.Value) {
		return
	}
	was, stood := at.Was[n.Field()]
	is := at.Is[n.Field()]
	if !stood && at.Page != nil { // its name may have meant another model then
		was, stood = at.Page.Before(is)
	}
	stood = stood && at.Page != nil
	if stood && at.Page.OtherHours(was, is) {
		c.Witness = "" // lists do not say of which hours their prices are
	}
	// What was never published is held against nothing but its own page, and not against a new text, with which a page presents
	// a new model.
	if c.Last == nil {
		if c.OwnPage && stood {
			c.Standing, c.Was = at.Page.Breaches(&was, is), &was.Value
		}
		return
	}
	p := place{d, n, c, at, was, is}
	first := c.OwnPage && c.Last.Method != data.Curated && c.Last.Source != c.Proposed.Source
	// That a page has the old value as list price beside a promotion says the same.
	if list := c.Proposed.ListPrice; first && (list == nil || !list.Equal(c.Last.Value)) {
		p.against(data.RuleSource, "the page is read for the first time and says %s; published is %s, which %s stated", c.Proposed.Value, c.Last.Value, c.Last.Publisher)
	}
	switch {
	case stood:
		p.weighMove()
	case at.Page != nil && !first:
		c.Standing = at.Page.Breaches(nil, is)
	}
	if at.Text != nil {
		c.Standing = append(c.Standing, *at.Text)
	}
	p.weighAge()
}

func (p place) against(rule data.GateRule, why string, args ...any) {
	p.c.Standing = append(p.c.Standing, data.Breach{Rule: rule, Why: fmt.Sprintf(why, args...)})
}

// weighMove is about a number that stood on its page before.
func (p place) weighMove() {
	page := p.at.Page
	p.c.Standing, p.c.Elsewhere = append(p.c.Standing, page.Breaches(&p.was, p.is)...), page.Elsewhere(p.was, p.is)
	if took := p.at.EffortBefore[read.RowOfBoard(p.was.Observation)]; took != "" && took == p.at.EffortNow[read.RowOfBoard(p.is.Observation)] {
		p.against(data.RuleScore, "it moved from %s to %s, and what its attempts cost and took did not", p.was.Value, p.is.Value)
	}
	p.c.Returned = !p.c.Elsewhere && returned(*p.c)
	p.c.Fellow = p.fellow()
	if models := page.Repriced(); p.n.Quantity != data.ContextSize && len(models) >= int(p.Catalog.Gate.TogetherAtLeast) {
		p.weighAnew(models)
	}
}

// returned reports whether a page says again what was published of it before, though nobody else has come to state what is
// published now: the change in between was probably misread. A list that has said so all along may be out of date.
func returned(c gate.Candidate) bool {
	backed := slices.ContainsFunc(c.Last.Agrees, func(s data.Statement) bool {
		return s.CopyOf == "" && !s.Since.Before(c.Last.ChangedAt.Time)
	})
	byHand := c.Last.Ruling != nil && c.Last.Ruling.Rule == data.AcceptedByHand
	return !backed && !byHand && c.Last.Source == c.Proposed.Source && slices.ContainsFunc(c.Last.Earlier, func(was data.EarlierValue) bool {
		return was.Source == c.Proposed.Source && was.Value.Equal(c.Proposed.Value)
	})
}

// stated is what the page states of a number of a model, and the last good value before it; false where one is missing.
func (p place) stated(model string, q data.Quantity) (n read.Entry, now data.Evidence, last *data.Evidence, ok bool) {
	i := slices.IndexFunc(p.Catalog.Tools, func(t catalog.Tool) bool { return t.ID == model })
	if i < 0 {
		return n, now, nil, false
	}
	n = read.Entry{Tool: p.Catalog.Tools[i], Quantity: q}
	now, ok = p.Stated.Of(p.c.Proposed.Source, n.Field())
	last = p.lastGood(n)
	return n, now, last, ok && last != nil
}

// fellow names who states the new value of a model that moved by the same factor in the same column: "" for nobody.
func (p place) fellow() string {
	for _, model := range p.at.Page.Fellows(p.was, p.is) {
		other, now, last, ok := p.stated(model, p.n.Quantity)
		if !ok || model == p.n.Tool.ID {
			continue
		}
		if witness := p.witnessOfChange(other, now, last); witness != "" {
			return witness + ", of " + other.Tool.Name
		}
	}
	return ""
}

// weighAnew holds a price that moved with those of several models, each by a factor of its own: such a page has set them anew
// if somebody else states one of them, and was misread as a whole if nobody does.
func (p place) weighAnew(models []string) {
	p.c.Anew = slices.ContainsFunc(models, p.witnessed)
	if p.c.Anew || slices.ContainsFunc(p.c.Standing, func(b data.Breach) bool { return b.Rule == data.RuleTogether }) {
		return
	}
	models = slices.DeleteFunc(models, p.waited)
	if len(models) >= int(p.Catalog.Gate.TogetherAtLeast) {
		p.against(data.RuleTogether, "prices of %d models moved at once, and no other source states one of them: it moved from %s to %s",
			len(models), p.c.Last.Value, p.c.Proposed.Value)
	}
}

// witnessed reports whether somebody else states a new price of a model.
func (p place) witnessed(model string) bool {
	return slices.ContainsFunc(data.Prices[:], func(q data.Quantity) bool {
		n, now, last, ok := p.stated(model, q)
		return ok && !last.Value.Equal(now.Value) && p.witnessOfChange(n, now, last) != ""
	})
}

// waited reports whether a price that the page states of a model was held in the snapshot before already: what moves while it
// waits did not move with it.
func (p place) waited(model string) bool {
	source := p.c.Proposed.Source
	for _, f := range p.Before.Findings {
		now, ok := p.Stated.Of(source, data.ToolField{Tool: model, Field: f.Field})
		if f.Kind == data.Held && f.Source == source && f.Tool == model && ok && now.Value.Equal(*f.Found) {
			return true
		}
	}
	return false
}

// weighAge finds a list that has stated the proposed value since before the page stated the published one.
func (p place) weighAge() {
	last, proposed := p.c.Last, p.c.Proposed
	if !p.c.OwnPage || last.Source != proposed.Source || p.restsAlone(p.n, *last) {
		return
	}
	for _, other := range p.others(p.n, proposed.Source) {
		since, before := p.since(p.n.Field(), other)
		if before && sameValue(p.n.Quantity, other.Value, proposed.Value) && since.Before(last.ChangedAt.Time) && !other.Seen().After(last.Seen()) {
			p.against(data.RuleOutdated, "%s has said %s since before the page said %s: the page is perhaps an old one", other.Publisher, other.Value, last.Value)
			return
		}
	}
}

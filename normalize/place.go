package normalize

import (
	"fmt"
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/read"
)

// weighPlace hands the gate what speaks for and against a candidate by where it stands on its page or board.
func (from inputs) weighPlace(n read.Entry, c *gate.Candidate) {
	at := from.Stated.Compared[c.Proposed.Source]
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
	if c.Last == nil { // what was never published is held against nothing but its own page, and least against a new text, with which a page presents a new model
		if c.OwnPage && stood {
			c.Standing, c.Was = at.Page.Breaches(&was, is), &was.Value
		}
		return
	}
	first := c.OwnPage && c.Last.Method != data.Curated && c.Last.Source != c.Proposed.Source
	if first {
		c.Standing = firstReading(*c)
	}
	switch {
	case stood:
		from.weighMove(n, c, *at, was, is)
	case at.Page != nil && !first:
		c.Standing = at.Page.Breaches(nil, is)
	}
	if at.Text != nil {
		c.Standing = append(c.Standing, *at.Text)
	}
	if why := from.outdated(n, *c); why != "" {
		c.Standing = append(c.Standing, data.Breach{Rule: data.RuleOutdated, Why: why})
	}
}

// weighMove is about a number that stood on its page before.
func (from inputs) weighMove(n read.Entry, c *gate.Candidate, at read.Compared, was, is gate.Cell) {
	c.Standing, c.Elsewhere = append(c.Standing, at.Page.Breaches(&was, is)...), at.Page.Elsewhere(was, is)
	if took := at.EffortBefore[read.RowOfBoard(was.Observation)]; took != "" && took == at.EffortNow[read.RowOfBoard(is.Observation)] {
		c.Standing = append(c.Standing, data.Breach{Rule: data.RuleScore, Why: fmt.Sprintf(
			"it moved from %s to %s, and what its attempts cost and took did not", was.Value, is.Value)})
	}
	c.Returned = !c.Elsewhere && returned(*c)
	c.Fellow = from.fellow(n, at, was, is)
	if models := at.Page.Repriced(); n.Quantity != data.ContextSize && len(models) >= int(from.Catalog.Gate.TogetherAtLeast) {
		from.weighAnew(c, models)
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

// firstReading is about a page that says other than what somebody else said until now. That a page has the old value as
// list price beside a promotion says the same.
func firstReading(c gate.Candidate) []data.Breach {
	if list := c.Proposed.ListPrice; list != nil && list.Equal(c.Last.Value) {
		return nil
	}
	return []data.Breach{{Rule: data.RuleSource, Why: fmt.Sprintf(
		"the page is read for the first time and says %s; published is %s, which %s stated", c.Proposed.Value, c.Last.Value, c.Last.Publisher)}}
}

// statedOf is what a source states of a number of a model, and the last good value before it; false where one is missing.
func (from inputs) statedOf(source, model string, q data.Quantity) (n read.Entry, now data.Evidence, last *data.Evidence, ok bool) {
	i := slices.IndexFunc(from.Catalog.Tools, func(t catalog.Tool) bool { return t.ID == model })
	if i < 0 {
		return n, now, nil, false
	}
	n = read.Entry{Tool: from.Catalog.Tools[i], Quantity: q}
	now, ok = from.Stated.Of(source, n.Field())
	last = from.lastGood(n)
	return n, now, last, ok && last != nil
}

// fellow names who states the new value of a model that moved by the same factor in the same column: "" for nobody.
func (from inputs) fellow(n read.Entry, at read.Compared, was, is gate.Cell) string {
	for _, model := range at.Page.Fellows(was, is) {
		other, now, last, ok := from.statedOf(is.Source, model, n.Quantity)
		if !ok || model == n.Tool.ID {
			continue
		}
		if witness := from.witnessOfChange(other, now, last); witness != "" {
			return witness + ", of " + other.Tool.Name
		}
	}
	return ""
}

// weighAnew holds a price that moved with those of several models, each by a factor of its own: such a page has set them anew
// if somebody else states one of them, and was misread as a whole if nobody does.
func (from inputs) weighAnew(c *gate.Candidate, models []string) {
	source := c.Proposed.Source
	c.Anew = slices.ContainsFunc(models, func(model string) bool { return from.anyWitnessed(source, model) })
	if c.Anew || slices.ContainsFunc(c.Standing, func(b data.Breach) bool { return b.Rule == data.RuleTogether }) {
		return
	}
	models = slices.DeleteFunc(models, func(model string) bool { return from.waited(source, model) })
	if len(models) >= int(from.Catalog.Gate.TogetherAtLeast) {
		c.Standing = append(c.Standing, data.Breach{Rule: data.RuleTogether, Why: fmt.Sprintf(
			"prices of %d models moved at once, and no other source states one of them: it moved from %s to %s", len(models), c.Last.Value, c.Proposed.Value)})
	}
}

// anyWitnessed reports whether somebody else states a new price of a model.
func (from inputs) anyWitnessed(source, model string) bool {
	return slices.ContainsFunc(data.Prices[:], func(q data.Quantity) bool {
		n, now, last, ok := from.statedOf(source, model, q)
		return ok && !last.Value.Equal(now.Value) && from.witnessOfChange(n, now, last) != ""
	})
}

// waited reports whether the price that a source states of a model was held in the snapshot before already: what moves while it
// waits did not move with it.
func (from inputs) waited(source, model string) bool {
	for _, f := range from.Before.Findings {
		now, ok := from.Stated.Of(source, data.ToolField{Tool: model, Field: f.Field})
		if f.Kind == data.Held && f.Source == source && f.Tool == model && ok && now.Value.Equal(*f.Found) {
			return true
		}
	}
	return false
}

// outdated names a list that has stated the proposed value since before the page stated the published one.
func (from inputs) outdated(n read.Entry, c gate.Candidate) string {
	if !c.OwnPage || c.Last.Source != c.Proposed.Source || from.restsAlone(n, *c.Last) {
		return ""
	}
	for _, other := range from.others(n, c.Proposed.Source) {
		since, before := from.since(n.Field(), other)
		if before && sameValue(n.Quantity, other.Value, c.Proposed.Value) && since.Before(c.Last.ChangedAt.Time) && !other.Seen().After(c.Last.Seen()) {
			return fmt.Sprintf("%s has said %s since before the page said %s: the page is perhaps an old one", other.Publisher, other.Value, c.Last.Value)
		}
	}
	return ""
}

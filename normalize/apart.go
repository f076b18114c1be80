package normalize

import (
	"fmt"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/read"
	"slices"
)

// weighPlace hands the gate what speaks for and against a candidate by where it stands on its page or board.
func (d *decider) weighPlace(n read.Entry, c *gate.Candidate) {
	at := d.in.Stated.Compared[c.Proposed.Source]
	if at == nil || c.Proposed.Method != data.Collected || c.Last != nil && sameValue(n.Quantity, c.Last.Value, c.Proposed.Value) {
		return
	}
	was, stood := at.Was[n.Field()]
	is := at.Is[n.Field()]
	if !stood && at.Page != nil { // its name may have meant another model then
		was, stood = at.Page.Before(is)
	}
	if stood && at.Page != nil && at.Page.OtherHours(was, is) {
		c.Witness = "" // lists do not say of which hours their prices are
	}
	if c.Last == nil && !c.OwnPage {
		return // a model that a board ranks anew
	}
	if c.Last == nil { // what was never published is held against nothing but the page itself
		if at.Page != nil && stood {
			c.Standing, c.Was = at.Page.Breaches(&was, is), &was.Value
		}
		return // nor against a new text, with which a page presents a new model
	}
	first := c.OwnPage && c.Last.Method != data.Curated && c.Last.Source != c.Proposed.Source
	if first {
		c.Standing = d.firstReading(c)
	}
	switch {
	case at.Page == nil:
	case stood:
		c.Standing, c.Elsewhere = append(c.Standing, at.Page.Breaches(&was, is)...), at.Page.Elsewhere(was, is)
		if took := at.EffortBefore[read.RowOfBoard(was.Observation)]; took != "" && took == at.EffortNow[read.RowOfBoard(is.Observation)] {
			c.Standing = append(c.Standing, data.Breach{Rule: data.RuleScore, Why: fmt.Sprintf(
				"it moved from %s to %s, and what its attempts cost and took did not", was.Value, is.Value)})
		}
		c.Returned = !c.Elsewhere && returned(*c)
		c.Fellow = d.fellow(n, *at, was, is)
		d.setAnew(n, c, at.Page)
	case !first:
		c.Standing = at.Page.Breaches(nil, is)
	}
	if at.Text != nil {
		c.Standing = append(c.Standing, *at.Text)
	}
	if why := d.outdated(n, *c); why != "" {
		c.Standing = append(c.Standing, data.Breach{Rule: data.RuleOutdated, Why: why})
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
func (d *decider) firstReading(c *gate.Candidate) []data.Breach {
	if list := c.Proposed.ListPrice; list != nil && list.Equal(c.Last.Value) {
		return nil
	}
	return []data.Breach{{Rule: data.RuleSource, Why: fmt.Sprintf(
		"the page is read for the first time and says %s; published is %s, which %s stated", c.Proposed.Value, c.Last.Value, c.Last.Publisher)}}
}

// fellow names who states the new value of a model that moved by the same factor in the same column: "" for nobody.
func (d *decider) fellow(n read.Entry, at read.Compared, was, is gate.Cell) string {
	for _, model := range at.Page.Fellows(was, is) {
		i := slices.IndexFunc(d.in.Catalog.Tools, func(t catalog.Tool) bool { return t.ID == model })
		if i < 0 || model == n.Tool.ID {
			continue
		}
		other := read.Entry{Tool: d.in.Catalog.Tools[i], Quantity: n.Quantity}
		proposed, ok := d.in.Stated.Of(is.Source, other.Field())
		last := d.in.lastGood(other)
		if !ok || last == nil {
			continue
		}
		if witness := d.in.witnessOfChange(other, proposed, last); witness != "" {
			return witness + ", of " + other.Tool.Name
		}
	}
	return ""
}

// setAnew holds a price that moved with those of several models, each by a factor of its own: such a page has set them anew
// if somebody else states one of them, and was misread as a whole if nobody does.
func (d *decider) setAnew(n read.Entry, c *gate.Candidate, page *gate.Page) {
	models, enough := page.Repriced(), int(d.in.Catalog.Gate.TogetherAtLeast)
	if n.Quantity == data.ContextSize || len(models) < enough {
		return
	}
	c.Anew = d.anyWitnessed(c.Proposed.Source, models)
	if c.Anew || slices.ContainsFunc(c.Standing, func(b data.Breach) bool { return b.Rule == data.RuleTogether }) {
		return
	}
	models = slices.DeleteFunc(models, func(model string) bool { return d.waited(c.Proposed.Source, model) })
	if len(models) < enough {
		return
	}
	c.Standing = append(c.Standing, data.Breach{Rule: data.RuleTogether, Why: fmt.Sprintf(
		"prices of %d models moved at once, and no other source states one of them: it moved from %s to %s", len(models), c.Last.Value, c.Proposed.Value)})
}

// waited reports whether the price that a source states of a model was held in the snapshot before already: what moves while it
// waits did not move with it.
func (d *decider) waited(source, model string) bool {
	for _, f := range d.in.Before.Findings {
		if f.Kind != data.Held || f.Source != source || f.Tool != model {
			continue
		}
		if now, ok := d.in.Stated.Of(source, data.ToolField{Tool: model, Field: f.Field}); ok && now.Value.Equal(*f.Found) {
			return true
		}
	}
	return false
}

// anyWitnessed reports whether somebody else states the new price of one of the models.
func (d *decider) anyWitnessed(source string, models []string) bool {
	for _, tool := range d.in.Catalog.Tools {
		if !slices.Contains(models, tool.ID) {
			continue
		}
		for _, q := range data.Prices {
			n := read.Entry{Tool: tool, Quantity: q}
			proposed, ok := d.in.Stated.Of(source, n.Field())
			last := d.in.lastGood(n)
			if ok && last != nil && !last.Value.Equal(proposed.Value) && d.in.witnessOfChange(n, proposed, last) != "" {
				return true
			}
		}
	}
	return false
}

// outdated names a list that has stated the proposed value since before the page stated the published one.
func (d *decider) outdated(n read.Entry, c gate.Candidate) string {
	if !c.OwnPage || c.Last.Source != c.Proposed.Source || d.in.restsAlone(n, *c.Last) {
		return ""
	}
	for _, other := range d.in.others(n, c.Proposed.Source) {
		since, before := d.in.since(n.Field(), other)
		if before && sameValue(n.Quantity, other.Value, c.Proposed.Value) && since.Before(c.Last.ChangedAt.Time) && !other.Seen().After(c.Last.Seen()) {
			return fmt.Sprintf("%s has said %s since before the page said %s: the page is perhaps an old one", other.Publisher, other.Value, c.Last.Value)
		}
	}
	return ""
}

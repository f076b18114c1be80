package normalize

import (
	"fmt"
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/read"
)

// candidate is a proposed value as the gate takes it. What it is compared with depends on the kind of number.
func (d *decider) candidate(n number, proposed *data.Evidence) gate.Candidate {
	c := gate.Candidate{ToolID: n.Tool.ID, ToolName: n.Tool.Name, Quantity: n.Quantity, Proposed: proposed, Last: n.last}
	if proposed == nil {
		return c
	}
	c.OwnPage, c.Witness = d.from.Sources.OwnPage(proposed.Source), n.witnessOfChange(*proposed)
	at := d.from.Stated.Compared[proposed.Source]
	if at == nil || proposed.Method != data.Collected || c.Last != nil && n.same(*c.Last, *proposed) {
		return c
	}
	return d.placed(n, c, at)
}

// placed is a candidate with what speaks for and against it by where it stands on its page or board, and stood when that was last
// read well.
func (d *decider) placed(n number, c gate.Candidate, at *read.Compared) gate.Candidate {
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
		return c
	}
	last, proposed := c.Last, c.Proposed
	first := c.OwnPage && last.Method != data.Curated && last.Source != proposed.Source
	// That a page has the old value as list price beside a promotion says the same.
	if list := proposed.ListPrice; first && (list == nil || !list.Equal(last.Value)) {
		c.Standing = append(c.Standing, data.Breach{Rule: data.RuleSource,
			Why: fmt.Sprintf("the page is read for the first time and says %s; published is %s, which %s stated",
				proposed.Value, last.Value, last.Publisher)})
	}
	switch {
	case stood:
		c = d.moved(n, c, at, was, is)
	case at.Page != nil && !first:
		c.Standing = at.Page.Breaches(nil, is)
	}
	if at.Text != nil {
		c.Standing = append(c.Standing, *at.Text)
	}
	if c.OwnPage && last.Source == proposed.Source && !n.restsAlone() {
		c.Standing = append(c.Standing, n.outdated(*proposed)...)
	}
	return c
}

// moved is a candidate that stood on its page before, with what it breaks by its move and who moved along.
func (d *decider) moved(n number, c gate.Candidate, at *read.Compared, was, is gate.Cell) gate.Candidate {
	page, enough := at.Page, int(d.from.Catalog.Gate.TogetherAtLeast)
	c.Standing, c.Elsewhere = append(c.Standing, page.Breaches(&was, is)...), page.Elsewhere(was, is)
	if took := at.EffortBefore[read.RowOfBoard(was.Observation)]; took != "" && took == at.EffortNow[read.RowOfBoard(is.Observation)] {
		c.Standing = append(c.Standing, data.Breach{Rule: data.RuleScore,
			Why: fmt.Sprintf("it moved from %s to %s, and what its attempts cost and took did not", was.Value, is.Value)})
	}
	c.Returned, c.Fellow = !c.Elsewhere && returned(c), d.fellow(n, c, page.Fellows(was, is))
	models := page.Repriced()
	if n.Quantity == data.ContextSize || len(models) < enough {
		return c
	}
	// Prices of several models that moved, each by a factor of its own: such a page has set them anew if somebody else states one
	// of them, and was misread as a whole if nobody does.
	c.Anew = slices.ContainsFunc(models, func(model string) bool { return d.isWitnessed(model, c.Proposed.Source) })
	if c.Anew || slices.ContainsFunc(c.Standing, func(b data.Breach) bool { return b.Rule == data.RuleTogether }) {
		return c
	}
	models = slices.DeleteFunc(models, func(model string) bool { return d.hasWaited(model, c.Proposed.Source) })
	if len(models) >= enough {
		c.Standing = append(c.Standing, data.Breach{Rule: data.RuleTogether,
			Why: fmt.Sprintf("prices of %d models moved at once, and no other source states one of them: it moved from %s to %s",
				len(models), c.Last.Value, c.Proposed.Value)})
	}
	return c
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

// changeOn is what a page states of a number of a model that has a last good value, with who states it besides; false where one of
// the two is missing.
func (d *decider) changeOn(page, model string, q data.Quantity) (n number, now data.Evidence, witness string, ok bool) {
	i := slices.IndexFunc(d.from.Catalog.Tools, func(t catalog.Tool) bool { return t.ID == model })
	if i < 0 {
		return n, now, "", false
	}
	n = d.number(read.Entry{Tool: d.from.Catalog.Tools[i], Quantity: q})
	if now, ok = d.from.Stated.Of(page, n.Field()); !ok || n.last == nil {
		return n, now, "", false
	}
	return n, now, n.witnessOfChange(now), true
}

// fellow names who states the new value of a model that moved by the same factor in the same column: "" for nobody.
func (d *decider) fellow(n number, c gate.Candidate, models []string) string {
	for _, model := range models {
		other, _, witness, ok := d.changeOn(c.Proposed.Source, model, n.Quantity)
		if ok && witness != "" && model != n.Tool.ID {
			return witness + ", of " + other.Tool.Name
		}
	}
	return ""
}

// isWitnessed reports whether somebody else states a new price that a page has of a model.
func (d *decider) isWitnessed(model, page string) bool {
	return slices.ContainsFunc(data.Prices[:], func(q data.Quantity) bool {
		n, now, witness, ok := d.changeOn(page, model, q)
		return ok && witness != "" && !n.last.Value.Equal(now.Value)
	})
}

// hasWaited reports whether a price that the page states of a model was held in the snapshot before already: what moves while it
// waits did not move with it.
func (d *decider) hasWaited(model, page string) bool {
	for _, f := range d.from.Before.Findings {
		now, ok := d.from.Stated.Of(page, data.ToolField{Tool: model, Field: f.Field})
		if f.Kind == data.Held && f.Source == page && f.Tool == model && ok && now.Value.Equal(*f.Found) {
			return true
		}
	}
	return false
}

// outdated finds a list that has stated the proposed value since before the page stated the published one.
func (n number) outdated(proposed data.Evidence) []data.Breach {
	for _, other := range n.others(proposed.Source) {
		if other.before && n.same(other.Evidence, proposed) && other.since.Before(n.last.ChangedAt.Time) && !other.Seen().After(n.last.Seen()) {
			return []data.Breach{{Rule: data.RuleOutdated, Why: fmt.Sprintf("%s has said %s since before the page said %s: the page is perhaps an old one",
				other.Publisher, other.Value, n.last.Value)}}
		}
	}
	return nil
}

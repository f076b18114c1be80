//go:build proof

package figures

import (
	"fmt"
	"time"
)

// priceClasses are the edits of pricing pages.
var priceClasses = []class{
	{"remark in price", perHeadline(remarksInPrices), spoken}, {"remark in name", perHeadline(remarksInNames), spoken},
	{"date", perHeadline(dates), spoken}, {"other section", perTable(otherSections), spoken}, {"hidden text", hiddenText, spoken},
	{"currency by caption", perTable(captions), spoken}, {"cut", perHeadline(cuts), spoken}, {"footnote", footnotes, 0},
	{"columns", perTable(columns), 0}, {"tiers", tiers, 0}, {"services", services, 0}, {"suffix lost", perHeadline(suffixesLost), 0},
	{"one factor", perTable(oneFactor), freed}, {"old page as new", oldPages, 0}, {"another model", perHeadline(otherModels), 0},
	{rowMisread, rowsMisread, plain},
}

// terms are words that make a price another one than the standard price, with the factor such a price has.
var terms = []factored{
	{"(batch)", "0.5"}, {"(Batch API)", "0.5"}, {"(cached)", "0.5"}, {"(old price)", "1.25"}, {"(US-only inference)", "1.1"},
	{"(academic)", "0.6"}, {"(committed use)", "0.7"}, {"(EU data residency)", "1.1"}, {"(incl. VAT)", "1.19"}, {"(off-peak)", "0.5"},
	{"(priority)", "1.75"}, {"(fast mode)", "2"}, {"for startups", "0.5"}, {"[batch]", "0.5"}, {"– batch only", "0.5"},
	{", with annual commitment", "0.8"}, {"when fine-tuned", "1.5"}, {"on average", "0.9"}, {"via partners", "1.2"}, {"(audio)", "2"},
	{"(beta customers)", "0.75"}, {"(net of credits)", "0.8"}, {"· flex", "0.5"}, {"*with prepaid plan", "0.85"}, {"(regional endpoints)", "1.1"},
	{"(prompts over 200k)", "2"}, {"per 1M characters", "0.25"}, {"(estimate)", "0.95"}, {"(until sold out)", "0.7"}, {"(new users)", "0.5"},
}

var termsBefore = []factored{
	{"from ", "0.5"}, {"as low as ", "0.6"}, {"up to ", "1.5"}, {"Batch: ", "0.5"}, {"was ", "1.3"}, {"approx. ", "0.9"}, {"about ", "1.1"},
	{"Enterprise: ", "0.8"}, {"~", "0.9"}, {"soon ", "0.8"}, {"EU: ", "1.1"}, {"starting at ", "0.5"},
}

// remarksInPrices write another price, or a whole row, with the words that say whose it is.
func remarksInPrices(e *edits, a *amount) {
	for _, term := range some(e.r, terms, 3) {
		e.add([]change{a.by(term.factor), insert(e.behind(a), " "+term.text)}, nil, "%s: %s -> %s %s", a.subject(), a.number, a.times(term.factor), term.text)
	}
	before := one(e.r, termsBefore)
	e.add([]change{insert(e.before(a), before.text), a.by(before.factor)}, nil, "%s: %s -> %s%s", a.subject(), a.number, before.text, a.times(before.factor))
	term := one(e.r, terms)
	row := scaled(e.alike(a), term.factor)
	for _, o := range e.alike(a) {
		row = append(row, insert(e.behind(o), " "+term.text))
	}
	e.add(row, nil, "%s: the row at %s %s", a.subject(), term.factor, term.text)
}

var namedTerms = []factored{
	{" (fast mode)", "2"}, {" (batch)", "0.5"}, {" (EU endpoints)", "1.1"}, {" (academic program)", "0.6"}, {" (provisioned throughput)", "1.6"},
	{" (fine-tuned)", "1.5"}, {" (via partner)", "1.2"}, {" – fast", "2"}, {" [batch]", "0.5"}, {", regional", "1.1"}, {" (US only)", "1.1"},
	{" (priority tier)", "1.75"}, {" (Early access pricing)", "0.8"}, {" · flex", "0.5"}, {" (long prompts)", "2"}, {" (reserved capacity)", "0.75"},
	{" (turbo)", "1.5"}, {" (HIPAA)", "1.15"}, {" (dedicated)", "1.8"}, {" (audio)", "2.5"},
}

// remarksInNames write a row for other terms in place of the plain one, above it, or below it.
func remarksInNames(e *edits, a *amount) {
	name, ok := e.nameOf(a)
	if !ok {
		return
	}
	for _, term := range some(e.r, namedTerms, 2) {
		e.add(append(scaled(e.alike(a), term.factor), insert(name.to, term.text)), nil, "%s%s at %s", a.subject(), term.text, term.factor)
	}
	if t, i, _ := e.sheet.tableOf(a.span); t.rows[i].holds(name) {
		term := one(e.r, namedTerms)
		row := t.rows[i].span
		other := e.rewritten(row, append(scaled(e.within(row), term.factor), insert(name.to, term.text)))
		at, where := row.from, "above"
		if e.r.IntN(2) == 0 {
			at, where = row.to, "below"
		}
		e.add([]change{insert(at, e.line(other, where))}, e.alike(a), "%s%s at %s %s the plain row", a.subject(), term.text, term.factor, where)
	}
}

// days are ways to write a day that has not come, or one that is past.
var days = []struct{ before, layout, after string }{
	{" (from ", "1/2/2006", ")"}, {" (from ", "02.01.2006", ")"}, {" from ", "2006-01-02", ""}, {" (starting ", "January 2", ")"},
	{" (effective ", "Jan 2, 2006", ")"}, {" (as of ", "2 January 2006", ")"}, {" (starting ", "January 2006", ")"}, {" from ", "Jan 2006", ""},
	{" (", "2006/01/02", ")"}, {" – valid from ", "02/01/2006", ""}, {" (since ", "2 Jan 2006", ")"}, {" (", "January 2, 2006", " onwards)"},
	{" (new price ", "2.1.2006", ")"}, {" (starts ", "Mon, 2 Jan", ")"}, {" (beginning ", "2006-01", ")"},
}

var (
	laterParts = []string{" (from Q1 %d)", " (from %d)", " (H1 %d)", " (next year, %d)", " (FY%d)"}
	pastDays   = []string{"January 2, 2006", "1/2/2006", "02.01.2006", "2 Jan 2006"}
)

// dates write tomorrow's price, or yesterday's, where today's stands, with its date.
func dates(e *edits, a *amount) {
	day, factor := one(e.r, days), one(e.r, []string{"1.2", "1.5", "0.8", "2", "0.5"})
	when := day.before + e.at.AddDate(0, 0, 60+e.r.IntN(90)).Format(day.layout) + day.after
	if e.r.IntN(3) == 0 {
		when = fmt.Sprintf(one(e.r, laterParts), e.at.AddDate(0, 8, 0).Year())
	}
	e.add([]change{a.by(factor), insert(e.behind(a), when)}, nil, "%s: %s -> %s%s", a.subject(), a.number, a.times(factor), when)
	past := " (until " + e.at.AddDate(0, 0, -40-e.r.IntN(90)).Format(one(e.r, pastDays)) + ")"
	e.add([]change{a.by("0.7"), insert(e.behind(a), past)}, nil, "%s: %s -> %s%s", a.subject(), a.number, a.times("0.7"), past)
	if name, ok := e.nameOf(a); ok {
		e.add(append(scaled(e.alike(a), factor), insert(name.to, when)), nil, "%s%s at %s", a.subject(), when, factor)
	}
}

// footnotes glue a mark to a price, to those of a row, and to those of a table.
func footnotes(e *edits) {
	marks := []string{"1", "2", "3", "4", "12"}
	glue := func(mark string, all []*amount, what string, args ...any) {
		var changes []change
		for _, a := range all {
			changes = append(changes, insert(a.to, mark))
		}
		e.add(changes, all, what, args...)
	}
	for _, a := range e.headlines() {
		mark := one(e.r, marks)
		glue(mark, []*amount{a}, "%s: %s%s", a.subject(), a.number, mark)
		glue(mark, e.alike(a), "%s: every price with a glued %s", a.subject(), mark)
	}
	for _, t := range e.published() {
		mark := one(e.r, marks)
		glue(mark, e.within(t.span), "every price of a table with a glued %s", mark)
	}
}

// year is when a page of the future is of.
func (s *scene) year() int { return s.at.Add(200 * 24 * time.Hour).Year() }

//go:build proof

package poison

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// terms are words that make a price another one than the standard price, with the factor such a price has.
var terms = []struct{ text, factor string }{
	{"(batch)", "0.5"}, {"(Batch API)", "0.5"}, {"(cached)", "0.5"}, {"(old price)", "1.25"}, {"(US-only inference)", "1.1"},
	{"(academic)", "0.6"}, {"(committed use)", "0.7"}, {"(EU data residency)", "1.1"}, {"(incl. VAT)", "1.19"}, {"(off-peak)", "0.5"},
	{"(priority)", "1.75"}, {"(fast mode)", "2"}, {"for startups", "0.5"}, {"[batch]", "0.5"}, {"– batch only", "0.5"},
	{", with annual commitment", "0.8"}, {"when fine-tuned", "1.5"}, {"on average", "0.9"}, {"via partners", "1.2"}, {"(audio)", "2"},
	{"(beta customers)", "0.75"}, {"(net of credits)", "0.8"}, {"· flex", "0.5"}, {"*with prepaid plan", "0.85"}, {"(regional endpoints)", "1.1"},
	{"(prompts over 200k)", "2"}, {"per 1M characters", "0.25"}, {"(estimate)", "0.95"}, {"(until sold out)", "0.7"}, {"(new users)", "0.5"},
}

var termsBefore = []struct{ text, factor string }{
	{"from ", "0.5"}, {"as low as ", "0.6"}, {"up to ", "1.5"}, {"Batch: ", "0.5"}, {"was ", "1.3"}, {"approx. ", "0.9"}, {"about ", "1.1"},
	{"Enterprise: ", "0.8"}, {"~", "0.9"}, {"soon ", "0.8"}, {"EU: ", "1.1"}, {"starting at ", "0.5"},
}

// remarksInPrices write another price with the words that say whose it is.
func remarksInPrices(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, a := range s.headlines() {
		for _, term := range some(r, terms, 3) {
			what := describe("%s: %s -> %s %s", a.states[0].Subject, a.number, a.times(term.factor), term.text)
			all = append(all, s.edit(what, []change{a.by(term.factor), insert(s.behind(a), " "+term.text)}))
		}
		before := one(r, termsBefore)
		what := describe("%s: %s -> %s%s", a.states[0].Subject, a.number, before.text, a.times(before.factor))
		all = append(all, s.edit(what, []change{insert(s.before(a), before.text), a.by(before.factor)}))
		// The whole row at other terms.
		term := one(r, terms)
		var row []change
		for _, o := range s.alike(a) {
			row = append(row, o.by(term.factor), insert(s.behind(o), " "+term.text))
		}
		all = append(all, s.edit(describe("%s: the row at %s %s", a.states[0].Subject, term.factor, term.text), row))
	}
	return all
}

var namedTerms = []struct{ text, factor string }{
	{" (fast mode)", "2"}, {" (batch)", "0.5"}, {" (EU endpoints)", "1.1"}, {" (academic program)", "0.6"}, {" (provisioned throughput)", "1.6"},
	{" (fine-tuned)", "1.5"}, {" (via partner)", "1.2"}, {" – fast", "2"}, {" [batch]", "0.5"}, {", regional", "1.1"}, {" (US only)", "1.1"},
	{" (priority tier)", "1.75"}, {" (Early access pricing)", "0.8"}, {" · flex", "0.5"}, {" (long prompts)", "2"}, {" (reserved capacity)", "0.75"},
	{" (turbo)", "1.5"}, {" (HIPAA)", "1.15"}, {" (dedicated)", "1.8"}, {" (audio)", "2.5"},
}

// remarksInNames write a row for other terms in place of the plain one, above it, or below it.
func remarksInNames(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, a := range s.headlines() {
		name, ok := s.nameOf(a)
		if !ok {
			continue
		}
		for _, term := range some(r, namedTerms, 2) {
			changes := append(scaled(s.alike(a), term.factor), insert(name.to, term.text))
			all = append(all, s.edit(describe("%s%s at %s", a.states[0].Subject, term.text, term.factor), changes))
		}
		if t, i, _ := s.sheet.tableOf(a.span); t.rows[i].holds(name) {
			term := one(r, namedTerms)
			row := t.rows[i].span
			other := s.rewritten(row, append(scaled(s.within(row), term.factor), insert(name.to, term.text)))
			at, where := row.from, "above"
			if r.IntN(2) == 0 {
				at, where = row.to, "below"
			}
			all = append(all, s.edit(describe("%s%s at %s %s the plain row", a.states[0].Subject, term.text, term.factor, where),
				[]change{insert(at, s.line(other, where))}, s.alike(a)...))
		}
	}
	return all
}

// line is a row to be put above or below another one.
func (s *scene) line(row, where string) string {
	switch {
	case s.sheet.html:
		return row
	case where == "above":
		return row + "\n"
	case strings.HasPrefix(strings.TrimSpace(row), "[") && !strings.HasSuffix(row, ","):
		return ",\n" + row
	default:
		return "\n" + row
	}
}

// rewritten is a piece of the page with changes inside of it.
func (s *scene) rewritten(at span, changes []change) string {
	piece := &sheet{text: s.sheet.of(at)}
	for i := range changes {
		changes[i].from, changes[i].to = changes[i].from-at.from, changes[i].to-at.from
	}
	return piece.with(changes)
}

// days are ways to write a day that has not come, or one that is past.
var days = []struct{ before, layout, after string }{
	{" (from ", "1/2/2006", ")"}, {" (from ", "02.01.2006", ")"}, {" from ", "2006-01-02", ""}, {" (starting ", "January 2", ")"},
	{" (effective ", "Jan 2, 2006", ")"}, {" (as of ", "2 January 2006", ")"}, {" (starting ", "January 2006", ")"}, {" from ", "Jan 2006", ""},
	{" (", "2006/01/02", ")"}, {" – valid from ", "02/01/2006", ""}, {" (since ", "2 Jan 2006", ")"}, {" (", "January 2, 2006", " onwards)"},
	{" (new price ", "2.1.2006", ")"}, {" (starts ", "Mon, 2 Jan", ")"}, {" (beginning ", "2006-01", ")"},
}

// dates write tomorrow's price, or yesterday's, where today's stands, with its date.
func dates(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, a := range s.headlines() {
		day, factor := one(r, days), one(r, []string{"1.2", "1.5", "0.8", "2", "0.5"})
		when := day.before + s.at.AddDate(0, 0, 60+r.IntN(90)).Format(day.layout) + day.after
		if r.IntN(3) == 0 {
			when = one(r, []string{" (from Q1 %d)", " (from %d)", " (H1 %d)", " (next year, %d)", " (FY%d)"})
			when = fmt.Sprintf(when, s.at.AddDate(0, 8, 0).Year())
		}
		all = append(all, s.edit(describe("%s: %s -> %s%s", a.states[0].Subject, a.number, a.times(factor), when),
			[]change{a.by(factor), insert(s.behind(a), when)}))
		past := " (until " + s.at.AddDate(0, 0, -40-r.IntN(90)).Format(one(r, []string{"January 2, 2006", "1/2/2006", "02.01.2006", "2 Jan 2006"})) + ")"
		all = append(all, s.edit(describe("%s: %s -> %s%s", a.states[0].Subject, a.number, a.times("0.7"), past),
			[]change{a.by("0.7"), insert(s.behind(a), past)}))
		if name, ok := s.nameOf(a); ok {
			all = append(all, s.edit(describe("%s%s at %s", a.states[0].Subject, when, factor),
				append(scaled(s.alike(a), factor), insert(name.to, when))))
		}
	}
	return all
}

// footnotes glue a mark to a price.
func footnotes(s *scene, r *rand.Rand) []edit {
	var all []edit
	marks := []string{"1", "2", "3", "4", "12"}
	for _, a := range s.headlines() {
		mark := one(r, marks)
		all = append(all, s.edit(describe("%s: %s%s", a.states[0].Subject, a.number, mark), []change{insert(a.to, mark)}, a))
		var row []change
		for _, o := range s.alike(a) {
			row = append(row, insert(o.to, mark))
		}
		all = append(all, s.edit(describe("%s: every price with a glued %s", a.states[0].Subject, mark), row, s.alike(a)...))
	}
	for _, t := range s.published() {
		var changes []change
		mark := one(r, marks)
		for _, a := range s.within(t.span) {
			changes = append(changes, insert(a.to, mark))
		}
		all = append(all, s.edit(describe("every price of a table with a glued %s", mark), changes, s.within(t.span)...))
	}
	return all
}

// year is when a page of the future is of.
func (s *scene) year() int { return s.at.Add(200 * 24 * time.Hour).Year() }

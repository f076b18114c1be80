package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
)

// lines are what is known of a number, each behind its label.
type lines []string

// add puts a line at the end, unless there is nothing to say.
func (l *lines) add(label, text string) {
	if text != "" {
		*l = append(*l, label+": "+text)
	}
}

// value answers why a number is what it is.
func (x *Explainer) value(e data.Evidence) string {
	var l lines
	column := x.column(e.Field)
	if e.Method == "" {
		l.add(x.tool.Name+" "+e.Field, "no value is published")
		x.addHeld(&l, e)
		return strings.Join(l, "\n")
	}
	l.add(x.tool.Name+" "+e.Field, written(e.Value)+" "+e.Unit)
	if column != nil {
		l.add("board", column.Name)
		l.add("setting", e.Conditions.Setting())
	} else {
		l.add("terms", e.Conditions.String())
		l.add("list price", terminal.Number(e.ListPrice))
	}
	x.addOrigin(&l, e)
	x.addStanding(&l, e)
	x.addHeld(&l, e)
	x.addAnnounced(&l, e)
	if e.Method != data.Ruled && (e.Field == data.FieldContext || slices.ContainsFunc(data.Prices[:], func(q data.Quantity) bool { return q.Name == e.Field })) {
		x.addOthers(&l, e)
	}
	l.add("confidence", string(e.Confidence))
	l.add("note", strings.TrimSuffix(e.Note, "."))
	l.add("kept in", when(e.Archive != "" && e.Method != data.Ruled, fmt.Sprintf("%s (sha256 %s)", e.Archive, e.SHA256)))
	return strings.Join(l, "\n")
}

// addOrigin tells who stated the value, where and when, or how it was made.
func (x *Explainer) addOrigin(l *lines, e data.Evidence) {
	if e.Method == data.Ruled || e.Method == data.Computed {
		l.add("follows from", e.Rule)
		return
	}
	label, form := "read by this program", catalog.NormalForm(e.Subject)
	if e.Method == data.Curated {
		label = "read by a person"
	}
	l.add(label, fmt.Sprintf("%s on %s (%s)", x.stated(e), seen(e), e.URL))
	l.add("measured by", when(e.PrintedBy != "", e.Publisher+", whose own page was not read"))
	l.add("printed name", when(form != catalog.NormalForm(x.tool.ID) && form != catalog.NormalForm(x.tool.Name), e.Subject))
	l.add("quote", when(e.Quote != "", fmt.Sprintf("%q", e.Quote)))
	released := e.Ruling == nil || e.Ruling.Rule.Releases()
	l.add("follows from", when(!released, e.Rule))
	l.add("would be held, but", when(released, e.Rule))
}

// addStanding tells since when and how well the value stands.
func (x *Explainer) addStanding(l *lines, e data.Evidence) {
	since := data.Day(e.ChangedAt)
	l.add("known since", when(since != seen(e) && !e.ChangedAt.IsZero(), since))
	l.add("verified by hand", when(readByUs(e), data.Day(e.VerifiedAt)))
	l.add("not found since", when(!e.UnconfirmedSince.IsZero(), data.Day(e.UnconfirmedSince)))
	l.add("placeholder", when(e.Placeholder, fmt.Sprintf("verified after %s, the day of this snapshot; nothing else is known", data.Day(x.made))))
	l.add("trouble", x.trouble(e))
	for _, f := range x.findings {
		if f.Kind == data.Refused && f.Tool == x.tool.ID && f.Field == e.Field {
			l.add("cannot be used", fmt.Sprintf("%s states %s", x.called(f.Source), f.Quote))
		}
	}
}

// trouble tells why the value was not found in what its source sent last.
func (x *Explainer) trouble(e data.Evidence) string {
	switch s := x.sources[e.Source]; {
	case !readByUs(e):
		return ""
	case s.State == data.Failing || s.State == data.Disallowed:
		return "its source could not be read at the last attempt: " + s.Cause
	case e.Method == data.Carried && e.Held == "":
		return fmt.Sprintf("its source no longer states it (answered on %s); the last value stays", data.Day(e.FetchedAt))
	}
	return ""
}

func readByUs(e data.Evidence) bool {
	return e.Method == data.Collected || e.Method == data.Fed || e.Method == data.Carried
}

// addHeld tells what is kept back and how that ends.
func (x *Explainer) addHeld(l *lines, e data.Evidence) {
	f := data.Find(x.findings, func(f data.Finding) bool { return f.ID == e.Held })
	if f == nil || e.Held == "" {
		l.add("held", when(e.Held != "", "another value, by the finding "+e.Held))
		return
	}
	whys := data.Each(f.Breaches, func(b data.Breach) string { return b.Why })
	l.add("held", fmt.Sprintf("%q, read on %s from %s", f.Quote, data.Day(f.Evidence), x.called(f.Source)))
	l.add("held because", cmp.Or(strings.Join(whys, "; "), f.Why))
	ends := fmt.Sprintf("when %s: pricepoint findings accept %s", f.Ends, f.ID)
	if a := data.Find(x.accepted, func(a data.Acceptance) bool { return a.ID == f.ID }); a != nil {
		ends = fmt.Sprintf("with the next refresh: accepted by %s on %s", a.By, data.Day(a.At))
	}
	l.add("hold ends", ends)
}

// addAnnounced tells what price is to come, and that a promotion or an announcement is past its day.
func (x *Explainer) addAnnounced(l *lines, e data.Evidence) {
	today := x.made.Format(time.DateOnly)
	past := func(day string) bool { return day != "" && day < today }
	overdue := past(e.Conditions.ValidUntil) || past(e.Conditions.Promised)
	for _, a := range e.Announced {
		l.add("announced", fmt.Sprintf("%s USD from %s (%s)", a.Value, a.From, cmp.Or(a.Page, a.Quote)))
		overdue = overdue || a.From <= today
	}
	l.add("overdue", when(overdue, "that day has passed, and nobody has read the page again since"))
}

// addOthers tells who else states the value, whose word counts for nothing since it is a copy, and who states another.
func (x *Explainer) addOthers(l *lines, e data.Evidence) {
	var agree, copies, differ []string
	for _, s := range e.Agrees {
		said := fmt.Sprintf("%s on %s", x.called(s.Source), data.Day(s.FetchedAt))
		if s.CopyOf == "" {
			agree = append(agree, said)
		} else {
			copies = append(copies, fmt.Sprintf("%s of %s", x.called(s.Source), x.called(s.CopyOf)))
		}
	}
	for _, s := range e.Disagrees {
		differ = append(differ, fmt.Sprintf("%s says %s on %s", x.called(s.Source), written(s.Value), data.Day(s.FetchedAt)))
	}
	l.add("stated also by", cmp.Or(strings.Join(agree, ", "), "nobody"))
	l.add("copies that do not count", strings.Join(copies, ", "))
	l.add("contradicted by", strings.Join(differ, ", "))
}

// called names a source for people.
func (x *Explainer) called(id string) string {
	switch s, ok := x.sources[id]; {
	case !ok:
		return id
	case s.Kind == data.PricingSource:
		return s.Publisher + "'s pricing page"
	default:
		return s.Publisher
	}
}

// absent says why there is no such number, and what stands in or is expected instead.
func (x *Explainer) absent(field string) string {
	var l lines
	l.add(x.tool.Name+" "+field, "absent")
	l.add("because", x.why(field))
	if u := data.Find(x.scores.Unscored, func(u rating.UnscoredModel) bool { return u.ModelID == x.tool.ID }); u != nil && isScore(field) {
		x.addProvisional(&l, u.Provisional)
	}
	for _, s := range x.scores.StandIns {
		if run := x.tool.Value(s.By); run != nil && s.Board == field {
			l.add("stands in", fmt.Sprintf("%s counts as %s, since the boards differ by %s points, the lower median of %d models that both have",
				run.Value, run.Value.Add(s.Offset.Decimal), s.Offset, s.Pairs))
			l = append(l, x.value(*run))
		}
	}
	return strings.Join(l, "\n")
}

func isScore(field string) bool { return field == data.FieldOverall || field == data.FieldPerPoint }

// why says in a few words why there is no number.
func (x *Explainer) why(field string) string {
	if column := x.column(field); column != nil {
		return fmt.Sprintf("no result on %s could be read from %s", column.Name, column.Publisher)
	} else if isScore(field) {
		return "too few benchmark results could be read; benchmarks.methodology says how many it takes"
	}
	return "no value is published"
}

// addProvisional tells what score is expected of a tool without one, and how far off such guesses are.
func (x *Explainer) addProvisional(l *lines, p rating.ProvisionalScore) {
	rests := map[rating.ProvisionalBasis]string{
		rating.OnResults:     fmt.Sprintf("%d results of boards that do not count for a score, and its month of release", len(p.Supporting)),
		rating.OnPredecessor: fmt.Sprintf("%s, which it followed, and the months of release of both", p.Predecessor),
	}
	if p.RestsOn == "" {
		return // an old snapshot has none
	}
	l.add("provisional, no score", fmt.Sprintf("%s, 90 %% interval %s to %s", p.OverallScore.StringFixed(1), p.Interval.Low.StringFixed(1), p.Interval.High.StringFixed(1)))
	l.add("which rests on", cmp.Or(rests[p.RestsOn], "its month of release alone"))
	for _, f := range x.scores.Provisional {
		if f.RestsOn == p.RestsOn {
			l.add("tried", fmt.Sprintf("on %d models, such guesses were %s points off on average, and %s %% of the results lay in the interval",
				f.Models, f.Error, f.Coverage.Shift(2).Round(0)))
		}
	}
}

// seen is the day on which someone or something last saw the value stand where it was read.
func seen(e data.Evidence) string {
	return data.Day(cmp.Or(data.At(e.Seen()), e.ChangedAt))
}

// written is a number, with commas between the thousands of a whole one.
func written(n data.Number) string {
	if n.IsInteger() {
		return n.Grouped()
	}
	return n.String()
}

// joined are texts in one line, without the empty ones.
func joined(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), "; ")
}

// when is a text under a condition, "" otherwise.
func when(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

package page

import (
	"slices"
	"strings"
	"time"

	"pricepoint/data"

	"pricepoint/server/page/facts"
)

// changeRow is one change in words.
type changeRow struct {
	Day      string
	Tool     string // its id
	Name     string
	Kind     data.ChangeKind
	What     string // the field, or the event
	Old, New string
	Percent  string
	Source   *facts.Link
	Quote    string
	Linked   bool // the tool has a page
}

func changeRowOf(d facts.Documents, c data.Change) changeRow {
	r := changeRow{Day: data.Day(c.At), Tool: c.Tool, Name: c.Name, Kind: c.Kind, What: facts.FieldName(c.Field), Linked: has(d, c.Tool)}
	r.Old, r.New = facts.Changed(c.Old, c.Unit), facts.Changed(c.New, c.Unit)
	switch {
	case c.Event != nil:
		r.What, r.New = eventWords(d, *c.Event), ""
		if c.Kind == data.Retracted {
			r.What += ": " + causeWords[c.Cause]
		}
	case c.Field == "" && c.Successor != "":
		r.What = "successor: " + d.Name(c.Successor)
	}
	if c.Percent != nil {
		r.Percent = facts.Signed(*c.Percent)
	}
	if c.Evidence != nil {
		r.Quote, r.Source = c.Evidence.Quote, facts.LinkTo(c.Evidence.URL)
	}
	return r
}

// has reports whether a tool has a page.
func has(d facts.Documents, id string) bool {
	return data.Find(d.Tools.Tools, func(t data.Tool) bool { return t.ID == id }) != nil && safeID.MatchString(id)
}

var causeWords = map[data.RetractionCause]string{
	data.Withdrawal: "nobody states it any more", data.NotInForce: "its day has come, and another price was read",
	data.Unread: "its day has come, and nobody has read the price since", data.TakenBack: "an operator went back",
}

var eventNames = map[data.EventKind]string{
	data.PriceEvent: "other prices", data.PromotionEnd: "a promotion ends", data.DeprecationEvent: "advice against new use",
	data.LegacyEvent: "another one is preferred for new work", data.ShutdownEvent: "last day of service", data.RetirementEvent: "no longer sold",
}

// eventWords tell what was announced.
func eventWords(d facts.Documents, e data.Event) string {
	text := eventNames[e.Kind]
	if e.Promised {
		text = "a promotion was promised up to then"
	}
	if e.Day != "" {
		text += ", " + e.Day
	}
	for i, p := range e.Prices {
		text += map[bool]string{true: ": ", false: "; "}[i == 0] + facts.FieldName(p.Field) + " " + facts.Changed(p.Old, p.Unit)
		if p.New != nil {
			text += " → " + facts.Changed(p.New, p.Unit)
		} else {
			text += " → not stated"
		}
	}
	if e.Successor != "" {
		text = facts.Joined(text, "successor "+d.Name(e.Successor))
	}
	return text
}

// newsPage is the page of changes.
type newsPage struct {
	frame
	Coming      []changeRow // days that were announced and are still to come
	Months      []*month    // the newest first
	Corrections []changeRow // what had been published wrongly, or no longer counts as announced
	Since       string      // day from which on every number is compared
	Earlier     string      // where changes before that are listed
}

// month is what really changed in one.
type month struct {
	Key, Name string
	Notes     []note
	Changes   []changeRow // of numbers
}

// note are the models of which one thing is to be told, without numbers.
type note struct {
	What   string
	Models []changeRow
}

func newsView(f frame, d facts.Documents) any {
	v := newsPage{frame: f}
	if made, err := data.ParseVersion(d.Changes.Since); err == nil {
		v.Since = data.Day(data.At(made))
	}
	if d.Changes.Earlier != "" && !f.NoPast {
		v.Earlier = "/api/snapshots/" + d.Changes.Earlier + "/changes.json"
	}
	v.release(d)
	for _, c := range d.Changes.Changes {
		v.tell(c, changeRowOf(d, c))
	}
	for _, c := range d.Changes.Models {
		if c.Field == "" {
			v.tell(c, changeRowOf(d, c))
		}
	}
	v.announce(d)
	slices.SortFunc(v.Months, func(a, b *month) int { return strings.Compare(b.Key, a.Key) })
	return v
}

// monthsBack is for how long the page says what was released.
const monthsBack = 12

// release tells which models came out in the last months.
func (v *newsPage) release(d facts.Documents) {
	first := d.Tools.LastUpdated.AddDate(0, -monthsBack, 0).Format(time.DateOnly)[:7]
	for _, t := range d.Tools.Tools {
		if t.ReleaseDate > first {
			v.note(t.ReleaseDate, "Released", changeRow{Tool: t.ID, Name: t.Name, Linked: has(d, t.ID)})
		}
	}
}

// tell puts a change where it belongs. Announced days come from the events, which outlast the changes.
func (v *newsPage) tell(c data.Change, r changeRow) {
	switch {
	case c.Kind == data.Corrected, c.Kind == data.Restored, c.Kind == data.Retracted && c.Event.Day == "":
		v.Corrections = append(v.Corrections, r)
	case c.Event != nil && c.Event.Day == "":
		v.note(r.Day, facts.UpperFirst(eventNames[c.Event.Kind]), r)
	case c.Event != nil:
	case c.Field == "" && c.Kind == data.Unlisted:
		v.note(r.Day, "No longer on its maker’s page, or not listed any more", r)
	case c.Kind == data.Listed && c.Field == "":
		v.note(r.Day, "New on the price pages", r)
	case c.Kind == data.Changed:
		m := v.month(r.Day)
		m.Changes = append(m.Changes, r)
	}
}

// announce sorts the announced days by whether they are to come.
func (v *newsPage) announce(d facts.Documents) {
	today := data.Day(d.Now)
	for _, e := range d.Changes.Events {
		told := e.Event
		told.Day = "" // it has a column
		r := changeRow{Day: e.Event.Day, Tool: e.Tool, Name: e.Name, What: eventWords(d, told), Linked: has(d, e.Tool), Source: facts.LinkTo(e.URL)}
		switch {
		case e.Retracted:
			r.Kind, r.What = data.Retracted, r.What+": "+causeWords[e.Cause]
			v.Corrections = append(v.Corrections, r)
		case r.Day >= today:
			v.Coming = append(v.Coming, r)
		default:
			v.note(r.Day, facts.UpperFirst(eventWords(d, e.Event)), r)
		}
	}
}

// month is the one of a day.
func (v *newsPage) month(day string) *month {
	key := day[:min(len(day), len("2006-01"))]
	if i := slices.IndexFunc(v.Months, func(m *month) bool { return m.Key == key }); i >= 0 {
		return v.Months[i]
	}
	m := &month{Key: key, Name: key}
	if first, err := time.Parse("2006-01", key); err == nil {
		m.Name = first.Format("January 2006")
	}
	v.Months = append(v.Months, m)
	return m
}

// note tells a thing of a model under those of its month.
func (v *newsPage) note(day, what string, r changeRow) {
	m := v.month(day)
	if n := data.Find(m.Notes, func(n note) bool { return n.What == what }); n != nil {
		n.Models = append(n.Models, r)
		return
	}
	m.Notes = append(m.Notes, note{what, []changeRow{r}})
}

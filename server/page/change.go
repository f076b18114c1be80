package page

import "pricepoint/data"

// changeRow is one change in words.
type changeRow struct {
	Day      string
	Tool     string // its id
	Name     string
	Kind     data.ChangeKind
	What     string // the field, or the event
	Old, New string
	Percent  string
	Source   *link
	Quote    string
	Linked   bool // the tool has a page

	Retracted string // why an announced day no longer counts
}

// fieldNames are for people.
var fieldNames = map[string]string{
	data.FieldInput: "Input", data.FieldOutput: "Output", data.FieldCacheRead: "Cache read", data.FieldCacheWrite: "Cache write",
	data.FieldContext: "Context window", data.FieldOverall: "Overall score", data.FieldPerPoint: "Price of a score point",
	data.FieldMethodology: "version of the methodology; scores of two versions are not compared",
	sweBench:              "SWE-bench", liveCode: "LiveCodeBench", bigCode: "BigCodeBench", humanEval: "HumanEval",
}

func fieldName(field string) string {
	if name, known := fieldNames[field]; known {
		return name
	}
	return field
}

func (d documents) changeRow(c data.Change) changeRow {
	r := changeRow{Day: day(c.At), Tool: c.Tool, Name: c.Name, Kind: c.Kind, What: fieldName(c.Field), Linked: d.has(c.Tool)}
	r.Old, r.New = changed(c.Old, c.Unit), changed(c.New, c.Unit)
	switch {
	case c.Event != nil:
		r.What, r.New = d.eventWords(*c.Event), ""
		if c.Kind == data.Retracted {
			r.What += ": " + causeWords[c.Cause]
		}
	case c.Field == "" && c.Successor != "":
		r.What = "successor: " + d.name(c.Successor)
	}
	if c.Percent != nil {
		r.Percent = signed(*c.Percent)
	}
	if c.Evidence != nil {
		r.Quote, r.Source = c.Evidence.Quote, linkTo(c.Evidence.URL)
	}
	return r
}

// has reports whether a tool has a page.
func (d documents) has(id string) bool {
	return data.Find(d.tools.Tools, func(t data.Tool) bool { return t.ID == id }) != nil && safeID.MatchString(id)
}

// changed writes a number by its unit; "": there was none.
func changed(n *data.Number, unit string) string {
	switch {
	case n == nil:
		return ""
	case unit == string(data.USDPerMillion):
		return "$" + price(*n)
	case unit == string(data.Tokens):
		return n.Grouped()
	case unit == string(data.Percent):
		return points(*n)
	}
	return n.String()
}

var causeWords = map[data.RetractionCause]string{
	data.Withdrawal: "nobody states it any more", data.NotInForce: "its day has come, and another price was read",
	data.Unread: "its day has come, and nobody has read the price since", data.TakenBack: "an operator went back",
}

// eventWords tell what was announced.
func (d documents) eventWords(e data.Event) string {
	text := map[data.EventKind]string{
		data.PriceEvent: "other prices", data.PromotionEnd: "a promotion ends", data.DeprecationEvent: "advice against new use", data.LegacyEvent: "another one is preferred for new work",
		data.ShutdownEvent: "last day of service", data.RetirementEvent: "no longer sold",
	}[e.Kind]
	if e.Promised {
		text = "a promotion was promised up to then"
	}
	if e.Day != "" {
		text += ", " + e.Day
	}
	for i, p := range e.Prices {
		text += map[bool]string{true: ": ", false: "; "}[i == 0] + fieldName(p.Field) + " " + changed(p.Old, p.Unit)
		if p.New != nil {
			text += " → " + changed(p.New, p.Unit)
		} else {
			text += " → not stated"
		}
	}
	if e.Successor != "" {
		text = joined(text, "successor "+d.name(e.Successor))
	}
	return text
}

// newsPage is the page of changes.
type newsPage struct {
	frame
	Coming  []changeRow // days that were announced and are still to come
	Past    []changeRow // days of the year before, and what was retracted
	Changes []changeRow
	Since   string // day from which on every change is listed
	Earlier string // where those before are listed
}

func newsView(f frame, d documents) any {
	v := newsPage{frame: f}
	if made, err := data.ParseVersion(d.changes.Since); err == nil {
		v.Since = day(data.At(made))
	}
	if d.changes.Earlier != "" && !f.NoPast {
		v.Earlier = "/api/snapshots/" + d.changes.Earlier + "/changes.json"
	}
	for _, c := range d.changes.Changes {
		v.Changes = append(v.Changes, d.changeRow(c))
	}
	today := day(d.changes.LastUpdated)
	for _, e := range d.changes.Events {
		told := e.Event
		told.Day = "" // it has a column
		r := changeRow{Day: e.Event.Day, Tool: e.Tool, Name: e.Name, What: d.eventWords(told), Linked: d.has(e.Tool), Source: linkTo(e.URL)}
		if e.Retracted {
			r.Retracted = causeWords[e.Cause]
		}
		if e.Retracted || e.Event.Day < today {
			v.Past = append(v.Past, r)
		} else {
			v.Coming = append(v.Coming, r)
		}
	}
	return v
}

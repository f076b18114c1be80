package normalize

import (
	"fmt"
	"pricepoint/data"
	"pricepoint/normalize/read"
	"time"
)

// announce writes down the prices that were said to hold later, and reports those whose day has come without anyone
// having read the page again. None of them is published before that.
func (d *decider) announce(n read.Entry, e *data.Evidence) {
	for _, a := range d.in.Stated.Coming[n.Field()] {
		if e.Seen().Format(time.DateOnly) >= a.From {
			continue // what is published was seen after that day
		}
		e.Announced = append(e.Announced, a)
		if d.in.Now.Format(time.DateOnly) >= a.From {
			d.found.Add(due(n, *e, &a.Value, fmt.Sprintf("%s was announced for %s", a.Value, a.From)))
		}
	}
	switch d.in.ended(n, *e) {
	case changeIsDue:
		if len(e.Announced) == 0 {
			d.found.Add(due(n, *e, nil, "it was said to hold until "+e.Conditions.ValidUntil))
		}
	case promiseIsOver:
		d.found.Add(due(n, *e, nil, "it was promised until "+e.Conditions.Promised))
	case listPriceIsBack:
		d.found.Add(due(n, *e, nil, e.Ruling.Promotion(func(day string) string { return day })+", so the list price is published"))
	}
}

func due(n read.Entry, e data.Evidence, announced *data.Number, why string) data.Finding {
	return data.Finding{
		Kind: data.Due, Source: e.Source, Tool: n.Tool.ID, Field: n.Name, Published: &e.Value, Found: announced, URL: e.URL, Evidence: data.At(e.Seen()),
		Why:  fmt.Sprintf("the %s of %s was last seen on %s: %s", n.Words, n.Tool.Name, e.Seen().Format(time.DateOnly), why),
		Ends: "the provider's page is read again, or someone verifies the value in the catalogue",
	}.Identified()
}

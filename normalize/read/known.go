package read

import (
	"cmp"
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// Known is all there is before a value is decided.
type Known struct {
	Catalog *catalog.Catalog
	Now     time.Time
	Sources sources
	Stated  statements
	Before  Previous
	Lives   map[string]Life // by tool: what a lifecycle page says
}

// Entry is one number of one tool that is to be decided.
type Entry struct {
	Tool catalog.Tool
	data.Quantity
	Fact  *data.Evidence // what the catalogue states; nil: nothing
	Input *data.Evidence // of a cache price: the input price it has to belong to; nil: there is none
}

func (n Entry) Field() data.ToolField { return data.ToolField{Tool: n.Tool.ID, Field: n.Name} }

// Provider is who sells a tool first hand.
func (from Known) Provider(id string) catalog.Provider {
	i := slices.IndexFunc(from.Catalog.Providers, func(p catalog.Provider) bool { return p.ID == id })
	if i < 0 {
		return catalog.Provider{}
	}
	return from.Catalog.Providers[i]
}

// Page is the source that reads the provider's own pricing page, "" when none does.
func (from Known) Page(t catalog.Tool) string {
	return from.Sources.Pages[from.Provider(t.Provider).Name]
}

// Asked are the sources that state prices of a tool: the provider's page, then the feeds.
func (from Known) Asked(t catalog.Tool) []string {
	return append([]string{from.Page(t)}, from.Sources.Feeds...)
}

// PlaceOf is the place of a price in published order, -1 for any other number.
func PlaceOf(q data.Quantity) int {
	return slices.IndexFunc(data.Prices[:], func(price data.Quantity) bool { return price.Name == q.Name })
}

// confidences are all there are, lowest first.
var confidences = []data.Confidence{data.Low, data.Medium, data.High}

// CompareTrust compares two confidences, the lower one first.
func CompareTrust(x, y data.Confidence) int {
	return cmp.Compare(slices.Index(confidences, x), slices.Index(confidences, y))
}

// Least is the lowest of several confidences.
func Least(all ...data.Confidence) data.Confidence {
	return slices.MinFunc(all, CompareTrust)
}

// Promoted adds what the catalogue knows of a promotion to a reading of the promotion's price from before its end: pages
// and lists seldom say when one ends.
func (from Known) Promoted(t catalog.Tool, place int, e data.Evidence) data.Evidence {
	p, price := t.Prices.Promotion, t.Prices.Amounts().Amount(place)
	if p == nil || price == nil || !price.Equal(e.Value) || e.Conditions.Kind != "" || t.Prices.Verified.First.After(from.Now) {
		return e
	}
	if last := max(p.Until.Text, p.Promised.Text, t.Prices.Verified.First.Format(time.DateOnly)); e.Seen().Format(time.DateOnly) > last {
		return e // it was read after the promotion
	}
	e.Conditions.Kind, e.Conditions.ValidUntil, e.Conditions.Promised = data.KindPromotional, p.Until.Text, p.Promised.Text
	e.ListPrice = p.Amount(place)
	return e
}

// AfterPromotion puts the list price, where it is known, in the place of a promotion that is thought to be over.
func (from Known) AfterPromotion(t catalog.Tool, place int, e data.Evidence) data.Evidence {
	over, ok := from.promotionOver(t, place, e)
	if !ok {
		return e
	}
	e.Value, e.ListPrice = *e.ListPrice, nil
	e.Conditions.Kind, e.Conditions.ValidFrom, e.Conditions.ValidUntil = data.KindList, "", ""
	e.RestOn(over)
	return e
}

// promotionOver says why a promotion with a list price is thought to be over: its last day has passed, or it had no
// stated end, was not read for long, and the catalogue has come to state the list price. What was promised up to a day
// need not have ended then.
func (from Known) promotionOver(t catalog.Tool, place int, e data.Evidence) (data.Ruling, bool) {
	until := e.Conditions.ValidUntil
	switch {
	case e.Conditions.Kind != data.KindPromotional || e.ListPrice == nil || e.Conditions.Promised != "":
		return data.Ruling{}, false
	case until == "":
		curated := t.Prices.Amounts().Amount(place)
		read, _ := t.Prices.EvidenceOf(place)
		since := curated != nil && curated.Equal(*e.ListPrice) && read.Verified.First.After(e.Seen()) && !read.Verified.First.After(from.Now)
		return data.Ruling{Rule: data.ListPriceBack, At: data.At(e.Seen())}, since && from.Now.Sub(e.Seen()) > from.Catalog.Gate.DoubtAfter()
	default:
		return data.Ruling{Rule: data.ListPriceBack, Until: until}, until < from.Now.Format(time.DateOnly)
	}
}

package read

import (
	"pricepoint/data"
	"pricepoint/data/catalog"
	"time"
)

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

package normalize

import (
	"pricepoint/data"
	"pricepoint/data/catalog"
)

// promoted adds what the catalogue knows of a promotion to a reading of the promotion's price from before its end: pages
// and lists seldom say when one ends.
func (from inputs) promoted(t catalog.Tool, place int, e data.Evidence) data.Evidence {
	p, price := t.Prices.Promotion, curatedPrice(t, place)
	if p == nil || price == nil || !price.Equal(e.Value) || e.Conditions.Kind != "" || t.Prices.Verified.First.After(from.now) {
		return e
	}
	if last := max(p.Until.Text, p.Promised.Text, t.Prices.Verified.First.Format(dayLayout)); e.Seen().Format(dayLayout) > last {
		return e // it was read after the promotion
	}
	e.Conditions.Kind, e.Conditions.ValidUntil, e.Conditions.Promised = data.KindPromotional, p.Until.Text, p.Promised.Text
	e.ListPrice = p.ListPrice(place)
	return e
}

// afterPromotion puts the list price, where it is known, in the place of a promotion whose last day has passed. What was
// only promised up to a day need not have ended then.
func (from inputs) afterPromotion(e data.Evidence) data.Evidence {
	until := e.Conditions.ValidUntil
	if e.Conditions.Kind != data.KindPromotional || e.ListPrice == nil || until == "" || until >= from.now.Format(dayLayout) {
		return e
	}
	e.Value, e.ListPrice = *e.ListPrice, nil
	e.Conditions.Kind, e.Conditions.ValidFrom, e.Conditions.ValidUntil = data.KindList, "", ""
	e.RestOn(data.Ruling{Rule: data.ListPriceBack, Until: until})
	return e
}

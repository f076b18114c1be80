package normalize

import (
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/normalize/read"
)

// newcomerWaits tells why a row is not published as a new model before the next reading has it too; nil: it is published. The first
// models are not new.
func newcomerWaits(from read.Known, row unlistedRow, doc market.ModelsDocument, rows map[string]*unlistedRow) *market.WaitingModel {
	page := from.Sources.Readings[row.observations[0].Source]
	waited := row.waited(doc)
	switch {
	case doc.Version == "" || row.known,
		waited != nil && (page.Read() || waited.Why == market.UnclearTerms || waited.Why == market.NotBelieved):
		return nil
	case waited != nil:
		return waited // nobody has looked again
	}
	if was := row.sameAs(doc, page.Observations); was != "" {
		w := row.waiting(market.MayBeRenamed, doc, from.Now)
		w.Of = was
		return &w
	}
	if !row.isAmongKnown(doc, page.Observations, rows) {
		w := row.waiting(market.OtherTable, doc, from.Now)
		return &w
	}
	return nil
}

// waited is the row as the snapshot before had it wait, nil if it did not.
func (r unlistedRow) waited(doc market.ModelsDocument) *market.WaitingModel {
	return data.Find(doc.Waiting, func(w market.WaitingModel) bool { return w.Key == r.key })
}

func (r unlistedRow) waiting(why market.WaitCause, doc market.ModelsDocument, now time.Time) market.WaitingModel {
	w := market.WaitingModel{Key: r.key, Name: r.observations[0].Subject, Maker: r.provider.Name, Since: data.At(now), Why: why, URL: r.observations[0].URL}
	if was := r.waited(doc); was != nil {
		w.Since = was.Since
	}
	return w
}

// sameAs is the name of a model that is gone from the page of a row and cost what the row says, "" for none.
func (r unlistedRow) sameAs(doc market.ModelsDocument, printed []data.Observation) string {
	for _, m := range doc.Models {
		still := slices.ContainsFunc(printed, func(o data.Observation) bool { return o.Subject == m.Name })
		onPage := m.State == market.OnSale || m.State == market.NewModel
		alike := r.costs(m, data.ClassInput, data.PriceInput) && r.costs(m, data.ClassOutput, data.PriceOutput)
		if m.Maker == r.provider.Name && onPage && !still && alike {
			return m.Name
		}
	}
	return ""
}

// costs reports whether a row prints a price that a model had for a class of tokens.
func (r unlistedRow) costs(m market.Model, class data.BillingClass, field data.Field) bool {
	return slices.ContainsFunc(r.observations, func(o data.Observation) bool {
		price, _, err := o.Price()
		return o.Field == field && err == nil && slices.ContainsFunc(m.Lines, func(l data.TariffLine) bool {
			return l.Class == class && l.Price != nil && l.Price.Equal(price)
		})
	})
}

// isAmongKnown reports whether a row stands in a table in which a model stands that is known.
func (r unlistedRow) isAmongKnown(doc market.ModelsDocument, printed []data.Observation, rows map[string]*unlistedRow) bool {
	in := map[string]bool{}
	for _, o := range r.observations {
		in[o.Address.TableKey()] = true
	}
	return slices.ContainsFunc(printed, func(o data.Observation) bool {
		key := r.provider.ID + "/" + r.provider.ModelID(o.Subject)
		return in[o.Address.TableKey()] && (rows[key] == nil || modelOf(doc, key) != nil)
	})
}

// prints reports whether a row has a price in dollars that is not said to be one of sounds or images.
func (r unlistedRow) prints(field data.Field) bool {
	return slices.ContainsFunc(r.observations, func(o data.Observation) bool {
		unit, ok := o.Unit.OfPrice()
		return o.Field == field && ok && unit.Currency == "USD" && o.Qualifiers.Modality == ""
	})
}

// other is what a row prices that is no model of text.
func (r unlistedRow) other() market.OtherRow {
	first := r.observations[0]
	other := market.OtherRow{Name: first.Subject, Maker: r.provider.Name, URL: first.URL}
	for _, o := range r.observations {
		unit := string(o.Unit)
		if o.Qualifiers.Modality != "" {
			unit += " of " + o.Qualifiers.Modality
		}
		if !slices.Contains(other.Units, unit) {
			other.Units = append(other.Units, unit)
		}
	}
	slices.Sort(other.Units)
	return other
}

package export

import (
	"reflect"
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// model is one tool as the formats need it.
type model struct {
	id, name string
	maker    maker
	names    names
	gone     bool              // it was withdrawn
	until    data.Timestamp    // it is sold before this; zero: no end is known
	words    []data.ExportLoss // whose word the published prices are that their maker has not printed, one for each printer
	excess   bool              // longer prompts pay the other price for the excess only, which no format can say

	hourly                                        // the published prices: standard service, the seller's own region
	elsewhere []elsewhere                         // other services and other regions, at their peak hours
	coming    []data.TariffLine                   // announced
	promised  []data.TariffLine                   // list prices in place of a promotion, with the day up to which that is promised
	further   map[data.BillingClass][]data.Number // prices of standard service of the classes that are not in classes
}

// elsewhere is what the shortest prompts cost at another service or in another region.
type elsewhere struct {
	terms data.Terms
	costs band
}

// book is all tools that have a price, at one instant.
type book struct {
	models    []model
	unpriced  []string // ids of the tools without a price
	modelsDev bool     // its names of models are known
}

// keptMonths is how long a tool stays in the files after it was withdrawn: old sessions are priced with it.
const keptMonths = 6

// bookOf says what every tool costs at the instant at which the documents were updated last.
func bookOf(d Documents) *book {
	now := d.Tariffs.LastUpdated.Time
	lexicon := readNames(d.Aliases.Aliases, now)
	b := &book{modelsDev: lexicon.modelsDev}
	for _, t := range d.Tariffs.Tools {
		if at, kept := soldAt(t.Sale, now); kept {
			b.add(model{}, t, at, lexicon)
		}
	}
	for _, w := range d.Withdrawn {
		if t, at, kept := lastTariff(d.Histories[w.ID], w, now); kept {
			b.add(model{gone: true}, t, at, lexicon)
		}
	}
	return b
}

// soldAt is when the prices of a tool are to be read: now, or just before it was no longer sold. kept is false when that is
// too long ago.
func soldAt(sale data.SalePeriod, now time.Time) (at time.Time, kept bool) {
	if sale.Until.IsZero() || now.Before(sale.Until.Time) {
		return now, true
	}
	return sale.Until.Add(-time.Millisecond), now.Before(sale.Until.AddDate(0, keptMonths, 0))
}

// lastTariff is what a withdrawn tool cost when it was listed last.
func lastTariff(history data.PricesDocument, w data.Withdrawn, now time.Time) (t data.Tariff, at time.Time, kept bool) {
	since, err := data.ParseVersion(w.Since)
	if err != nil || !now.Before(since.AddDate(0, keptMonths, 0)) {
		return t, at, false
	}
	at = since.Add(-time.Millisecond)
	t, _, kept = tariff.At(history, at, at)
	return t, at, kept
}

// add enters a tool as it was sold at an instant.
func (b *book) add(m model, t data.Tariff, at time.Time, l lexicon) {
	maker, known := makerOf(t.Seller)
	m.id, m.name, m.maker, m.until = t.ID, t.Name, maker, t.Sale.Until
	m.further = map[data.BillingClass][]data.Number{}
	now, terms := frozen(t, at), tariff.Usage{Region: t.Region, At: at}
	if m.hourly = byHours(now, terms); !known || m.peak == nil {
		b.unpriced = append(b.unpriced, t.ID)
		return
	}
	m.names = l.of(t.ID, t.Name, maker)
	m.compare(now, terms)
	m.promised = promised(now)
	for _, line := range t.Lines {
		if line.Terms.Kind == data.KindAnnounced {
			m.coming = append(m.coming, line)
		}
		if c := line.Terms.Context; c != nil && c.Bills == data.BillExcess {
			m.excess = true
		}
		m.attribute(line)
	}
	b.models = append(b.models, m)
}

// promised are the list prices of standard service that hold once a promotion ends, of which only the day is known up to which it
// was promised.
func promised(now data.Tariff) (all []data.TariffLine) {
	for _, l := range now.Lines {
		if l.Terms.Kind != data.KindPromotional || l.Terms.Promised == "" || l.Terms.Service != "" {
			continue
		}
		twin := l.Terms
		twin.Kind, twin.Promised = data.KindList, ""
		i := slices.IndexFunc(now.Lines, func(o data.TariffLine) bool {
			return o.Class == l.Class && o.Price != nil && reflect.DeepEqual(o.Terms, twin)
		})
		if i >= 0 {
			after := now.Lines[i]
			after.Terms = l.Terms
			all = append(all, after)
		}
	}
	return all
}

// attribute keeps whose word a published price is that its maker has not printed.
func (m *model) attribute(l data.TariffLine) {
	e := l.Evidence
	if l.Price == nil || l.Terms.Service != "" || e.Basis == "" || e.Basis.FirstHand() || !slices.Contains(classes, l.Class) {
		return
	}
	told := func(w data.ExportLoss) bool { return w.Basis == e.Basis && w.Publisher == e.Printer() }
	if !slices.ContainsFunc(m.words, told) {
		m.words = append(m.words, data.ExportLoss{Tool: m.id, Kind: data.LostBasis, Class: l.Class, Basis: e.Basis, Publisher: e.Printer()})
	}
}

// compare finds what other services and regions cost, and what else is billed.
func (m *model) compare(now data.Tariff, standard tariff.Usage) {
	for _, l := range now.Lines {
		if !slices.Contains(classes, l.Class) && l.State == data.Priced {
			prices := m.further[l.Class]
			if l.Price != nil && l.Terms.Service == "" && l.Terms.Region == "" {
				prices = append(prices, *l.Price)
			}
			m.further[l.Class] = prices
		}
	}
	for _, service := range tariff.Services(now) {
		if terms := standard; service != "standard" {
			terms.Service = service
			m.sold(now, terms, data.Terms{Service: service})
		}
	}
	for _, region := range tariff.Regions(now) {
		if terms := standard; region != standard.Region {
			terms.Region = region
			m.sold(now, terms, data.Terms{Region: region})
		}
	}
}

// sold keeps what is sold under other terms, if it is.
func (m *model) sold(now data.Tariff, terms tariff.Usage, as data.Terms) {
	if s := byHours(now, terms).peak; s != nil {
		m.elsewhere = append(m.elsewhere, elsewhere{as, s.base()})
	}
}

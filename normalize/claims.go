package normalize

import (
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/names"
)

// claims is what the pricing pages and feeds state: source -> tool id -> field -> observations.
type claims map[string]map[string]map[data.Field][]data.Observation

// indexClaims files what every provider's own page prints about its own tools, and what every feed states. A page
// that mentions another provider's model says nothing first hand about it.
func (b *build) indexClaims(readings []data.Reading) {
	for _, r := range readings {
		if r.Kind != data.PricingSource && r.Kind != data.FeedSource {
			continue
		}
		for _, o := range r.Observations {
			m := b.seen.See(o)
			if m.Kind != names.Tool || r.Kind == data.PricingSource && b.maker(m.Tool) != r.Publisher {
				continue
			}
			b.claim(m.Tool, o)
		}
	}
}

func (b *build) claim(tool string, o data.Observation) {
	if b.claims[o.Source] == nil {
		b.claims[o.Source] = map[string]map[data.Field][]data.Observation{}
	}
	if b.claims[o.Source][tool] == nil {
		b.claims[o.Source][tool] = map[data.Field][]data.Observation{}
	}
	b.claims[o.Source][tool][o.Field] = append(b.claims[o.Source][tool][o.Field], o)
}

// maker is the name of the provider that sells a tool first hand.
func (b *build) maker(tool string) string { return b.providers[b.seen.Provider(tool)].Name }

// page is the source that reads a provider's own pricing page, "" when none does.
func (b *build) page(t catalog.Tool) string { return b.pages[b.providers[t.Provider].Name] }

// stated is what a source says a tool's price is billed at, or how much context it takes. ok is false when it says
// nothing, or nothing that can be understood.
func (b *build) stated(source string, t catalog.Tool, f field) (e data.Evidence, ok bool) {
	all := b.claims[source][t.ID][f.observed]
	if f == contextField {
		return b.statedContext(all, t)
	}
	o, n, ok, err := headline(all, b.providers[t.Provider].Region)
	if err != nil {
		b.refuse(source, t.ID, f, err)
		return e, false
	}
	if !ok {
		return e, false
	}
	e = b.observed(f, n, o)
	e.ListPrice = listPrice(all, o)
	return e, true
}

// listPrice is what the page states beside a promotion, under otherwise the same conditions.
func listPrice(stated []data.Observation, promotion data.Observation) *data.Number {
	if promotion.Qualifiers.Kind != promotional {
		return nil
	}
	conditions := func(q data.Qualifiers) data.Qualifiers {
		q.Kind, q.ValidFrom, q.ValidUntil = "", "", ""
		return q
	}
	for _, o := range stated {
		if o.Qualifiers.Kind == "list" && conditions(o.Qualifiers) == conditions(promotion.Qualifiers) {
			if n, err := perMillion(o); err == nil {
				return &n
			}
		}
	}
	return nil
}

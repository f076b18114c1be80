package documents

import (
	"cmp"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/market"
	"pricepoint/normalize"
)

// plans is api/plans.json.
func plans(d normalize.Decision) market.PlansDocument {
	doc := market.PlansDocument{
		Version: d.Manifest.Version, LastUpdated: d.Manifest.GeneratedAt,
		Offers: make([]market.PlanOffer, 0, len(d.Catalog.Offers)), Unknown: []string{},
	}
	for _, o := range d.Catalog.Offers {
		offer := o.PlanOffer
		offer.Platforms, offer.Plans = append([]string{}, o.Platforms...), []market.Plan{}
		for _, p := range o.Plans {
			offer.Plans = append(offer.Plans, plan(d, p))
		}
		doc.Offers = append(doc.Offers, offer)
	}
	for _, p := range d.Catalog.Providers {
		if !slices.ContainsFunc(d.Catalog.Offers, func(o catalog.Offer) bool { return o.Seller == p.Name }) {
			doc.Unknown = append(doc.Unknown, p.Name)
		}
	}
	return doc
}

func plan(d normalize.Decision, p catalog.Plan) market.Plan {
	published, last := p.Plan, p.LastStated().First
	published.Confidence, published.KnownSince, published.VerifiedAt = d.PlanConfidence(p), data.At(p.FirstStated().First), data.At(last)
	published.Placeholder, published.Evidence = last.After(d.Manifest.GeneratedAt.Time), []market.PlanEvidence{}
	newestFirst := slices.SortedStableFunc(slices.Values(p.Evidence), func(x, y catalog.PlanEvidence) int {
		return cmp.Or(y.Verified.First.Compare(x.Verified.First), cmp.Compare(x.Source, y.Source))
	})
	for _, e := range newestFirst {
		published.Evidence = append(published.Evidence, market.PlanEvidence{
			URL: e.Source, Basis: e.Word(), Quote: e.Quote, Note: e.Note, Verified: e.Verified.Text,
		})
	}
	return published
}

// platforms is api/platforms.json. Of each it tells for people what the plans cost that it can be used with.
func platforms(d normalize.Decision) data.PlatformsDocument {
	doc := data.PlatformsDocument{Platforms: make([]data.Platform, 0, len(d.Catalog.Platforms)), LastUpdated: d.Manifest.GeneratedAt}
	for _, p := range d.Catalog.Platforms {
		var sentences []string
		for _, o := range d.Catalog.Offers {
			if slices.Contains(o.Platforms, p.ID) {
				sentences = append(sentences, offerSentences(d, o, p)...)
			}
		}
		p.Pricing = strings.Join(sentences, " ")
		doc.Platforms = append(doc.Platforms, p)
	}
	return doc
}

// offerSentences tell the fees of an offer, which of them are unknown, and how other usage is paid.
func offerSentences(d normalize.Decision, o catalog.Offer, platform data.Platform) []string {
	var known, unknown, sentences []string
	for _, p := range o.Plans {
		if p.Fee == market.FeeUnknown {
			unknown = append(unknown, p.Name)
		} else {
			known = append(known, planPhrase(d, p))
		}
	}
	lead := strings.Join(known, "; ")
	if o.ID != platform.ID {
		lead = strings.TrimSuffix("Part of the "+o.Name+" plans: "+lead, ": ")
	}
	if lead != "" {
		sentences = append(sentences, lead+".")
	}
	if len(unknown) > 0 {
		sentences = append(sentences, "What "+series(unknown, " or ")+" costs is unknown.")
	}
	if o.Beyond != "" {
		sentences = append(sentences, o.Beyond)
	}
	return sentences
}

// planPhrase tells the fee of a plan and the usage it includes: "Pro $20 a month with $20 of usage". One that nobody has
// verified for long is told with its month, or its year when that is all that is known.
func planPhrase(d normalize.Decision, p catalog.Plan) string {
	phrase, verified := feePhrase(p)+allowancePhrase(d, p), p.LastStated()
	month := verified.First.Format("January 2006")
	if len(verified.Text) == len("2006") {
		month = verified.Text
	}
	if d.PlanIsOld(p) {
		phrase += " (as of " + month + ")"
	}
	return phrase
}

// feePhrase begins with the name of the plan.
func feePhrase(p catalog.Plan) string {
	switch p.Fee {
	case market.FeeIncluded:
		return p.Name + " comes with " + p.IncludedWith
	case market.FeeByAgreement:
		return p.Name + " by agreement"
	}
	if p.Fees[0].Free() {
		phrase := p.Name
		if phrase != "Free" {
			phrase += " is free"
		}
		if period := p.Fees[0].Period; period != "" {
			phrase += " for " + string(period)
		}
		return phrase
	}
	var ways []string
	for _, f := range p.Fees {
		ways = append(ways, fee(f))
	}
	name := p.Name + " "
	if p.Confidence == data.Low {
		name += "reportedly "
	}
	return name + strings.Join(ways, " or ")
}

// fee writes one way to pay: "$80 a month plus $40 per user a month", "$25 per user a month billed by the year".
func fee(f market.PlanFee) string {
	var parts []string
	if f.Flat != nil {
		parts = append(parts, money(*f.Flat, f.Currency)+every(f.Period))
	}
	if f.PerUser != nil {
		parts = append(parts, money(*f.PerUser, f.Currency)+" per user"+every(f.Period))
	}
	text := strings.Join(parts, " plus ")
	if f.Billed != "" && f.Billed != f.Period {
		text += " billed by the " + string(f.Billed)
	}
	return text
}

// money writes an amount in its own currency: $20, $14.99, 14.99 EUR. Cents are left out where there are none.
func money(n data.Number, currency string) string {
	digits := n.StringFixed(2)
	if n.IsInteger() {
		digits = n.Grouped()
	}
	if currency == "USD" {
		return "$" + digits
	}
	return digits + " " + currency
}

// every writes how often: " a month", " per 5 hours".
func every(p market.Period) string {
	switch {
	case p == "":
		return ""
	case strings.Contains(string(p), " "):
		return " per " + string(p)
	}
	return " a " + string(p)
}

// allowancePhrase tells what a plan includes where there are figures, and that it includes nothing where that costs extra.
func allowancePhrase(d normalize.Decision, p catalog.Plan) string {
	var fee market.Period
	if len(p.Fees) > 0 {
		fee = p.Fees[0].Period
	}
	var limits []string
	for _, l := range p.Limits {
		text := l.Amount.Grouped() + " " + string(l.Of) // "2,000 completions"
		switch l.Of {
		case market.UsageUSD:
			text = money(l.Amount, "USD") + " of usage"
		case market.UsageMultiple:
			text = l.Amount.String() + " times the usage of " + d.Catalog.Plan(l.Than).Name
		}
		if l.Period != fee || len(p.Limits) > 1 {
			text += every(l.Period)
		}
		limits = append(limits, text)
	}
	switch {
	case len(limits) > 0:
		return " with " + strings.Join(limits, ", ")
	case p.Allowance == market.AllowanceNone && p.Fee == market.FeeStated && !p.Fees[0].Free():
		return " plus usage"
	}
	return ""
}

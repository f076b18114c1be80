package page

import (
	"cmp"
	"strings"

	"pricepoint/data"
)

// plansPage is the page of platforms and plans.
type plansPage struct {
	frame
	Offers  []offerView
	Silent  []string // plans of which neither the fee is known nor what they include
	Unknown string   // providers of whose plans nothing is known
}

// offerView is a family of plans.
type offerView struct {
	data.PlanOffer
	Uses []data.Platform // the platforms that can be used with the plans
	Rows []planRow
}

// planRow is one plan in words.
type planRow struct {
	Name, Fee, Allowance, Note string
	Confidence                 data.Confidence
	Verified                   string
	Sources                    []link
	Quote                      string
}

func plansView(f frame, d documents) any {
	v := plansPage{frame: f, Unknown: strings.Join(d.plans.Unknown, ", ")}
	names := map[string]string{}
	for _, o := range d.plans.Offers {
		for _, p := range o.Plans {
			names[p.ID] = p.Name
		}
	}
	for _, o := range d.plans.Offers {
		each := offerView{PlanOffer: o}
		for _, id := range o.Platforms {
			if p := data.Find(d.platforms.Platforms, func(p data.Platform) bool { return p.ID == id }); p != nil {
				each.Uses = append(each.Uses, *p)
			}
		}
		for _, p := range o.Plans {
			if p.Fee == data.FeeUnknown && p.Allowance == data.AllowanceUnknown { // a row that says nothing helps nobody
				v.Silent = append(v.Silent, o.Name+" "+p.Name)
				continue
			}
			each.Rows = append(each.Rows, planRowOf(p, names))
		}
		if len(each.Rows) == 0 {
			continue
		}
		v.Offers = append(v.Offers, each)
	}
	return v
}

func planRowOf(p data.Plan, names map[string]string) planRow {
	r := planRow{Name: p.Name, Fee: feeWords(p), Allowance: allowanceWords(p, names), Note: p.Note, Confidence: p.Confidence, Verified: known(p.VerifiedAt)}
	for _, e := range p.Evidence {
		r.Sources = append(r.Sources, link{shortAddress(e.URL), e.URL})
		r.Quote = cmp.Or(r.Quote, e.Quote)
		if !e.Basis.FirstHand() && len(r.Sources) == 1 {
			r.Note = strings.TrimSpace(r.Note + " " + cmp.Or(e.Note, "Stated by a third party."))
		}
		if len(r.Sources) == 1 {
			r.Verified = e.Verified // as precise as it is known
		}
	}
	return r
}

func feeWords(p data.Plan) string {
	switch p.Fee {
	case data.FeeIncluded:
		return "included with " + cmp.Or(p.IncludedWith, "another product")
	case data.FeeByAgreement:
		return "by agreement"
	case data.FeeUnknown:
		return "unknown"
	}
	var ways []string
	for _, f := range p.Fees {
		ways = append(ways, feeOf(f))
	}
	return strings.Join(ways, ", or ")
}

func feeOf(f data.PlanFee) string {
	var parts []string
	if f.Flat != nil {
		parts = append(parts, money(f.Currency, *f.Flat))
	}
	if f.PerUser != nil {
		parts = append(parts, money(f.Currency, *f.PerUser)+" per user")
	}
	text := strings.Join(parts, " and ")
	if f.Period != "" {
		text += " a " + string(f.Period)
	}
	if f.Billed != "" && f.Billed != f.Period {
		text += ", paid by the " + string(f.Billed)
	}
	return text
}

// money writes an amount in its currency; nothing is converted.
func money(currency string, n data.Number) string {
	sign, known := map[string]string{"USD": "$", "EUR": "€", "GBP": "£", "CNY": "¥"}[currency]
	switch {
	case n.IsZero():
		return "free"
	case known && n.IsInteger():
		return sign + n.Grouped()
	case known:
		return sign + price(n)
	}
	return currency + " " + n.String()
}

func allowanceWords(p data.Plan, names map[string]string) string {
	switch p.Allowance {
	case data.AllowanceNone:
		return "no usage: that is paid apart"
	case data.AllowanceUnstated:
		return "some; the seller gives no figure"
	case data.AllowanceUnknown:
		return "unknown"
	}
	var all []string
	for _, l := range p.Limits {
		text := l.Amount.String() + " " + string(l.Of)
		switch {
		case l.Of == data.UsageMultiple:
			text = l.Amount.String() + " × " + cmp.Or(names[l.Than], l.Than)
		case l.Of == data.UsageUSD:
			text = "usage worth $" + l.Amount.String()
		case l.Amount.IsInteger():
			text = l.Amount.Grouped() + " " + string(l.Of)
		}
		if l.Period != "" {
			text += " per " + string(l.Period)
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

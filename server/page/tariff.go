package page

import (
	"cmp"
	"strings"

	"pricepoint/data"

	"pricepoint/server/page/facts"
)

// tariffView is every price of a tool.
type tariffView struct {
	Seller   string
	Sale     string
	Lines    []priceLine
	Factors  []priceLine
	Excluded []string
}

// priceLine is one price, or one factor, and where it was read.
type priceLine struct {
	Class, Terms, Price, Per string
	Native                   string // as printed, in another currency
	How                      string
	Who                      string // printed it
	Quote                    string
	Source                   *facts.Link
	Seen                     string // day
	Low                      bool   // of low confidence
}

func tariffViewOf(d facts.Documents, tool string) tariffView {
	t := data.Find(d.Tariffs.Tools, func(t data.Tariff) bool { return t.ID == tool })
	if t == nil {
		return tariffView{}
	}
	v := tariffView{Seller: t.Seller}
	if !t.Sale.Until.IsZero() {
		v.Sale = "Sold until " + data.Day(t.Sale.Until) + "."
	}
	for _, l := range t.Lines {
		p := cited(l.Evidence, priceLine{Class: facts.ClassName(l.Class), Terms: l.Terms.String(), Price: facts.LinePrice(l), Per: facts.PerWords(l.Per)})
		if l.Rule != nil && p.How == "" {
			p.How = "By rule: " + l.Rule.String() + "."
		}
		if l.Native != nil {
			p.Native = l.Native.Currency + " " + l.Native.Amount.String()
		}
		v.Lines = append(v.Lines, p)
	}
	for _, f := range t.Factors {
		v.Factors = append(v.Factors, cited(f.Evidence, priceLine{Class: classNames(f.Classes), Terms: factorTerms(f), Price: "× " + f.Factor.String()}))
	}
	for _, x := range t.Excluded {
		v.Excluded = append(v.Excluded, data.Int(int64(x.Cells)).String()+" printed prices are in no line: "+exclusionWords[x.Reason])
	}
	return v
}

var exclusionWords = map[data.ExclusionReason]string{
	data.NotListed: "the model is none of those here", data.NotAsPublished: "the page says otherwise than what is published",
	data.Implausible: "they are implausible", data.Contradictory: "the page contradicts itself", data.TooManyPrices: "the page prints too many",
	data.UnknownWords: "nobody has said what the words beside them mean", data.NoExchangeRate: "no dated exchange rate is known",
	data.HoursNotStated: "the page does not say at which hours they hold", data.PromotionIsOver: "their promotion is over",
}

// cited adds where a price was read.
func cited(e data.BriefEvidence, p priceLine) priceLine {
	p.Quote, p.Low, p.Seen = e.Quote, e.Confidence == data.Low, cmp.Or(data.Known(e.ConfirmedAt), data.Known(e.VerifiedAt))
	p.Source, p.Who = facts.LinkTo(e.URL), e.Attribution()
	if e.Method == data.Curated {
		p.How = "Read by a person."
	}
	if e.Method == data.Ruled && e.Rule != "" {
		p.How = "By rule: " + e.Rule + "."
	}
	return p
}

func classNames(classes []data.BillingClass) string {
	if len(classes) == 0 {
		return "Everything"
	}
	return strings.Join(data.Each(classes, facts.ClassName), ", ")
}

func factorTerms(f data.TariffFactor) (terms string) {
	if f.Service != "" {
		terms = f.Service + " service"
	}
	if f.Region != "" {
		terms = facts.Joined(terms, "in the region “"+f.Region+"”")
	}
	return terms
}

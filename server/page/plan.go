package page

import (
	"cmp"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/data/rating"

	"pricepoint/server/page/facts"
)

// plansPage compares plans.
type plansPage struct {
	frame
	Compared []planRow  // those whose usage is stated in money, the cheapest first
	Task     *yardstick // what their usage is measured by; nil: nothing is known of it
	Offers   []offerView
	Free     []planRow // programs that cost nothing and include no usage
	Silent   []string  // plans of which there is no figure
	Unknown  string    // providers of whose plans nothing is known
}

// offerView is a family of plans of which something is stated, and not what their usage is worth.
type offerView struct {
	market.PlanOffer
	Rows []planRow
}

// planRow is one plan in words.
type planRow struct {
	Name, Fee, Allowance, Note string
	Of                         market.PlanOffer
	Worth                      string // usage for a dollar of the fee
	Tasks                      string // solved in a month
	Confidence                 data.Confidence
	Verified                   string
	Sources                    []*facts.Link
	Quote                      string

	fee data.Number
}

func plansView(f frame, d facts.Documents) any {
	v := plansPage{frame: f, Task: yardstickOf(d), Unknown: strings.Join(d.Plans.Unknown, ", ")}
	names := map[string]string{}
	for _, o := range d.Plans.Offers {
		for _, p := range o.Plans {
			names[p.ID] = p.Name
		}
	}
	for _, o := range d.Plans.Offers {
		each := offerView{PlanOffer: o}
		for _, p := range o.Plans {
			r := planRowOf(o, p, names)
			switch {
			case v.Task.measures(p, &r):
				v.Compared = append(v.Compared, r)
			case p.Allowance == market.AllowanceNone && len(p.Fees) > 0 && p.Fees[0].Free():
				v.Free = append(v.Free, r)
			case len(p.Fees)+len(p.Limits) == 0: // a row that says nothing helps nobody
				v.Silent = append(v.Silent, o.Name+" "+p.Name)
			default:
				each.Rows = append(each.Rows, r)
			}
		}
		if len(each.Rows) > 0 {
			v.Offers = append(v.Offers, each)
		}
	}
	slices.SortStableFunc(v.Compared, func(a, b planRow) int { return a.fee.Cmp(b.fee.Decimal) })
	return v
}

// taskBoard has tasks that take a person an hour; where nothing of it is known, the board that has measured most takes its place.
const taskBoard = "deepswe"

// yardstick is what a solved task costs at today's tariffs with the models that nobody beats, on one board.
type yardstick struct {
	Work              string
	Board             string
	Cheapest, Dearest data.ToolRef
	Low, High         data.Number // what the task costs
}

func yardstickOf(d facts.Documents) (y *yardstick) {
	work, board := d.FirstWork(), taskBoard
	if work == nil {
		return nil
	}
	if !slices.ContainsFunc(d.Solved.Rows, func(r rating.SolvedCost) bool { return r.Board == board }) {
		board = d.FirstBoard()
	}
	for _, r := range d.Solved.Rows {
		cost, known := r.Comparable()
		if !known || !r.Shown || r.Board != board || cost.Repriced == "" || !slices.Contains(work.Frontier(), r.ModelID) {
			continue
		}
		usd, tool := *cost.CostPerSolved, data.ToolRef{ID: r.ModelID, Name: d.Name(r.ModelID)}
		if y == nil {
			y = &yardstick{d.WorkTitle(work.ID), d.BoardName(board), tool, tool, usd, usd}
		}
		if usd.LessThan(y.Low.Decimal) {
			y.Cheapest, y.Low = tool, usd
		}
		if usd.GreaterThan(y.High.Decimal) {
			y.Dearest, y.High = tool, usd
		}
	}
	return y
}

// measures tells how far the usage of a plan goes; false where the fee of a month, or what the usage of a month is worth, is not stated.
func (y *yardstick) measures(p market.Plan, r *planRow) bool {
	i := slices.IndexFunc(p.Limits, func(l market.PlanLimit) bool { return l.Of == market.UsageUSD && l.Period == "month" })
	if i < 0 || len(p.Fees) == 0 || p.Fees[0].Currency != "USD" || p.Fees[0].Period != "month" {
		return false
	}
	for _, part := range []*data.Number{p.Fees[0].Flat, p.Fees[0].PerUser} {
		if part != nil {
			r.fee = data.Number{Decimal: r.fee.Add(part.Decimal)}
		}
	}
	usage := p.Limits[i].Amount
	if r.fee.IsPositive() {
		r.Worth = "$" + usage.DivRound(r.fee.Decimal, 2).StringFixed(2)
	}
	if y != nil {
		r.Tasks = usage.Div(y.High.Decimal).Floor().String() + " to " + usage.Div(y.Low.Decimal).Floor().String()
	}
	return true
}

func planRowOf(o market.PlanOffer, p market.Plan, names map[string]string) planRow {
	r := planRow{Name: p.Name, Of: o, Fee: feeWords(p), Allowance: allowanceWords(p, names), Note: p.Note, Confidence: p.Confidence, Verified: data.Known(p.VerifiedAt)}
	for _, e := range p.Evidence {
		if source := facts.LinkTo(e.URL); source != nil {
			r.Sources = append(r.Sources, source)
		}
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

func feeWords(p market.Plan) string {
	switch p.Fee {
	case market.FeeIncluded:
		return "included with " + cmp.Or(p.IncludedWith, "another product")
	case market.FeeByAgreement:
		return "by agreement"
	case market.FeeUnknown:
		return "not stated"
	}
	return strings.Join(data.Each(p.Fees, feeOf), ", or ")
}

func feeOf(f market.PlanFee) string {
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
		return sign + facts.Price(n)
	}
	return currency + " " + n.String()
}

func allowanceWords(p market.Plan, names map[string]string) string {
	switch p.Allowance {
	case market.AllowanceNone:
		return "no usage: that is paid apart"
	case market.AllowanceUnstated:
		return "some; the seller gives no figure"
	case market.AllowanceUnknown:
		return "not stated"
	}
	var all []string
	for _, l := range p.Limits {
		text := l.Amount.String() + " " + string(l.Of)
		switch {
		case l.Of == market.UsageMultiple:
			text = l.Amount.String() + " × " + cmp.Or(names[l.Than], l.Than)
		case l.Of == market.UsageUSD:
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

package page

import (
	"strings"

	"pricepoint/data"
	"pricepoint/data/market"

	"pricepoint/server/page/facts"
)

// auditPage shows where price lists differ from the providers' own pages.
type auditPage struct {
	frame
	Lists []auditedList
}

// auditedList is one list with its rows.
type auditedList struct {
	market.AuditedList
	Cheapest bool // it states what the cheapest seller bills
	Rows     []deviationRow
}

// deviationRow is one number that differs.
type deviationRow struct {
	market.Deviation
	Of     string // the name of its list
	Linked bool   // the tool has a page
}

func auditView(f frame, d facts.Documents) any {
	v := auditPage{frame: f}
	for _, l := range d.Audit.Lists {
		rows := deviationsOf(d, func(row market.Deviation) bool { return row.List == l.ID })
		v.Lists = append(v.Lists, auditedList{l, l.Sells == market.CheapestRoute, rows})
	}
	return v
}

func deviationsOf(d facts.Documents, meant func(market.Deviation) bool) (all []deviationRow) {
	for _, row := range d.Audit.Deviations {
		if !meant(row) {
			continue
		}
		r := deviationRow{row, row.List, has(d, row.Tool)}
		if l := data.Find(d.Audit.Lists, func(l market.AuditedList) bool { return l.ID == row.List }); l != nil {
			r.Of = l.Name
		}
		all = append(all, r)
	}
	return all
}

// laterWords say why two numbers need not contradict each other.
func laterWords(row market.Deviation) string {
	later := map[market.ReadLater]string{market.ListReadLater: "the list was read later, and may know of a change", market.PageReadLater: "the page was read later"}[row.Later]
	if row.Kind == market.ListPriceStated {
		return facts.Joined("the list has the regular price, without the promotion", later)
	}
	return later
}

var uncomparedWords = map[market.UncomparedReason]string{
	market.NotFirstHand: "nobody has read the page for them", market.NotQuoted: "the printed text of one side was not kept", market.LowConfidence: "what is published is doubtful itself", market.IsHeld: "the page states something that is held back",
	market.OtherTerms: "they hold at other hours or on a coming day", market.ListWithheld: "too much of the list changed at once",
}

func uncomparedText(all []market.Excluded) string {
	words := func(x market.Excluded) string {
		return data.Int(int64(x.Numbers)).Grouped() + ": " + uncomparedWords[x.Reason]
	}
	return strings.Join(data.Each(all, words), "; ")
}

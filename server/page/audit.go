package page

import (
	"strings"

	"pricepoint/data"

	"pricepoint/server/page/facts"
)

// auditPage shows where price lists differ from the providers' own pages.
type auditPage struct {
	frame
	Lists []auditedList
}

// auditedList is one list with its rows.
type auditedList struct {
	data.AuditedList
	Cheapest bool // it states what the cheapest seller bills
	Rows     []deviationRow
}

// deviationRow is one number that differs.
type deviationRow struct {
	data.Deviation
	Of     string // the name of its list
	Linked bool   // the tool has a page
}

func auditView(f frame, d facts.Documents) any {
	v := auditPage{frame: f}
	for _, l := range d.Audit.Lists {
		rows := deviationsOf(d, func(row data.Deviation) bool { return row.List == l.ID })
		v.Lists = append(v.Lists, auditedList{l, l.Sells == data.CheapestRoute, rows})
	}
	return v
}

func deviationsOf(d facts.Documents, meant func(data.Deviation) bool) (all []deviationRow) {
	for _, row := range d.Audit.Deviations {
		if !meant(row) {
			continue
		}
		r := deviationRow{row, row.List, has(d, row.Tool)}
		if l := data.Find(d.Audit.Lists, func(l data.AuditedList) bool { return l.ID == row.List }); l != nil {
			r.Of = l.Name
		}
		all = append(all, r)
	}
	return all
}

// laterWords say why two numbers need not contradict each other.
func laterWords(row data.Deviation) string {
	later := map[data.ReadLater]string{data.ListReadLater: "the list was read later, and may know of a change", data.PageReadLater: "the page was read later"}[row.Later]
	if row.Kind == data.ListPriceStated {
		return facts.Joined("the list has the regular price, without the promotion", later)
	}
	return later
}

var uncomparedWords = map[data.UncomparedReason]string{
	data.NotFirstHand: "nobody has read the page for them", data.NotQuoted: "the printed text of one side was not kept", data.LowConfidence: "what is published is doubtful itself", data.IsHeld: "the page states something that is held back",
	data.OtherTerms: "they hold at other hours or on a coming day", data.ListWithheld: "too much of the list changed at once",
}

func uncomparedText(all []data.Excluded) string {
	var parts []string
	for _, x := range all {
		parts = append(parts, data.Int(int64(x.Numbers)).Grouped()+": "+uncomparedWords[x.Reason])
	}
	return strings.Join(parts, "; ")
}

package page

import (
	"strings"

	"pricepoint/data"
)

// auditPage shows where price lists differ from the providers' own pages.
type auditPage struct {
	frame
	Lists []auditedList
}

// auditedList is one list with its rows.
type auditedList struct {
	data.AuditedList
	Cheapest   bool   // it states what the cheapest seller bills
	Uncompared string // how many numbers were not compared, and why
	Rows       []deviationRow
}

// deviationRow is one number that differs, in words.
type deviationRow struct {
	data.Deviation
	List         string // its name
	What         string
	Theirs, Page string
	Percent      string
	Linked       bool // the tool has a page
	Later        string
}

func auditView(f frame, d documents) any {
	v := auditPage{frame: f}
	for _, l := range d.audit.Lists {
		v.Lists = append(v.Lists, auditedList{
			AuditedList: l, Cheapest: l.Sells == data.CheapestRoute, Uncompared: uncomparedText(l.Uncompared),
			Rows: d.deviations(func(row data.Deviation) bool { return row.List == l.ID }),
		})
	}
	return v
}

func (d documents) deviations(meant func(data.Deviation) bool) (all []deviationRow) {
	for _, row := range d.audit.Deviations {
		if meant(row) {
			all = append(all, d.deviationRow(row))
		}
	}
	return all
}

func (d documents) deviationRow(row data.Deviation) deviationRow {
	r := deviationRow{Deviation: row, List: row.List, What: fieldName(row.Field), Theirs: changed(&row.Theirs, row.Unit), Page: changed(&row.Page, row.Unit), Linked: d.has(row.Tool)}
	if l := data.Find(d.audit.Lists, func(l data.AuditedList) bool { return l.ID == row.List }); l != nil {
		r.List = l.Name
	}
	if row.Percent != nil {
		r.Percent = signed(*row.Percent)
	}
	r.Later = map[data.ReadLater]string{data.ListReadLater: "the list was read later, and may know of a change", data.PageReadLater: "the page was read later"}[row.Later]
	if row.Kind == data.ListPriceStated {
		r.Later = joined("the list has the regular price, without the promotion", r.Later)
	}
	return r
}

// signed writes a percentage with its sign.
func signed(n data.Number) string {
	return map[bool]string{true: "+"}[!n.IsNegative()] + n.String() + " %"
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

package documents

import (
	"pricepoint/data"
	"pricepoint/normalize"
)

// audit is api/audit.json: where the price lists differ from the providers' own pages.
func audit(d normalize.Decision) data.AuditDocument {
	return data.AuditDocument{
		Version: d.Manifest.Version, LastUpdated: d.Manifest.GeneratedAt,
		Lists: d.Audit.Lists, Deviations: d.Audit.Deviations, Settled: d.Audit.Settled,
	}
}

// auditTable is api/audit.csv: the deviations of audit.json in their order.
func auditTable(d normalize.Decision) ([]byte, error) { return table(auditColumns, d.Audit.Deviations) }

var auditColumns = []data.Column[data.Deviation]{
	{Heading: "list", Text: func(r data.Deviation) string { return r.List }},
	{Heading: "subject", Text: func(r data.Deviation) string { return printedCell(r.Subject) }},
	{Heading: "tool", Text: func(r data.Deviation) string { return r.Tool }},
	{Heading: "field", Text: func(r data.Deviation) string { return r.Field }},
	{Heading: "unit", Text: func(r data.Deviation) string { return r.Unit }},
	{Heading: "theirs", Text: func(r data.Deviation) string { return r.Theirs.String() }},
	{Heading: "page", Text: func(r data.Deviation) string { return r.Page.String() }},
	{Heading: "percent", Text: func(r data.Deviation) string { return numberCell(r.Percent) }},
	{Heading: "kind", Text: func(r data.Deviation) string { return string(r.Kind) }},
	{Heading: "since", Text: func(r data.Deviation) string { return r.Since.String() }},
	{Heading: "later", Text: func(r data.Deviation) string { return string(r.Later) }},
	{Heading: "acknowledged", Text: func(r data.Deviation) string { return yes(r.Acknowledged != nil) }},
	{Heading: "pageUrl", Text: func(r data.Deviation) string { return r.OnPage.URL }},
	{Heading: "pageQuote", Text: func(r data.Deviation) string { return printedCell(r.OnPage.Quote) }},
	{Heading: "pageSha256", Text: func(r data.Deviation) string { return r.OnPage.SHA256 }},
	{Heading: "pageReadAt", Text: func(r data.Deviation) string { return r.OnPage.ReadAt.String() }},
	{Heading: "listUrl", Text: func(r data.Deviation) string { return r.OnList.URL }},
	{Heading: "listQuote", Text: func(r data.Deviation) string { return printedCell(r.OnList.Quote) }},
	{Heading: "listSha256", Text: func(r data.Deviation) string { return r.OnList.SHA256 }},
	{Heading: "listReadAt", Text: func(r data.Deviation) string { return r.OnList.ReadAt.String() }},
}

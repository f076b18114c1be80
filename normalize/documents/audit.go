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

package documents

import (
	"pricepoint/data"
	"pricepoint/normalize"
)

// findings is api/findings.json.
func findings(d normalize.Decision) data.FindingsDocument {
	return data.FindingsDocument{
		Version: d.Manifest.Version, LastUpdated: d.Manifest.GeneratedAt, Findings: d.Findings, Report: data.HowToReport,
	}
}

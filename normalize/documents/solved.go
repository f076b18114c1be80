package documents

import (
	"pricepoint/data"
	"pricepoint/normalize"
)

// solved is api/solved.json: what a solved task costs, as boards have measured it.
func solved(d normalize.Decision) data.SolvedDocument {
	return data.SolvedDocument{Version: d.Manifest.Version, LastUpdated: d.Manifest.GeneratedAt, Boards: d.Solved.Boards, Rows: d.Solved.Rows}
}

package published

import (
	"slices"

	"pricepoint/data"
)

// Solved is solved.json of a snapshot, without a row where the snapshot was made before there was one.
func Solved(snapshot data.Snapshot) (data.SolvedDocument, error) {
	if !slices.ContainsFunc(snapshot.Documents, func(d data.Document) bool { return d.Path == data.SolvedPath }) {
		return data.SolvedDocument{Version: snapshot.Manifest.Version, LastUpdated: snapshot.Manifest.GeneratedAt}, nil
	}
	return Document[data.SolvedDocument](snapshot, data.SolvedPath)
}

// SolvedBy is what the document has of one tool.
func SolvedBy(doc data.SolvedDocument, tool string) data.SolvedDocument {
	boards, rows := doc.Boards, doc.Rows
	doc.Boards, doc.Rows = []data.SolvedBoard{}, []data.SolvedCost{}
	for _, r := range rows {
		if r.ModelID == tool {
			doc.Rows = append(doc.Rows, r)
		}
	}
	for _, b := range boards {
		if slices.ContainsFunc(doc.Rows, func(r data.SolvedCost) bool { return r.Board == b.ID }) {
			doc.Boards = append(doc.Boards, b)
		}
	}
	return doc
}

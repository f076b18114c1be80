package server

import (
	"encoding/json"
	"fmt"

	"pricepoint/data"
)

// countFindings counts what an operator should look at, by kind; a document that is not there says nothing.
func countFindings(d data.Document) (map[data.FindingKind]int, error) {
	if d.Body == nil {
		return nil, nil
	}
	var document data.FindingsDocument
	if err := json.Unmarshal(d.Body, &document); err != nil {
		return nil, fmt.Errorf("%s: %v", d.Path, err)
	}
	counts := map[data.FindingKind]int{}
	for _, kind := range data.FindingKinds {
		counts[kind] = 0
	}
	for _, f := range document.Findings {
		counts[f.Kind]++
	}
	return counts, nil
}

package normalize

import (
	"fmt"

	"pricepoint/data"
)

// previous is what the snapshot before said, and what was found then.
type previous struct {
	values   map[string]map[string]data.Evidence // tool id -> field
	findings map[string]data.Finding             // by id
}

// readPrevious reads the evidence and findings of the snapshot before. One made before there were any has none.
func readPrevious(s *data.Snapshot) (previous, error) {
	p := previous{values: map[string]map[string]data.Evidence{}, findings: map[string]data.Finding{}}
	if s == nil {
		return p, nil
	}
	var provenance data.ProvenanceDocument
	var findings data.FindingsDocument
	for path, into := range map[string]any{ProvenancePath: &provenance, FindingsPath: &findings} {
		if err := decodeDocument(*s, path, into); err != nil {
			return p, err
		}
	}
	for _, t := range provenance.Tools {
		p.values[t.ID] = map[string]data.Evidence{}
		for _, e := range t.Values {
			p.values[t.ID][e.Field] = e
		}
	}
	for _, f := range findings.Findings {
		p.findings[f.ID] = f
	}
	return p, nil
}

// decodeDocument reads one document of a snapshot; one that is not in it leaves into alone.
func decodeDocument(s data.Snapshot, path string, into any) error {
	for _, d := range s.Documents {
		if d.Path != path {
			continue
		}
		if err := data.Decode(d.Body, into); err != nil {
			return fmt.Errorf("previous snapshot %s: %s: %v", s.Manifest.Version, path, err)
		}
	}
	return nil
}

// lastGood is what a new value of a field is compared with: what was published before, or, where nothing observed
// was, what a person had read on the page by now. A placeholder and a value made by rule are neither.
func (b *build) lastGood(tool string, f field, fact *data.Evidence) *data.Evidence {
	if e, ok := b.before.values[tool][f.name]; ok && !e.Placeholder && e.Method != data.Ruled {
		return &e
	}
	if fact != nil && b.firstHand(*fact) {
		return fact
	}
	return nil
}

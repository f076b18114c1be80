package normalize

import (
	"fmt"

	"pricepoint/data"
	"pricepoint/normalize/names"
)

// previous is what the snapshot before said, and what was found then.
type previous struct {
	made     data.Timestamp
	values   map[string]map[string]data.Evidence // tool id -> field
	findings map[string]data.Finding             // by id
	aliases  []data.Alias
}

// readPrevious reads the evidence and findings of the snapshot before. One made before there were any has none.
func readPrevious(s *data.Snapshot) (previous, error) {
	p := previous{values: map[string]map[string]data.Evidence{}, findings: map[string]data.Finding{}}
	if s == nil {
		return p, nil
	}
	p.made = s.Manifest.GeneratedAt
	var provenance data.ProvenanceDocument
	var findings data.FindingsDocument
	var aliases data.AliasesDocument
	for path, into := range map[string]any{data.ProvenancePath: &provenance, data.FindingsPath: &findings, data.AliasesPath: &aliases} {
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
	p.aliases = aliases.Aliases
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

// disown forgets what was read under a name that has come to mean something else: it never was about the tool.
func (p previous) disown(r *names.Resolver) {
	for tool, values := range p.values {
		for name, e := range values {
			read := e.Method == data.Collected || e.Method == data.Fed || e.Method == data.Carried
			if read && r.Resolve(e.Source, e.Subject, e.ConfirmedAt.Time).Tool != tool {
				delete(values, name)
			}
		}
	}
}

// lastGood is what a new value of a field is compared with: what was published before, or what a person has read on
// the page since, or before anything was published. A placeholder and a value made by rule are neither.
func (b *build) lastGood(tool string, f field, fact *data.Evidence) *data.Evidence {
	var all []data.Evidence
	if e, ok := b.before.values[tool][f.name]; ok && !e.Placeholder && e.Method != data.Ruled {
		all = append(all, e)
	}
	if fact != nil && b.firstHand(*fact) {
		all = append(all, *fact)
	}
	if e, ok := newest(all); ok {
		return &e
	}
	return nil
}

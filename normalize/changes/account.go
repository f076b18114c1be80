package changes

import (
	"fmt"
	"strings"
	"time"

	"pricepoint/data"
)

// changingFields are the numbers whose changes are told, in the order of the documents. The price per score point is
// left out: it moves with every price and every score.
var changingFields = []string{
	data.FieldInput, data.FieldOutput, data.FieldCacheRead, data.FieldCacheWrite, data.FieldContext,
	"sweBench", "liveCodeBench", "humanEval", "bigCodeBench", data.FieldOverall,
}

// account is what a snapshot says, read from its documents.
type account struct {
	version    string
	at         data.Timestamp
	tools      []data.Tool
	values     map[string]map[string]publishedValue // tool id -> field
	successors map[string]string                    // of withdrawn tools
	coming     map[string][]coming                  // tool id -> what is announced
	method     *data.Number                         // version of the methodology behind the scores; nil: not said
}

// publishedValue is one number; without a Value there is none.
type publishedValue struct {
	Value       *data.Number
	unit        string
	placeholder bool
	seen        time.Time
	because     *data.BriefEvidence
	stated      []said
}

// readAccount takes the prices from tools.json, where they are published, and all other numbers, which are rounded
// elsewhere, from the provenance.
func readAccount(s data.Snapshot) (account, error) {
	p := account{
		version: s.Manifest.Version, at: s.Manifest.GeneratedAt, values: map[string]map[string]publishedValue{},
		successors: map[string]string{}, coming: map[string][]coming{},
	}
	var tools data.ToolsDocument
	if err := decode(s, data.ToolsPath, &tools); err != nil {
		return p, err
	}
	var provenance data.ProvenanceDocument
	if err := decode(s, data.ProvenancePath, &provenance); err != nil {
		return p, err
	}
	var scores data.BenchmarksDocument
	if err := decode(s, data.BenchmarksPath, &scores); err != nil {
		return p, err
	}
	methodology, _, _ := strings.Cut(scores.Benchmarks.Version, "+")
	if version, err := data.ParseNumber(methodology); err == nil {
		p.method = &version
	}
	p.tools = tools.Tools
	for _, t := range tools.Tools {
		p.values[t.ID] = pricesOf(t)
	}
	for _, t := range provenance.Tools {
		if values := p.values[t.ID]; values != nil {
			addEvidence(values, t.Values)
			p.coming[t.ID] = comingTo(t, p.day())
		}
	}
	for _, w := range s.Manifest.Withdrawn {
		p.successors[w.ID] = w.Successor
	}
	return p, nil
}

// day is the day of the snapshot.
func (p account) day() string { return p.at.Format(time.DateOnly) }

func pricesOf(t data.Tool) map[string]publishedValue {
	row := [len(data.Prices)]data.Number{t.Pricing.Input, t.Pricing.Output, t.Pricing.CacheRead, t.Pricing.CacheWrite}
	values := map[string]publishedValue{}
	for place, q := range data.Prices {
		values[q.Name] = publishedValue{Value: &row[place], unit: q.Unit}
	}
	return values
}

func addEvidence(values map[string]publishedValue, evidence []data.Evidence) {
	for _, e := range evidence {
		v := values[e.Field]
		if v.Value == nil {
			v.Value = &e.Value
		}
		brief := e.Brief()
		v.unit, v.placeholder, v.seen, v.because, v.stated = e.Unit, e.Placeholder, e.Seen(), &brief, statements(e)
		values[e.Field] = v
	}
}

// decode reads one document of a snapshot; one that is not in it leaves into alone.
func decode(s data.Snapshot, path string, into any) error {
	if err := s.Decode(path, into); err != nil {
		return fmt.Errorf("previous snapshot %s: %v", s.Manifest.Version, err)
	}
	return nil
}

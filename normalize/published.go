package normalize

import (
	"pricepoint/data"
)

// changingFields are the numbers whose changes are told, in the order of the documents. The price per score point is
// left out: it moves with every price and every score.
var changingFields = []string{
	data.FieldInput, data.FieldOutput, data.FieldCacheRead, data.FieldCacheWrite, data.FieldContext,
	"sweBench", "liveCodeBench", "humanEval", "bigCodeBench", data.FieldOverall,
}

// published is what a snapshot says, read from its documents.
type published struct {
	version    string
	at         data.Timestamp
	tools      []data.Tool
	values     map[string]map[string]publishedValue // tool id -> field
	successors map[string]string                    // of withdrawn tools
}

// publishedValue is one number; without a Value there is none.
type publishedValue struct {
	Value       *data.Number
	unit        string
	placeholder bool
	because     *data.ChangeEvidence
}

// readPublished takes the prices from tools.json, where they are published, and all other numbers, which are rounded
// elsewhere, from the provenance.
func readPublished(s data.Snapshot) (published, error) {
	p := published{version: s.Manifest.Version, at: s.Manifest.GeneratedAt, values: map[string]map[string]publishedValue{}, successors: map[string]string{}}
	var tools data.ToolsDocument
	if err := decodeDocument(s, data.ToolsPath, &tools); err != nil {
		return p, err
	}
	var provenance data.ProvenanceDocument
	if err := decodeDocument(s, data.ProvenancePath, &provenance); err != nil {
		return p, err
	}
	p.tools = tools.Tools
	for _, t := range tools.Tools {
		p.values[t.ID] = pricesOf(t)
	}
	for _, t := range provenance.Tools {
		if values := p.values[t.ID]; values != nil {
			addEvidence(values, t.Values)
		}
	}
	for _, w := range s.Manifest.Withdrawn {
		p.successors[w.ID] = w.Successor
	}
	return p, nil
}

func pricesOf(t data.Tool) map[string]publishedValue {
	row := [len(prices)]data.Number{t.Pricing.Input, t.Pricing.Output, t.Pricing.CacheRead, t.Pricing.CacheWrite}
	values := map[string]publishedValue{}
	for place, f := range prices {
		values[f.name] = publishedValue{Value: &row[place], unit: f.unit}
	}
	return values
}

func addEvidence(values map[string]publishedValue, evidence []data.Evidence) {
	for _, e := range evidence {
		v := values[e.Field]
		if v.Value == nil {
			v.Value = &e.Value
		}
		v.unit, v.placeholder, v.because = e.Unit, e.Placeholder, because(e)
		values[e.Field] = v
	}
}

// because is the part of an evidence that a change carries.
func because(e data.Evidence) *data.ChangeEvidence {
	c := &data.ChangeEvidence{
		Method: e.Method, Rule: e.Rule, Confidence: e.Confidence, Source: e.Source, Publisher: e.Publisher, URL: e.URL, Quote: e.Quote,
		SHA256: e.SHA256, Archive: e.Archive, FetchedAt: e.FetchedAt, ConfirmedAt: e.ConfirmedAt, VerifiedAt: e.VerifiedAt,
	}
	for _, s := range e.Agrees {
		if s.CopyOf == "" {
			c.Agrees = append(c.Agrees, s.Source)
		}
	}
	return c
}

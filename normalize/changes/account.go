package changes

import (
	"errors"
	"fmt"
	"slices"
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
	values     map[string]map[string]*data.Evidence // tool id -> field; nil: there is no such number
	successors map[string]string                    // of withdrawn tools
	coming     map[string][]coming                  // tool id -> what is announced
	method     *data.Number                         // version of the methodology behind the scores; nil: not said
}

// readAccount takes the prices from tools.json, where they are published, and all other numbers, which are rounded
// elsewhere, from the provenance.
func readAccount(s data.Snapshot) (account, error) {
	p := account{
		version: s.Manifest.Version, at: s.Manifest.GeneratedAt, values: map[string]map[string]*data.Evidence{},
		successors: map[string]string{}, coming: map[string][]coming{},
	}
	var tools data.ToolsDocument
	var provenance data.ProvenanceDocument
	var scores data.BenchmarksDocument
	err := errors.Join(decode(s, data.ToolsPath, &tools), decode(s, data.ProvenancePath, &provenance), decode(s, data.BenchmarksPath, &scores))
	methodology, _, _ := strings.Cut(scores.Benchmarks.Version, "+")
	if version, err := data.ParseNumber(methodology); err == nil {
		p.method = &version
	}
	p.tools = tools.Tools
	for _, t := range tools.Tools {
		p.values[t.ID] = map[string]*data.Evidence{}
		for place, price := range []data.Number{t.Pricing.Input, t.Pricing.Output, t.Pricing.CacheRead, t.Pricing.CacheWrite} {
			q := data.Prices[place]
			p.values[t.ID][q.Name] = &data.Evidence{Field: q.Name, Value: price, Unit: q.Unit}
		}
	}
	for _, t := range provenance.Tools {
		values := p.values[t.ID]
		if values == nil {
			continue
		}
		for _, e := range t.Values {
			if published := values[e.Field]; published != nil {
				e.Value = published.Value
			}
			values[e.Field] = &e
		}
		p.coming[t.ID] = comingTo(t, p.day())
	}
	for _, w := range s.Manifest.Withdrawn {
		p.successors[w.ID] = w.Successor
	}
	return p, err
}

// day is the day of the snapshot.
func (p account) day() string { return p.at.Format(time.DateOnly) }

// decode reads one document of a snapshot; one that is not in it leaves into alone.
func decode(s data.Snapshot, path string, into any) error {
	if err := s.Decode(path, into); err != nil {
		return fmt.Errorf("previous snapshot %s: %v", s.Manifest.Version, err)
	}
	return nil
}

// ownWord stands for everyone who reads the provider's or the board's own page: the collector, or a person.
const ownWord = "first hand"

// statements are what a snapshot knows that its sources stated of a number, the published value included. A fact of the
// catalogue is as good as the page it was read on.
func statements(e data.Evidence) map[string]data.Number {
	all := map[string]data.Number{}
	for _, s := range slices.Concat(e.Agrees, e.Disagrees) {
		all[s.Source] = s.Value
	}
	switch e.Method {
	case data.Collected, data.Fed, data.Carried:
		all[e.Source] = e.Value
	case data.Curated:
		all[e.URL] = e.Value
	}
	if e.Method == data.Collected || e.Method == data.Curated && e.Basis.FirstHand() {
		all[ownWord] = e.Value
	}
	return all
}

// kindOfMove tells a number that moved from one that is only read elsewhere, or in another way, by now. It has changed
// when one source that stated the old number states the new one. Where no source shows that, what was published is
// corrected: what is billed need not have moved at all. A price that follows from that of input moves as that does.
func kindOfMove(field string, before, after map[string]*data.Evidence) data.ChangeKind {
	old, now := before[field], after[field]
	if old != nil && now != nil && old.Method == data.Ruled && now.Method == data.Ruled {
		old, now = before[data.FieldInput], after[data.FieldInput]
	}
	switch {
	case old != nil && old.Placeholder, now != nil && now.Placeholder:
		return data.Corrected
	case old == nil || now == nil || old.Method == "" || now.Method == "":
		return data.Changed // it is new or gone, or its snapshot was made before there was evidence
	case now.Method == data.Computed:
		return data.Changed
	}
	moved := statements(*now)
	for source, was := range statements(*old) {
		if is, states := moved[source]; states && was.Equal(old.Value) && is.Equal(now.Value) {
			return data.Changed
		}
	}
	return data.Corrected
}

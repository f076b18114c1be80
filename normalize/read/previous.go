package read

import (
	"fmt"
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/names"
)

// Previous is what the snapshot before said, and what was found then.
type Previous struct {
	Version  string
	made     data.Timestamp
	Values   map[data.ToolField]data.Evidence
	Said     map[string]map[data.ToolField]data.Statement // by source: what it stated, besides the published values
	Findings map[string]data.Finding                      // by id
	Aliases  []data.Alias
	records  []data.SourceRecord
	tools    []data.Tool
	Tariffs  map[string]data.Tariff // by tool
	lives    map[string]Life        // by tool: what a lifecycle page said
	Solved   []data.SolvedCost
	gone     []data.Withdrawn
	snapshot *data.Snapshot // nil for none
}

// readPrevious reads the snapshot before. One made before there was evidence, or findings, has none.
func readPrevious(s *data.Snapshot) (Previous, error) {
	p := Previous{
		Values: map[data.ToolField]data.Evidence{}, Said: map[string]map[data.ToolField]data.Statement{}, Findings: map[string]data.Finding{},
		Tariffs: map[string]data.Tariff{}, lives: map[string]Life{},
	}
	if s == nil {
		return p, nil
	}
	p.Version, p.made, p.records, p.gone = s.Manifest.Version, s.Manifest.GeneratedAt, s.Manifest.Sources, s.Manifest.Withdrawn
	var (
		provenance data.ProvenanceDocument
		findings   data.FindingsDocument
		aliases    data.AliasesDocument
		tools      data.ToolsDocument
		tariffs    data.TariffsDocument
		solved     data.SolvedDocument
	)
	for path, into := range map[string]any{
		data.ProvenancePath: &provenance, data.FindingsPath: &findings, data.AliasesPath: &aliases, data.ToolsPath: &tools,
		data.TariffsPath: &tariffs, data.SolvedPath: &solved,
	} {
		if err := s.Decode(path, into); err != nil {
			return p, fmt.Errorf("previous snapshot %s: %v", p.Version, err)
		}
	}
	for _, t := range provenance.Tools {
		if l, ok := lifeBefore(t.Properties); ok {
			p.lives[t.ID] = l
		}
		for _, e := range t.Values {
			of, said := data.ToolField{Tool: t.ID, Field: e.Field}, slices.Concat(e.Agrees, e.Disagrees)
			if p.Values[of] = e; e.Method == data.Fed {
				said = append(said, data.Statement{Source: e.Source, Value: e.Value})
			}
			for _, s := range said {
				if p.Said[s.Source] == nil {
					p.Said[s.Source] = map[data.ToolField]data.Statement{}
				}
				p.Said[s.Source][of] = s
			}
		}
	}
	for _, f := range findings.Findings {
		p.Findings[f.ID] = f
	}
	p.Aliases, p.tools, p.Solved, p.snapshot = aliases.Aliases, tools.Tools, solved.Rows, s
	for _, t := range tariffs.Tools {
		p.Tariffs[t.ID] = t
	}
	return p, nil
}

// History is what a tool cost until the snapshot before, nothing when it had no such history.
func (p Previous) History(tool string) (h data.PricesDocument, err error) {
	if p.snapshot != nil {
		err = p.snapshot.Decode(data.PricesPath(tool), &h)
	}
	return h, err
}

// Reads reports whether a source had been read by the snapshot before.
func (p Previous) Reads(source string) bool {
	return slices.ContainsFunc(p.records, func(r data.SourceRecord) bool { return r.ID == source && !r.LastConfirmed.IsZero() })
}

// Withdrawn lists the tools that were listed once and no longer are, here or in the catalogue: nothing vanishes without
// a word.
func (p Previous) Withdrawn(c *catalog.Catalog, version string) []data.Withdrawn {
	told := map[string]bool{} // or listed
	for _, t := range c.Tools {
		told[t.ID] = true
	}
	all := slices.Clone(p.gone)
	for _, t := range p.tools {
		all = append(all, data.Withdrawn{ID: t.ID, Name: t.Name, Since: version})
	}
	for _, w := range c.Withdrawn {
		all = append(all, data.Withdrawn{ID: w.ID, Name: w.Name, Since: version})
	}
	var gone []data.Withdrawn
	for _, w := range all {
		if told[w.ID] {
			continue
		}
		told[w.ID] = true
		if known := c.WithdrawnTool(w.ID); known != nil {
			w.Successor = known.Successor
		}
		gone = append(gone, w)
	}
	return gone
}

// forgetRenamed forgets what was read under a name that has come to mean something else: it never was about the tool.
func (p Previous) forgetRenamed(r *names.Resolver) {
	for of, e := range p.Values {
		read := e.Method == data.Collected || e.Method == data.Fed || e.Method == data.Carried
		if read && r.Resolve(e.Source, e.Subject, e.ConfirmedAt.Time).Tool != of.Tool {
			delete(p.Values, of)
		}
	}
}

// Withheld tells why the changes of a source did not count; nil: they did. A snapshot that was made before findings said
// what moved and what is missing withheld nothing.
func (p Previous) Withheld(source string) *data.Finding {
	for _, f := range p.Findings {
		if f.Kind == data.Withheld && f.Source == source && len(f.Moves)+len(f.Missing) > 0 {
			return &f
		}
	}
	return nil
}

// KeepClock keeps the time of the last change, and why it was let through, while a value stays the same. What replaces a
// placeholder begins anew. A value that was known when another one was published has changed only now.
func (p Previous) KeepClock(tool string, e data.Evidence, now time.Time) data.Evidence {
	was, ok := p.Values[data.ToolField{Tool: tool, Field: e.Field}]
	e.Earlier = was.Earlier
	switch {
	case !ok || was.Placeholder:
		e.Earlier = nil
	case was.Value.Equal(e.Value):
		e.ChangedAt = was.ChangedAt
		if e.Ruling == nil && was.Method != data.Ruled && (was.Ruling == nil || was.Ruling.Rule.Releases()) {
			e.Rule, e.Ruling = was.Rule, was.Ruling
		}
	default:
		if was.Method != data.Ruled && was.Conditions.Kind != data.KindPromotional {
			recent := slices.DeleteFunc(slices.Clone(was.Earlier), func(v data.EarlierValue) bool { return now.Sub(v.Until.Time) > remembered })
			e.Earlier = append(recent, data.EarlierValue{Value: was.Value, Source: was.Source, Until: data.At(now)})
		}
		if !e.ChangedAt.After(p.made.Time) {
			e.ChangedAt = data.At(now)
		}
	}
	return e
}

// remembered is for how long it is known what was published before.
const remembered = 12 * 7 * 24 * time.Hour

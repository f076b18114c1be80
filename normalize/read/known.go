package read

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/market"
	"pricepoint/data/rating"
)

// Known is all there is before a value is decided.
type Known struct {
	Catalog *catalog.Catalog
	Now     time.Time
	Sources sources
	Stated  statements
	Before  Previous
	Lives   map[string]Life // by tool: what a lifecycle page says

	Withheld map[string]data.Breach // sources whose changes do not count, and why
}

// Withholds reports whether the changes of a source do not count.
func (from Known) Withholds(source string) bool {
	_, withheld := from.Withheld[source]
	return withheld
}

// Entry is one number of one tool that is to be decided.
type Entry struct {
	Tool catalog.Tool
	data.Quantity
	Fact  *data.Evidence // what the catalogue states; nil: nothing
	Input *data.Evidence // of a cache price: the input price it has to belong to; nil: there is none
}

func (n Entry) Field() data.ToolField { return data.ToolField{Tool: n.Tool.ID, Field: n.Name} }

// Provider is who sells a tool first hand.
func (from Known) Provider(id string) catalog.Provider {
	return *cmp.Or(data.Find(from.Catalog.Providers, func(p catalog.Provider) bool { return p.ID == id }), &catalog.Provider{})
}

// Page is the source that reads the provider's own pricing page, "" when none does.
func (from Known) Page(t catalog.Tool) string {
	return from.Sources.Pages[from.Provider(t.Provider).Name]
}

// Asked are the sources that state prices of a tool: the provider's page, then the feeds.
func (from Known) Asked(t catalog.Tool) []string {
	return append([]string{from.Page(t)}, from.Sources.Feeds...)
}

// PlaceOf is the place of a price in published order, -1 for any other number.
func PlaceOf(q data.Quantity) int {
	return slices.IndexFunc(data.Prices[:], func(price data.Quantity) bool { return price.Name == q.Name })
}

// CompareTrust compares two confidences, the lower one first.
func CompareTrust(x, y data.Confidence) int {
	order := []data.Confidence{data.Low, data.Medium, data.High}
	return cmp.Compare(slices.Index(order, x), slices.Index(order, y))
}

// Least is the lowest of several confidences.
func Least(all ...data.Confidence) data.Confidence {
	return slices.MinFunc(all, CompareTrust)
}

// Promoted adds what the catalogue knows of a promotion to a reading of the promotion's price from before its end: pages
// and lists seldom say when one ends.
func (from Known) Promoted(t catalog.Tool, place int, e data.Evidence) data.Evidence {
	p, price := t.Prices.Promotion, t.Prices.Amounts().Amount(place)
	if p == nil || price == nil || !price.Equal(e.Value) || e.Conditions.Kind != "" || t.Prices.Verified.First.After(from.Now) {
		return e
	}
	if last := max(p.Until.Text, p.Promised.Text, t.Prices.Verified.First.Format(time.DateOnly)); e.Seen().Format(time.DateOnly) > last {
		return e // it was read after the promotion
	}
	e.Conditions.Kind, e.Conditions.ValidUntil, e.Conditions.Promised = data.KindPromotional, p.Until.Text, p.Promised.Text
	e.ListPrice = p.Amount(place)
	return e
}

// AfterPromotion puts the list price, where it is known, in the place of a promotion that is thought to be over.
func (from Known) AfterPromotion(t catalog.Tool, place int, e data.Evidence) data.Evidence {
	over, ok := from.promotionOver(t, place, e)
	if !ok {
		return e
	}
	e.Value, e.ListPrice = *e.ListPrice, nil
	e.Conditions.Kind, e.Conditions.ValidFrom, e.Conditions.ValidUntil = data.KindList, "", ""
	e.RestOn(over)
	return e
}

// promotionOver says why a promotion with a list price is thought to be over: its last day has passed, or it had no
// stated end, was not read for long, and the catalogue has come to state the list price. What was promised up to a day
// need not have ended then.
func (from Known) promotionOver(t catalog.Tool, place int, e data.Evidence) (data.Ruling, bool) {
	until := e.Conditions.ValidUntil
	switch {
	case e.Conditions.Kind != data.KindPromotional || e.ListPrice == nil || e.Conditions.Promised != "":
		return data.Ruling{}, false
	case until == "":
		curated := t.Prices.Amounts().Amount(place)
		read, _ := t.Prices.EvidenceOf(place)
		since := curated != nil && curated.Equal(*e.ListPrice) && read.Verified.First.After(e.Seen()) && !read.Verified.First.After(from.Now)
		return data.Ruling{Rule: data.ListPriceBack, At: data.At(e.Seen())}, since && from.Now.Sub(e.Seen()) > from.Catalog.Gate.DoubtAfter()
	default:
		return data.Ruling{Rule: data.ListPriceBack, Until: until}, until < from.Now.Format(time.DateOnly)
	}
}

// PriceFact is what the catalogue states of a price, nil where it states none.
func (from Known) PriceFact(t catalog.Tool, place int) *data.Evidence {
	n := t.Prices.Amounts().Amount(place)
	if n == nil || t.Uncurated {
		return nil
	}
	verified, confidence := t.Prices.EvidenceOf(place)
	e := *Curated(data.Prices[place], *n, verified, from.Provider(t.Provider).Name, confidence, from.Now)
	e = from.AfterPromotion(t, place, from.Promoted(t, place, e))
	return &e
}

// Since is when a source was first seen to state what it states now, instead of something else or nothing. It is the zero
// time when it stated that already when it was first read; before says whether it stated that in the snapshot before.
func (from Known) Since(of data.ToolField, now data.Evidence) (since data.Timestamp, before bool) {
	was, stated := from.Before.Said[BySource{now.Source, of}]
	published, heard := from.Before.Values[of]
	switch {
	case stated && was.Value.Equal(now.Value):
		return was.Since, true
	case stated, heard && published.Method != data.Ruled && from.Before.Reads(now.Source):
		return now.ConfirmedAt, false
	default:
		return data.Timestamp{}, false
	}
}

// Previous is what the snapshot before said, and what was found then.
type Previous struct {
	Version  string
	made     data.Timestamp
	Values   map[data.ToolField]data.Evidence
	Said     map[BySource]data.Statement // besides the published values
	Findings map[string]data.Finding     // by id
	Aliases  []data.Alias
	records  []data.SourceRecord
	tools    []data.Tool
	Tariffs  map[string]data.Tariff // by tool
	lives    map[string]Life        // by tool: what a lifecycle page said
	Solved   []rating.SolvedCost
	gone     []data.Withdrawn
	snapshot *data.Snapshot // nil for none
}

// PreviousOf reads the snapshot before. One made before there was evidence, or findings, has none.
func PreviousOf(s *data.Snapshot) (Previous, error) {
	p := Previous{
		Values: map[data.ToolField]data.Evidence{}, Said: map[BySource]data.Statement{}, Findings: map[string]data.Finding{},
		Tariffs: map[string]data.Tariff{}, lives: map[string]Life{},
	}
	if s == nil {
		return p, nil
	}
	p.Version, p.made, p.records, p.gone, p.snapshot = s.Manifest.Version, s.Manifest.GeneratedAt, s.Manifest.Sources, s.Manifest.Withdrawn, s
	var (
		provenance data.ProvenanceDocument
		findings   data.FindingsDocument
		aliases    data.AliasesDocument
		tools      data.ToolsDocument
		tariffs    data.TariffsDocument
		solved     rating.SolvedDocument
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
		was := t.Properties
		e := data.Find(was.Evidence, func(e data.PropertyEvidence) bool {
			return e.Source != "" && slices.Contains(e.Figures, data.PropertyState)
		})
		if e != nil {
			p.lives[t.ID] = Life{State: was.State, Ends: was.ShutdownDate, NotBefore: was.NotEndingBefore, Successor: was.Successor,
				Source: e.Source, URL: e.URL, Quote: e.Quote, FetchedAt: e.FetchedAt}
		}
		for _, e := range t.Values {
			p.keep(data.ToolField{Tool: t.ID, Field: e.Field}, e)
		}
	}
	for _, f := range findings.Findings {
		p.Findings[f.ID] = f
	}
	p.Aliases, p.tools, p.Solved = aliases.Aliases, tools.Tools, solved.Rows
	for _, t := range tariffs.Tools {
		p.Tariffs[t.ID] = t
	}
	return p, nil
}

// OfModels is what the snapshot before said of the models that makers' pages price besides the tools, and its document of all
// models; there is none where it was made before there was such a document.
func (p Previous) OfModels() (Previous, market.ModelsDocument, error) {
	var doc market.ModelsDocument
	if p.snapshot != nil {
		if err := p.snapshot.Decode(data.ModelsPath, &doc); err != nil {
			return p, doc, fmt.Errorf("previous snapshot %s: %v", p.Version, err)
		}
	}
	p = Previous{
		Version: p.Version, made: p.made, records: p.records, Findings: p.Findings,
		Values: map[data.ToolField]data.Evidence{}, Tariffs: map[string]data.Tariff{},
	}
	for _, m := range doc.Models {
		for _, e := range m.Evidence {
			p.Values[data.ToolField{Tool: m.Key, Field: e.Field}] = e
		}
		p.Tariffs[m.Key] = data.Tariff{ID: m.Key, Name: m.Name, Seller: m.Maker, Region: m.Region, Lines: m.Lines}
	}
	return p, doc, nil
}

// keep keeps a value, and what every source stated of it.
func (p Previous) keep(of data.ToolField, e data.Evidence) {
	said := slices.Concat(e.Agrees, e.Disagrees)
	if p.Values[of] = e; e.Method == data.Fed {
		said = append(said, data.Statement{Source: e.Source, Value: e.Value})
	}
	for _, s := range said {
		p.Said[BySource{s.Source, of}] = s
	}
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
		if !told[w.ID] {
			if known := c.WithdrawnTool(w.ID); known != nil {
				w.Successor = known.Successor
			}
			gone, told[w.ID] = append(gone, w), true
		}
	}
	return gone
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

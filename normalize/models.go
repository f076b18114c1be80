package normalize

import (
	"fmt"
	"maps"
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/market"
	"pricepoint/normalize/names"
	"pricepoint/normalize/read"
)

// Models are what the makers' pages price besides the tools.
type Models struct {
	Decided []Model
	Waiting []market.WaitingModel
	Others  []market.OtherRow
	Before  market.ModelsDocument // of the snapshot before; no version: there was none
}

// Model is a model that its maker's page prices, or did. Nobody has curated anything of it.
type Model struct {
	Tool
	Gone data.Timestamp // when its page was first read without it; zero: it is there
}

// models decides what the makers' pages price besides the tools, by the same rules, and apart from them: no row of a stranger
// moves a number of a tool. A new model is published at once, unless its row looks like that of another one or of another
// product; one that is gone stays, as gone, with its last prices.
func (d *decider) models(in Input) (Models, error) {
	before, doc, err := d.from.Before.OfModels()
	if err != nil {
		return Models{}, err
	}
	made := Models{Before: doc}
	rows := d.unlisted(doc)
	apart := d.apart(in, before, doc, rows)
	for _, t := range apart.from.Catalog.Tools {
		row := rows[t.ID]
		if row != nil {
			if w := newcomerWaits(d.from, *row, doc, rows); w != nil {
				made.Waiting = append(made.Waiting, *w)
				continue
			}
		}
		m, ok := apart.model(t)
		switch {
		case ok:
			m.Gone = goneSince(d.from, m, row, doc)
			made.Decided = append(made.Decided, m)
		case row != nil && m.Input.Held+m.Output.Held != "":
			made.Waiting = append(made.Waiting, row.waiting(market.NotBelieved, doc, d.from.Now))
		case row != nil && row.prints(data.PriceInput) && row.prints(data.PriceOutput):
			made.Waiting = append(made.Waiting, row.waiting(market.UnclearTerms, doc, d.from.Now))
		case row != nil:
			made.Others = append(made.Others, row.other())
		}
	}
	for _, f := range apart.found.Sorted() {
		if f.Kind == data.Held && !d.from.Withholds(f.Source) {
			d.found.Add(f)
		}
	}
	return made, nil
}

// unlistedRow is what a page prints of one model that is no tool.
type unlistedRow struct {
	provider     catalog.Provider
	key          string
	known        bool // to the snapshot before, be it as a model or as something else
	observations []data.Observation
}

// mostNewcomers is how many rows that nobody has seen a page may bring at once. Makers have brought twenty; a page that brings more
// is not the page that it was, and none of them is taken.
const mostNewcomers = 100

// unlisted are the rows of the makers' pages that are about no tool of theirs, by key.
func (d *decider) unlisted(doc market.ModelsDocument) map[string]*unlistedRow {
	all := map[string]*unlistedRow{}
	for _, p := range d.from.Catalog.Providers {
		page := d.from.Sources.Readings[d.from.Sources.Pages[p.Name]]
		rows, newcomers := map[string]*unlistedRow{}, 0
		for _, o := range page.Observations {
			m := d.seen.Resolve(o.Source, o.Subject, o.FetchedAt.Time)
			if !slices.Contains(append(read.PricedFields, data.PriceOther), o.Field) || m.Kind == names.Tool && d.seen.Provider(m.Tool) == p.ID {
				continue
			}
			key := p.ID + "/" + p.ModelID(o.Subject)
			if rows[key] == nil {
				isOther := func(was market.OtherRow) bool { return was.Maker == p.Name && was.Name == o.Subject }
				known := modelOf(doc, key) != nil || slices.ContainsFunc(doc.Others, isOther)
				rows[key] = &unlistedRow{provider: p, key: key, known: known}
				if !known {
					newcomers++
				}
			}
			rows[key].observations = append(rows[key].observations, o)
		}
		if newcomers > mostNewcomers && (doc.Version != "" || newcomers > 10*mostNewcomers) {
			maps.DeleteFunc(rows, func(_ string, row *unlistedRow) bool { return !row.known })
			d.found.Add(data.Finding{
				Kind: data.Refused, Source: page.Source, URL: page.URL,
				Why:  fmt.Sprintf("%s: it prices %d models that nobody has seen, more than any maker has brought at once; none of them is listed", page.Source, newcomers),
				Ends: "the page has fewer of them",
			}.Identified())
		}
		maps.Copy(all, rows)
	}
	return all
}

// apart is a decider of what is no tool: those that pages print now, and those that they did.
func (d *decider) apart(in Input, before read.Previous, doc market.ModelsDocument, rows map[string]*unlistedRow) *decider {
	c := *in.Catalog
	c.Tools, c.Withdrawn, c.TariffRules, c.TariffPrices, c.Naming.Others, c.Scoring.Columns = nil, nil, nil, nil, nil, nil
	printed := map[string]bool{} // by page and subject
	add := func(p catalog.Provider, key, name string) {
		page := d.from.Sources.Pages[p.Name]
		printed[page+"\n"+name] = true
		c.Tools = append(c.Tools, catalog.Tool{
			ID: key, Name: name, Provider: p.ID, Uncurated: true, Prices: catalog.Prices{CacheRule: catalog.Unknown},
			Aliases: []string{p.ModelID(name)}, ScopedAliases: []catalog.ScopedAlias{{Name: name, Source: page}},
		})
	}
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		add(rows[key].provider, key, rows[key].observations[0].Subject)
	}
	for _, m := range doc.Models {
		maker := data.Find(c.Providers, func(p catalog.Provider) bool { return p.Name == m.Maker })
		isTool := slices.ContainsFunc(d.from.Catalog.Tools, func(t catalog.Tool) bool { // by now
			return d.from.Provider(t.Provider).Name == m.Maker && slices.Contains(append([]string{t.ID, t.Name}, t.Aliases...), m.Name)
		})
		if m.Tool == "" && rows[m.Key] == nil && maker != nil && !isTool {
			add(*maker, m.Key, m.Name)
		}
	}
	var readings []data.Reading
	for _, reading := range in.Readings {
		others := func(o data.Observation) bool { return !printed[o.Source+"\n"+o.Subject] }
		switch reading.Kind {
		case data.PricingSource:
		case data.FeedSource: // what others say of prices is no matter here
			others = func(o data.Observation) bool {
				return o.Field != data.ReasoningEfforts && o.Field != data.ReasoningDefault
			}
		default:
			continue
		}
		reading.Observations = slices.DeleteFunc(slices.Clone(reading.Observations), others)
		reading.Compared = slices.DeleteFunc(slices.Clone(reading.Compared), others)
		readings = append(readings, reading)
	}
	apart := newDecider(Input{Catalog: &c, Readings: readings, Accepted: in.Accepted, Now: in.Now}, before)
	// A page is judged by the tools: makers clear out what is old, and what is gone is said to be gone.
	apart.from.Withheld, apart.gate.Withheld = d.from.Withheld, d.from.Withheld
	return apart
}

// model settles the prices of a model; false where its page does not say, or the gate does not believe, what both input and
// output cost.
func (d *decider) model(t catalog.Tool) (Model, bool) {
	m := Model{Tool: d.priced(t)}
	if m.Input.Method == data.Ruled || m.Output.Method == data.Ruled {
		return m, false
	}
	m.Tariff, m.Efforts = tariffOf(d.from, m.Tool), d.from.EffortsOf(t.ID)
	return m, true
}

// goneSince is when the page of a model was first read without it.
func goneSince(from read.Known, m Model, row *unlistedRow, doc market.ModelsDocument) data.Timestamp {
	was, page := modelOf(doc, m.ID), from.Sources.Readings[from.Page(m.Tool.Tool)]
	switch {
	case row != nil:
		return data.Timestamp{}
	case was != nil && !was.Gone.IsZero():
		return was.Gone
	case !page.Read() || len(page.Observations) == 0:
		return data.Timestamp{}
	}
	return data.At(from.Now)
}

func modelOf(doc market.ModelsDocument, key string) *market.Model {
	return data.Find(doc.Models, func(m market.Model) bool { return m.Key == key })
}

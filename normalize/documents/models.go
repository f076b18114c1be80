package documents

import (
	"cmp"
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/export"
	"pricepoint/data/market"
	"pricepoint/normalize"
)

// withModels adds api/models.json, its table, and the list for routers: every model that its maker's page prices, the tools among
// them.
func withModels(d normalize.Decision, s data.Snapshot) (data.Snapshot, error) {
	from, err := export.Read(s)
	if err != nil {
		return s, err
	}
	ids := export.IDs(from)
	doc := models(d, ids)
	rows, err := table(doc.Models, modelCells)
	if err != nil {
		return s, err
	}
	s.Documents = append(s.Documents, data.Document{Path: data.ModelsTablePath, Body: rows})
	for path, document := range map[string]any{data.ModelsPath: doc, data.RouterPath: router(d, doc, ids)} {
		s.Documents = append(s.Documents, data.Document{Path: path, Body: data.Encode(document)})
	}
	return s, nil
}

// models is api/models.json. ids are the names under which makers take requests for the tools.
func models(d normalize.Decision, ids map[string][]string) market.ModelsDocument {
	doc := market.ModelsDocument{
		Version: d.Manifest.Version, LastUpdated: d.Manifest.GeneratedAt,
		Waiting: append([]market.WaitingModel{}, d.Models.Waiting...), Others: append([]market.OtherRow{}, d.Models.Others...),
	}
	later := func(a, b data.Timestamp) int { return a.Compare(b.Time) }
	before := map[string]market.Model{}
	for _, m := range d.Models.Before.Models {
		before[m.Key] = m
	}
	add := func(t normalize.Tool, m market.Model, gone data.Timestamp) {
		m.Maker, m.Region, m.Lines, m.Efforts, m.Gone, m.State = t.ProviderName, t.Tariff.Region, t.Tariff.Lines, t.Efforts, gone, market.OnSale
		m.FirstSeen, m.Since = doc.LastUpdated, slices.MaxFunc([]data.Timestamp{t.Input.ChangedAt, t.Output.ChangedAt}, later)
		if was, known := before[m.Key]; known {
			m.FirstSeen = was.FirstSeen
		} else if d.Models.Before.Version != "" {
			m.State = market.NewModel
		}
		switch onPage := t.Input.Basis == data.OwnPage && t.Input.Method != data.Curated; {
		case !gone.IsZero():
			m.State, m.LastSeen = market.GoneFromPage, t.Input.ConfirmedAt
		case onPage:
			m.LastSeen = t.Input.ConfirmedAt
		default:
			m.State = market.UnseenModel
		}
		doc.Models = append(doc.Models, m)
	}
	for _, t := range d.Tools {
		m := market.Model{ID: slices.Concat(ids[t.ID], []string{t.ID})[0], Name: t.Name, Tool: t.ID}
		if t.Input.Basis == data.OwnPage && t.Input.Subject != "" {
			maker := data.Find(d.Catalog.Providers, func(p catalog.Provider) bool { return p.ID == t.Provider })
			m.ID, m.Name = maker.ModelID(t.Input.Subject), t.Input.Subject
			m.Made = m.ID != m.Name
		}
		m.Key = t.Provider + "/" + m.ID
		add(t, m, data.Timestamp{})
	}
	for _, m := range d.Models.Decided {
		prices := m.Prices()
		id := m.ID[len(m.Provider)+1:]
		add(m.Tool, market.Model{Key: m.ID, ID: id, Made: id != m.Name, Name: m.Name, Evidence: prices[:]}, m.Gone)
	}
	slices.SortStableFunc(doc.Models, func(x, y market.Model) int { return cmp.Or(cmp.Compare(x.Maker, y.Maker), cmp.Compare(x.ID, y.ID)) })
	doc.TotalModels = len(doc.Models)
	return doc
}

// modelCells are a row of api/models.csv: the prices for everyone, nothing for one that nobody states.
func modelCells(m market.Model) []cell {
	all := []cell{
		{"key", m.Key}, {"id", m.ID}, {"name", m.Name}, {"maker", m.Maker}, {"tool", m.Tool}, {"state", string(m.State)},
		{"firstSeen", dayCell(m.FirstSeen)}, {"lastSeen", dayCell(m.LastSeen)}, {"since", dayCell(m.Since)}, {"gone", dayCell(m.Gone)},
	}
	for _, class := range []data.BillingClass{data.ClassInput, data.ClassOutput, data.ClassCacheRead, data.ClassCacheWrite} {
		price := ""
		if l := m.Price(class); l != nil && l.Price != nil {
			price = l.Price.String()
		}
		all = append(all, cell{string(class), price})
	}
	return all
}

func dayCell(t data.Timestamp) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2006-01-02")
}

// Package changes tells what differs between snapshots: field by field, as events that are announced, as a feed and as a
// calendar. Start at Append, which writes the documents of a snapshot's changes, and at Between.
//
// It needs nothing but the documents of two snapshots, and decides nothing: account.go reads what a snapshot says, and
// tells a number that moved from one that is only read elsewhere by now.
package changes

import (
	"cmp"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/market"
)

// maxChanges is how many changes one document holds before the next build begins a new one.
const maxChanges = 500

// Append returns a snapshot with the documents of its changes: those of the snapshot before, and what differs
// from it. previous is what was published until now, nil when nothing was.
//
// What the snapshot holds of these documents already is replaced. kind names the changes of numbers: data.Changed, some
// of which are only corrected, or data.Restored for all of them.
func Append(previous *data.Snapshot, s data.Snapshot, kind data.ChangeKind) (data.Snapshot, error) {
	doc, err := changesDocument(previous, s, kind)
	if err != nil {
		return data.Snapshot{}, err
	}
	documents := []data.Document{
		{Path: data.ChangesFeedPath, Body: changesFeed(doc, s.Manifest.PublicURL)}, {Path: data.CalendarPath, Body: calendar(doc.Events)}, {Path: data.ChangesPath, Body: data.Encode(doc)},
	}
	s.Documents = append(slices.DeleteFunc(slices.Clone(s.Documents), func(d data.Document) bool {
		return slices.ContainsFunc(documents, func(now data.Document) bool { return now.Path == d.Path })
	}), documents...)
	slices.SortFunc(s.Documents, func(x, y data.Document) int { return cmp.Compare(x.Path, y.Path) })
	return s, nil
}

// changesDocument continues the document of the snapshot before, or begins one.
func changesDocument(previous *data.Snapshot, s data.Snapshot, kind data.ChangeKind) (data.ChangesDocument, error) {
	m := s.Manifest
	doc := data.ChangesDocument{Version: m.Version, LastUpdated: m.GeneratedAt, Since: m.Version, Changes: []data.Change{}}
	is, err := readAccount(s)
	var was account
	var before data.ChangesDocument
	if previous != nil && err == nil {
		before.Since = previous.Manifest.Version
		if was, err = readAccount(*previous); err == nil {
			err = decode(*previous, data.ChangesPath, &before)
		}
	}
	if err != nil {
		return doc, err
	}
	changes := changesBetween(was, is)
	for i := range changes {
		changes[i] = named(changes[i], kind)
	}
	models, err := modelChanges(previous, s)
	if err != nil {
		return doc, err
	}
	doc.Tags, doc.Events = nextTags(before.Tags, m), nextEvents(before.Events, changes, is.day())
	if previous == nil { // nothing has changed since a snapshot before, but days are announced, and what was before is known of some prices
		doc.Changes, err = pastChanges(is, s)
		return doc, err
	}
	doc.Changes = append(doc.Changes, changes...)
	models = append(models, before.Models...)
	doc.Models = models[:min(len(models), maxChanges)]
	if len(doc.Changes) > 0 && len(before.Changes) > 0 && len(doc.Changes)+len(before.Changes) > maxChanges {
		doc.Since, doc.Earlier = before.Version, before.Version
		return doc, nil
	}
	doc.Since, doc.Earlier = before.Since, before.Earlier
	doc.Changes = append(doc.Changes, before.Changes...)
	return doc, nil
}

// named gives a change the name that it has when an operator went back to an earlier snapshot.
func named(c data.Change, kind data.ChangeKind) data.Change {
	switch {
	case kind != data.Restored:
	case c.Kind == data.Changed || c.Kind == data.Corrected:
		c.Kind, c.Percent, c.OldSource = kind, percentMoved(c.Field, c.Old, c.New), ""
	case c.Kind == data.Retracted:
		c.Cause = data.TakenBack
	}
	return c
}

// Between are the differences between any two snapshots, whatever lies between them: tools that were withdrawn last,
// the others in the order of the later snapshot, each with what was announced of it last. It needs nothing but their
// documents.
func Between(before, after data.Snapshot) ([]data.Change, error) {
	was, err := readAccount(before)
	is, mistake := readAccount(after)
	if err = cmp.Or(err, mistake); err != nil {
		return nil, err
	}
	return changesBetween(was, is), nil
}

func changesBetween(was, is account) (all []data.Change) {
	if otherMethod(was, is) { // one entry stands for all scores
		all = append(all, data.Change{
			ID: is.version + "/" + data.FieldMethodology, Version: is.version, At: is.at, Kind: data.Corrected,
			Name: "Overall scores", Field: data.FieldMethodology, Old: was.method, New: is.method,
		})
	}
	for _, t := range is.tools {
		all = append(all, toolChanges(was, is, t)...)
	}
	for _, t := range was.tools {
		if is.values[t.ID] == nil {
			c := toolChange(is, t, data.Unlisted)
			c.Successor = is.successors[t.ID]
			all = append(all, c)
		}
	}
	return all
}

// toolChanges are the changes of a tool of the later snapshot.
func toolChanges(was, is account, t data.Tool) (all []data.Change) {
	kind, before := data.Changed, was.values[t.ID]
	if before == nil {
		kind, all = data.Listed, []data.Change{toolChange(is, t, data.Listed)}
	}
	for _, field := range changingFields {
		old, now := before[field], is.values[t.ID][field]
		if field == data.FieldOverall && kind == data.Changed && otherMethod(was, is) {
			continue
		}
		if old == now || old != nil && now != nil && old.Value.Equal(now.Value) {
			continue
		}
		c := toolChange(is, t, kind)
		c.ID, c.Field, c.Unit = c.ID+"/"+field, field, cmp.Or(now, old).Unit
		if old != nil {
			c.Old = &old.Value
		}
		if now != nil {
			c.New, c.Evidence = &now.Value, brief(now)
		}
		c.Percent = percentMoved(field, c.Old, c.New)
		if kind == data.Changed {
			c.Kind = kindOfMove(field, before, is.values[t.ID])
		}
		if c.Kind == data.Corrected {
			c.Percent = nil // nobody has moved it
			if old != nil && !old.Placeholder {
				c.OldSource = old.Source
			}
		}
		all = append(all, c)
	}
	return append(all, eventChanges(was, is, t)...)
}

// otherMethod reports whether the scores of two snapshots were made in two ways, so that they are not compared.
func otherMethod(was, is account) bool {
	return was.method != nil && is.method != nil && !was.method.Equal(*is.method)
}

func toolChange(is account, t data.Tool, kind data.ChangeKind) data.Change {
	return data.Change{
		ID: is.version + "/" + t.ID, Version: is.version, At: is.at, Kind: kind,
		Tool: t.ID, Name: t.Name, Provider: t.Provider,
	}
}

// brief is what a change says of its evidence, nil where the snapshot was made before there was any.
func brief(e *data.Evidence) *data.BriefEvidence {
	if e.Method == "" {
		return nil
	}
	why := e.Brief()
	return &why
}

// percentMoved is how far a price moved, to one decimal, half away from zero; nil where that means nothing.
func percentMoved(name string, old, now *data.Number) *data.Number {
	if !isPrice(name) || old == nil || now == nil || old.IsZero() {
		return nil
	}
	return &data.Number{Decimal: now.Sub(old.Decimal).Mul(decimal.NewFromInt(100)).DivRound(old.Decimal, 1)}
}

// modelChanges are the changes of the models that are no tools. There are none where the snapshot before has no models.
func modelChanges(previous *data.Snapshot, s data.Snapshot) ([]data.Change, error) {
	if previous == nil {
		return nil, nil
	}
	was, err := readModels(*previous)
	is, mistake := readModels(s)
	if err = cmp.Or(err, mistake); err != nil || was.version == "" || is.version == "" {
		return nil, err
	}
	all := changesBetween(was, is)
	for i, c := range all {
		if input := cmp.Or(is.values[c.Tool][data.FieldInput], was.values[c.Tool][data.FieldInput]); c.Field == "" && input != nil {
			all[i].Evidence = brief(input)
		}
	}
	return all, nil
}

// readModels reads the models that are on sale and no tools; no version where a snapshot has no models.
func readModels(s data.Snapshot) (account, error) {
	var doc market.ModelsDocument
	p := account{at: s.Manifest.GeneratedAt, values: map[string]map[string]*data.Evidence{}}
	err := decode(s, data.ModelsPath, &doc)
	p.version = doc.Version
	for _, m := range doc.Models {
		if m.Tool != "" || m.State == market.GoneFromPage {
			continue
		}
		p.tools = append(p.tools, data.Tool{ID: m.Key, Name: m.Name, Provider: m.Maker})
		p.values[m.Key] = map[string]*data.Evidence{}
		for _, e := range m.Evidence {
			p.values[m.Key][e.Field] = &e
		}
	}
	return p, err
}

// pastChanges are the changes of prices before the first snapshot, of which its tariffs tell: a line that held until some day,
// and one that holds since. The newest comes first.
func pastChanges(is account, s data.Snapshot) (all []data.Change, err error) {
	var tariffs data.TariffsDocument
	if err := decode(s, data.TariffsPath, &tariffs); err != nil {
		return nil, err
	}
	all = []data.Change{}
	for _, t := range is.tools {
		of := data.Find(tariffs.Tools, func(of data.Tariff) bool { return of.ID == t.ID })
		if of == nil {
			continue
		}
		for _, old := range of.Lines {
			if now := next(of.Lines, old); now != nil && !now.Terms.From.After(is.at.Time) {
				all = append(all, pastChange(toolChange(is, t, data.Changed), old, *now))
			}
		}
	}
	slices.SortStableFunc(all, func(a, b data.Change) int { return b.At.Compare(a.At.Time) })
	return all, nil
}

// next is the line that holds for the same tokens from the day on which another ended; nil: there is none.
func next(lines []data.TariffLine, old data.TariffLine) *data.TariffLine {
	if old.Terms.Until.IsZero() || old.Terms.Kind != "" || data.PriceOf(old.Class) == nil {
		return nil
	}
	return data.Find(lines, func(l data.TariffLine) bool {
		same := l.Class == old.Class && l.Terms.Service == old.Terms.Service && l.Terms.Context.Lower() == old.Terms.Context.Lower()
		return same && l.Terms.From == old.Terms.Until && l.Price != nil && l.Terms.Kind != data.KindAnnounced && l.Terms.Kind != data.KindList
	})
}

// pastChange is dated by the day on which the new price was first read.
func pastChange(c data.Change, old, now data.TariffLine) data.Change {
	c.At, c.Field, c.Unit = now.Terms.From, data.PriceOf(old.Class).Name, string(data.USDPerMillion)
	c.ID += "/" + c.Field + "/" + c.At.Format(time.DateOnly)
	c.Old, c.New, c.Evidence = old.Price, now.Price, &now.Evidence
	c.Percent = percentMoved(c.Field, c.Old, c.New)
	return c
}

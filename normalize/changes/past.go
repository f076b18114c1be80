package changes

import (
	"slices"
	"time"

	"pricepoint/data"
)

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

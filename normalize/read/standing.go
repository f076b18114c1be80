package read

import (
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/names"
)

// Compared is a pricing page or a board as it is read now, beside the last reading of which nothing is held.
type Compared struct {
	Page      *gate.Page   // nil: there is no such reading
	Text      *data.Breach // a text that the page did not have then; nil: there is none
	oldText   bool         // and had when it was last read already
	Confirmed bool         // somebody else states a price that changed beside it
	Was, Is   map[data.ToolField]gate.Cell

	EffortBefore, EffortNow map[boardRow]string // what the attempts of each row of a board took then, and now
}

// compare sets two readings of every pricing page and board side by side.
func (r reader) compare() {
	for _, reading := range r.readings {
		if reading.Kind == data.FeedSource {
			continue
		}
		c := &Compared{Was: map[data.ToolField]gate.Cell{}, Is: map[data.ToolField]gate.Cell{}}
		if len(reading.Standards) > 0 {
			c.Text, c.oldText = r.newText(reading), r.isOldText(reading)
			c.Page = gate.Compare(r.in.Catalog.Gate, r.cells(reading.Compared), r.cells(reading.Observations))
			c.EffortBefore, c.EffortNow = metered(reading.Compared), metered(reading.Observations)
		}
		r.Compared[reading.Source] = c
	}
}

// boardRow is a row of a board, whatever stands in it.
type boardRow struct{ table, row, subject, effort string }

func RowOfBoard(o data.Observation) boardRow {
	return boardRow{o.Address.TableKey(), o.Address.Row, o.Subject, o.Qualifiers.Effort}
}

// metered is what the attempts of each row of a board took: money, tokens, time. A model that is measured again takes
// something else.
func metered(all []data.Observation) map[boardRow]string {
	rows := map[boardRow]string{}
	for _, o := range all {
		if kind, _, _ := strings.Cut(string(o.Field), "."); slices.Contains([]string{"cost", "tokens", "time"}, kind) {
			rows[RowOfBoard(o)] += fmt.Sprintf("%s %s, ", o.Field, o.Value)
		}
	}
	return rows
}

// cells are the numbers of a reading that can be compared.
func (r reader) cells(all []data.Observation) []gate.Cell {
	var cells []gate.Cell
	for _, o := range all {
		if n, err := number(o); err == nil {
			cells = append(cells, gate.NewCell(o, r.model(o), n))
		}
	}
	return cells
}

// model is the tool that an observation is about, or else the printed name.
func (r reader) model(o data.Observation) string {
	if m := r.seen.Resolve(o.Source, o.Subject, o.FetchedAt.Time); m.Kind == names.Tool {
		return m.Tool
	}
	return o.Subject
}

// number is what an observation states, in the published unit.
func number(o data.Observation) (data.Number, error) {
	switch {
	case o.Field == data.ContextTokens:
		return tokens(o)
	case strings.HasPrefix(string(o.Field), "score."):
		return Result(o)
	default:
		return perMillion(o)
	}
}

package page

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pricepoint/collectors/web"
	"pricepoint/data"
)

// Place is where a number stands: a page, and the address on it.
type Place struct {
	Of       web.Payload
	Address  data.PageAddress
	Remark   string // words around the number that nobody has understood: in the title of its column
	currency string // that the title of its column names, "": none
	uneven   bool   // its row is shorter or longer than its table
}

// Observe makes an observation of what stands there, under conditions.
func (p Place) Observe(subject string, field data.Field, value string, unit data.Unit, quote string, q data.Qualifiers) data.Observation {
	return p.Of.Observe(subject, field, value, unit, quote, p.Address, q)
}

// Beside is the place with notes that stand beside the number.
func (p Place) Beside(notes ...string) Place {
	p.Address.Notes = append(slices.Clip(p.Address.Notes), notes...)
	return p
}

// Check refuses a number that contradicts what stands around it: one in another currency than the title of its column names, or
// in a row whose cells may stand under other titles than theirs.
func (p Place) Check(unit data.Unit) error {
	if p.uneven {
		return errUneven
	}
	if currency, _, _ := strings.Cut(string(unit), "/"); p.currency != "" && currency != "" && currency != p.currency {
		return fmt.Errorf("the title of its column is in %s, and this one is in %s", p.currency, currency)
	}
	return nil
}

var errUneven = errors.New("the row has not as many cells as the table has columns")

// At is the place of a cell. Its row is labelled by the name of the model, where a column has one.
func (t Table) At(row []Cell, column int) Place {
	a := data.PageAddress{Section: t.Section(), Table: data.TableOf(t.Header), Column: t.Header[column]}
	if name := NameColumn(t); name >= 0 {
		a.Row = row[name].Text
	}
	at := t.Place(row, a)
	at.currency = strings.Join(titleCurrencies(t.Header[column]), " and ")
	if PriceField(t.Header[column]) != "" {
		at.Remark = TitleRemark(t.Header[column])
	}
	return at
}

// Place is that of a number in a row, for a reader that knows the address.
func (t Table) Place(row []Cell, address data.PageAddress) Place {
	return Place{Of: t.Of, Address: address, uneven: len(row) > 0 && row[len(row)-1].Uneven}
}

// Section is what stands over the table, outermost first: the headings, the titles that are no headings, the tab and the
// caption.
func (t Table) Section() []string {
	section := slices.Concat(t.Headings, t.Part, []string{t.Tab, t.Caption})
	return slices.DeleteFunc(section, func(title string) bool { return title == "" })
}

package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pricepoint/collectors/web"
	"pricepoint/data"
)

// Refused are the rows of a page that contradict themselves or cannot be understood. The rest of the page is read.
type Refused []data.Refusal

// maxRefused is of how many rows the words are kept; the others are counted.
const maxRefused = 100

// Lacking is why a page fails that has lost too much: err, if there is one, and what was refused.
func (r Refused) Lacking(err error) error {
	if len(r) == 0 {
		return err
	}
	lost := "a row is refused: " + r[0].Why
	if len(r) > 1 {
		lost = fmt.Sprintf("%d rows are refused, the first: %s", len(r), r[0].Why)
	}
	if err == nil {
		return errors.New(lost)
	}
	return fmt.Errorf("%w; %s", err, lost)
}

// Row refuses a row of a page.
func (r *Refused) Row(of web.Payload, subject string, row []Cell, why error) {
	var texts []string
	for _, cell := range row {
		texts = append(texts, OneLine(cell.Struck+" "+cell.Text))
	}
	r.add(of.URL, data.At(of.FetchedAt), subject, strings.Join(texts, " | "), why)
}

func (r *Refused) add(url string, fetched data.Timestamp, subject, quote string, why error) {
	row := data.Refusal{}
	if len(*r) < maxRefused {
		row = data.Refusal{Subject: subject, Quote: quote, Why: OneLine(why.Error()), URL: url, FetchedAt: fetched}
	}
	*r = append(*r, row)
}

// Subject is what an observation is about. Prices in two currencies are about two things.
type Subject struct {
	Name       string
	Field      data.Field
	Currency   string
	Qualifiers data.Qualifiers
}

// SubjectOf is what an observation is about.
func SubjectOf(o data.Observation) Subject {
	s := Subject{Name: o.Subject, Field: o.Field, Qualifiers: o.Qualifiers}
	if strings.HasPrefix(string(o.Field), "price.") {
		s.Currency, _, _ = strings.Cut(string(o.Unit), "/")
	}
	return s
}

// row is what an observation has in common with the others of its row.
func (s Subject) row() Subject {
	s.Field, s.Qualifiers.CacheTTL, s.Qualifiers.Modality = "", "", ""
	return s
}

// Distinct drops what is said twice. Two values for the same thing under the same conditions are a contradiction:
// nobody could tell which one holds, so all that is said of the model under these conditions is refused.
func (r *Refused) Distinct(all []data.Observation) []data.Observation {
	first, contradicted := map[Subject]data.Observation{}, map[Subject]bool{}
	var kept []data.Observation
	for _, o := range all {
		key := SubjectOf(o)
		before, repeated := first[key]
		switch {
		case !repeated:
			first[key] = o
			kept = append(kept, o)
		case (before.Unit != o.Unit || !SameNumber(before.Value, o.Value)) && !contradicted[key.row()]:
			contradicted[key.row()] = true
			r.add(o.URL, o.FetchedAt, o.Subject, before.Quote+" | "+o.Quote,
				fmt.Errorf("the page prints two values for %s of %s (%s): %q and %q", o.Field, o.Subject, conditions(o.Qualifiers), before.Quote, o.Quote))
		}
	}
	return slices.DeleteFunc(kept, func(o data.Observation) bool { return contradicted[SubjectOf(o).row()] })
}

// conditions are the qualifiers that are stated, for people.
func conditions(q data.Qualifiers) string {
	text, _ := json.Marshal(q)
	return strings.NewReplacer(`"`, "", "{", "", "}", "", ",", ", ", ":", " ").Replace(string(text))
}

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

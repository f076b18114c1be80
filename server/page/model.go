package page

import (
	"strings"

	"pricepoint/data"
)

// modelsPage is the page of every model that makers price.
type modelsPage struct {
	frame
	Makers  []makerModels
	Waiting []data.WaitingModel
	Others  []data.OtherRow
	Total   int
}

// makerModels are those of one maker.
type makerModels struct {
	Maker, Anchor string
	Rows          []modelRow
}

// modelRow is a model in words.
type modelRow struct {
	ID, Name, Tool, Since, State string
	Prices                       []modelPrice // as the table has its columns
	Source                       *link
	Efforts                      string
}

// modelPrice is what stands in one column; "": nobody states it.
type modelPrice struct{ Label, Text string }

// priceColumns are those of the table.
var priceColumns = []struct {
	label string
	class data.BillingClass
}{{"Input", data.ClassInput}, {"Output", data.ClassOutput}, {"Cache read", data.ClassCacheRead}, {"Cache write", data.ClassCacheWrite}}

// modelStates are the states worth a word.
var modelStates = map[data.ModelState]string{data.NewModel: "new", data.GoneFromPage: "gone"}

// waitWords say why a row is not listed yet.
func waitWords(w data.WaitingModel) string {
	return map[data.WaitCause]string{
		data.MayBeRenamed: w.Of + " cost the same and is gone: it may be the same model; the next reading decides",
		data.OtherTable:   "no model that is known stands in its table: it may be another product; the next reading decides",
		data.UnclearTerms: "its prices go by what it thinks, or stand under words that nobody has explained",
		data.NotBelieved:  "its prices are held back; the findings say why",
	}[w.Why]
}

func modelsView(f frame, d documents) any {
	v := modelsPage{frame: f, Waiting: d.models.Waiting, Others: d.models.Others, Total: d.models.TotalModels}
	for _, m := range d.models.Models {
		if len(v.Makers) == 0 || v.Makers[len(v.Makers)-1].Maker != m.Maker {
			maker, _, _ := strings.Cut(m.Key, "/")
			v.Makers = append(v.Makers, makerModels{Maker: m.Maker, Anchor: maker})
		}
		r := modelRow{ID: m.ID, Name: m.Name, Tool: m.Tool, Since: day(m.Since), State: modelStates[m.State]}
		for _, c := range priceColumns {
			text := ""
			if l := m.Price(c.class); l != nil && l.Price != nil {
				text = price(*l.Price)
				if r.Source == nil {
					r.Source = linkTo(l.Evidence.URL)
				}
			}
			r.Prices = append(r.Prices, modelPrice{c.label, text})
		}
		if len(m.Efforts) > 0 {
			r.Efforts = strings.Join(m.Efforts[0].Values, ", ")
		}
		last := &v.Makers[len(v.Makers)-1]
		last.Rows = append(last.Rows, r)
	}
	return v
}

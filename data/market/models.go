// Package market holds the documents about what is for sale: every model that a maker prices, other sellers, plans, and where price lists
// differ from the makers' pages. Start at ModelsDocument.
//
// Like package data it decides nothing, and others may copy its types.
package market

import (
	"strings"
	"time"

	"pricepoint/data"
)

// ModelsDocument is /api/models.json: every model that its maker's own page prices in tokens, whether it is among those of
// tools.json or not. Nobody types it in: a model comes with the refresh that first reads it.
type ModelsDocument struct {
	Version     string         `json:"version"`
	LastUpdated data.Timestamp `json:"lastUpdated"`
	TotalModels int            `json:"totalModels"` // length of models
	Models      []Model        `json:"models"`      // by maker, then id; those that are gone among them
	Waiting     []WaitingModel `json:"waiting"`     // rows that are not listed yet
	Others      []OtherRow     `json:"others"`      // what the pages price and is no model that reads and writes text
}

// Model is one model as its maker sells it.
type Model struct {
	Key   string `json:"key"`            // openai/gpt-5.4-nano: no two models have the same
	ID    string `json:"id"`             // as the maker's API calls it
	Made  bool   `json:"made,omitempty"` // the page prints a name and no id: the id is made of it in the maker's own scheme
	Name  string `json:"name"`           // as its page prints it
	Maker string `json:"maker"`          // company name
	Tool  string `json:"tool,omitempty"` // id in tools.json, where more is known of it

	State     ModelState     `json:"state"`
	FirstSeen data.Timestamp `json:"firstSeen"`     // when it was first listed here
	LastSeen  data.Timestamp `json:"lastSeen"`      // when its input price was last found; null: never on a page
	Since     data.Timestamp `json:"since"`         // since when its input and output cost what they cost now, as far as is known
	Gone      data.Timestamp `json:"gone,omitzero"` // when its page was first read without it; the prices are the last it had

	Region   string            `json:"region,omitempty"`   // whose lines are meant when nobody asks for a region; absent: the lines without one
	Lines    []data.TariffLine `json:"lines"`              // every price of it, with its terms and its evidence
	Efforts  []Efforts         `json:"efforts,omitempty"`  // how hard a request may ask it to think, one for each list that says so; none: nobody does
	Evidence []data.Evidence   `json:"evidence,omitempty"` // of the four prices for everyone; of a tool it is in provenance.json
}

// Named is the model that a name means: its key, its id or its name, in any letters; nil for none. Of two makers' models of the
// same name it is none.
func (d ModelsDocument) Named(name string) (named *Model) {
	means := func(printed string) bool {
		return strings.EqualFold(printed, name) || strings.EqualFold(strings.ReplaceAll(printed, " ", "-"), strings.ReplaceAll(name, " ", "-"))
	}
	for i, m := range d.Models {
		switch {
		case m.Key == name:
			return &d.Models[i]
		case !means(m.Key) && !means(m.ID) && !means(m.Name):
		case named != nil:
			return nil
		default:
			named = &d.Models[i]
		}
	}
	return named
}

// TariffAt is what a model cost at a time, under its key as the id. early are the places of the lines, all or none: of a time before Since
// nothing is known but what it costs now.
func (m Model) TariffAt(at time.Time) (t data.Tariff, early []int) {
	t = data.Tariff{ID: m.Key, Name: m.Name, Seller: m.Maker, Region: m.Region, Lines: m.Lines}
	for i := range m.Lines {
		if at.Before(m.Since.Time) {
			early = append(early, i)
		}
	}
	return t, early
}

// Price is what a model bills of a class of tokens to everyone: at the standard service, for the shortest prompts; nil: no line
// says so.
func (m Model) Price(class data.BillingClass) *data.TariffLine {
	return data.Find(m.Lines, func(l data.TariffLine) bool {
		billed := l.Terms.Kind != data.KindList && l.Terms.Kind != data.KindAnnounced
		return l.Class == class && l.Terms.Service == "" && billed && l.Terms.Context.Lower() == 0
	})
}

// Efforts are the reasoning efforts that a model's API takes.
type Efforts struct {
	Values   []string           `json:"values"`            // as a request names them
	Default  string             `json:"default,omitempty"` // that holds when it names none; absent: not said
	Evidence data.BriefEvidence `json:"evidence"`
}

// ModelState says whether a model can be bought.
type ModelState string

// The states of a model.
const (
	NewModel     ModelState = "new"     // this refresh is the first that has read it
	OnSale       ModelState = "onSale"  // its maker's page prices it
	GoneFromPage ModelState = "gone"    // its maker's page no longer prices it
	UnseenModel  ModelState = "notRead" // its prices were never read on its maker's page by a collector
)

// WaitingModel is a row that is not listed as a model yet. One that may not be a new model is when the next reading has it too.
type WaitingModel struct {
	Key   string         `json:"key"`
	Name  string         `json:"name"`
	Maker string         `json:"maker"`
	Since data.Timestamp `json:"since"` // when it was first read
	Why   WaitCause      `json:"why"`
	Of    string         `json:"of,omitempty"` // the name that the row may have had before
	URL   string         `json:"url"`
}

// WaitCause says why a row waits.
type WaitCause string

// The causes.
const (
	MayBeRenamed WaitCause = "renamed"      // another row with the same prices is gone: it may be the same model
	OtherTable   WaitCause = "anotherTable" // no model that is known stands in its table: it may be about another product
	UnclearTerms WaitCause = "unclear"      // what it prints of input and output is no price for everyone: it goes by what the model thinks, or under words that nobody knows
	NotBelieved  WaitCause = "held"         // the gate keeps its prices back; findings.json says why
)

// OtherRow is something that a maker prices and that is not listed: images, speech, embeddings.
type OtherRow struct {
	Name  string   `json:"name"`
	Maker string   `json:"maker"`
	Units []string `json:"units"` // that its prices are for, with what is counted: USD/1M tokens of audio
	URL   string   `json:"url"`
}

package page

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"pricepoint/data"
)

// known is what texts beside prices say, as the recorded pages print them: a page that is worded anew costs a line here.
var known = readKnown()

//go:embed known.json
var knownTexts []byte

type vocabulary struct {
	Absent     []string          // that there is no such price
	Free       []string          // that something costs nothing, for good or for now
	Bounds     []string          // as forms reads them
	PriceWords []string          // in a title: that it is one of prices, and in which unit
	OtherUnits []string          // what is sold by another unit than tokens
	Currencies map[string]string // of a unit, by the printed sign
	Notes      map[string]note
	Quantities map[string]string     // of tokens that a price is for, by quantityKey
	Sentences  map[string]string     // for how much prices are, by the words of the sentence that says so
	Titles     map[string]data.Field // by titleKey; "" is a title of no price, or of all

	forms []boundForm
}

// note is what a note beside a price or a name says: nothing of the price, or one of these.
type note struct {
	Service string `json:"service"`
	Effort  string `json:"effort"`
	Status  bool   `json:"status"` // how far a model has come or gone, in its own words
}

func readKnown() (v vocabulary) {
	if err := json.Unmarshal(knownTexts, &v); err != nil {
		panic(fmt.Sprintf("known.json: %v", err)) // a test reads it
	}
	for _, form := range v.Bounds {
		v.forms = append(v.forms, strings.Fields(form))
	}
	return v
}

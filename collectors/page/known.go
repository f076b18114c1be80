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
	bounds    []boundForm
	notes     map[string]note
	sentences map[string]string     // for how much prices are, by the words of the sentence that says so
	titles    map[string]data.Field // by titleKey; "" is a title of no price, or of all
}

// note is what a note beside a price or a name says: nothing of the price, or one of these.
type note struct {
	Service string `json:"service"`
	Effort  string `json:"effort"`
	Status  bool   `json:"status"` // how far a model has come or gone, in its own words
}

func readKnown() (v vocabulary) {
	var written struct {
		Bounds    []string              `json:"bounds"`
		Notes     map[string]note       `json:"notes"`
		Sentences map[string]string     `json:"sentences"`
		Titles    map[string]data.Field `json:"titles"`
	}
	if err := json.Unmarshal(knownTexts, &written); err != nil {
		panic(fmt.Sprintf("known.json: %v", err)) // a test reads it
	}
	v.notes, v.sentences, v.titles = written.Notes, written.Sentences, written.Titles
	for _, form := range written.Bounds {
		v.bounds = append(v.bounds, strings.Fields(form))
	}
	return v
}

package page

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

// known is what texts beside prices say, as the recorded pages print them: a page that is worded anew costs a line here.
var known = readKnown()

//go:embed known.json
var knownTexts []byte

type vocabulary struct {
	bounds []boundForm
}

func readKnown() (v vocabulary) {
	var written struct {
		Bounds []string `json:"bounds"`
	}
	if err := json.Unmarshal(knownTexts, &written); err != nil {
		panic(fmt.Sprintf("known.json: %v", err)) // a test reads it
	}
	for _, form := range written.Bounds {
		v.bounds = append(v.bounds, strings.Fields(form))
	}
	return v
}

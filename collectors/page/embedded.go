package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// AstroModule returns, as plain JSON, the default export of a module that an Astro page passes to one of its
// components as the named property; nil when no component has it.
func AstroModule(body []byte, property string) ([]byte, error) {
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for _, island := range page.Find("astro-island[props]").EachIter() {
		var props map[string]any
		dec := json.NewDecoder(strings.NewReader(island.AttrOr("props", "")))
		dec.UseNumber() // the digits as printed
		if dec.Decode(&props) != nil {
			continue
		}
		value := untag(props[property])
		if value == nil {
			continue
		}
		module, ok := value.(map[string]any)
		if !ok || module["default"] == nil {
			return nil, fmt.Errorf("property %s of the page has no default", property)
		}
		return json.Marshal(module["default"])
	}
	return nil, nil
}

// untag takes off the kind that Astro writes in front of every value: [0, value] and [1, [array]].
func untag(tagged any) any {
	pair, ok := tagged.([]any)
	if !ok || len(pair) != 2 {
		return tagged
	}
	switch value := pair[1].(type) {
	case map[string]any:
		for key := range value {
			value[key] = untag(value[key])
		}
	case []any:
		for i := range value {
			value[i] = untag(value[i])
		}
	}
	return pair[1]
}

// nextPush is the call by which a Next.js page hands over the data it was rendered from, in pieces.
const nextPush = "self.__next_f.push("

// IsNext reports whether a page was made by Next.js.
func IsNext(body []byte) bool { return bytes.Contains(body, []byte(nextPush)) }

// NextFlight returns the data of a Next.js page, its pieces joined; a value may begin in one and end in the next.
func NextFlight(body []byte) (string, error) {
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		return "", fmt.Errorf("read HTML: %v", err)
	}
	var flight strings.Builder
	for _, script := range page.Find("script").EachIter() {
		call, ok := strings.CutPrefix(strings.TrimSpace(script.Text()), nextPush)
		if !ok {
			continue
		}
		var piece []any
		call = strings.TrimRight(call, "; \n")
		if err := json.Unmarshal([]byte(strings.TrimSuffix(call, ")")), &piece); err != nil || len(piece) < 2 {
			continue // a call without data
		}
		if text, ok := piece[1].(string); ok {
			flight.WriteString(text)
		}
	}
	return flight.String(), nil
}

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
		value, ok := AstroProps(island)[property]
		if !ok || value == nil {
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

// AstroProps returns the properties of the component in an island, as plain values; nil when they cannot be read.
func AstroProps(island *goquery.Selection) map[string]any {
	var props map[string]any
	dec := json.NewDecoder(strings.NewReader(island.AttrOr("props", "")))
	dec.UseNumber() // the digits as printed
	if err := dec.Decode(&props); err != nil {
		return nil
	}
	for name := range props {
		props[name] = untag(props[name])
	}
	return props
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

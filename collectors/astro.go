package collectors

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/PuerkitoBio/goquery"
)

// astroModule returns, as plain JSON, the default export of a module that an Astro page passes to one of its
// components as the named property; nil when no component has it.
func astroModule(body []byte, property string) ([]byte, error) {
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for _, island := range page.Find("astro-island[props]").EachIter() {
		var props map[string]any
		dec := json.NewDecoder(bytes.NewReader([]byte(island.AttrOr("props", ""))))
		dec.UseNumber()
		if err := dec.Decode(&props); err != nil || props[property] == nil {
			continue
		}
		module, ok := untag(props[property]).(map[string]any)
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

package refresh

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// difference names the first place where two documents differ: the path in JSON, the line in any other text.
func difference(stored, built []byte) string {
	s, b := places(stored), places(built)
	all := maps.Clone(s)
	maps.Copy(all, b)
	for _, at := range slices.Sorted(maps.Keys(all)) {
		if s[at] != b[at] {
			return fmt.Sprintf("%s: %s is stored, %s follows from what was read", at, shortened(s[at]), shortened(b[at]))
		}
	}
	return "its content follows from what was read, its bytes do not"
}

// places are the values of a document by where they stand, numbers as they are written.
func places(body []byte) map[string]string {
	all := map[string]string{}
	var value any
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&value) == nil {
		addPlaces(all, "", value)
		return all
	}
	for i, line := range strings.Split(string(body), "\n") {
		all[fmt.Sprintf("line %d", i+1)] = fmt.Sprintf("%q", line)
	}
	return all
}

func addPlaces(all map[string]string, path string, value any) {
	switch value := value.(type) {
	case map[string]any:
		if len(value) == 0 {
			all[path] = "{}"
		}
		for name, member := range value {
			addPlaces(all, strings.TrimPrefix(path+"."+name, "."), member)
		}
	case []any:
		if len(value) == 0 {
			all[path] = "[]"
		}
		for i, item := range value {
			addPlaces(all, fmt.Sprintf("%s[%d]", path, i), item)
		}
	case string:
		all[path] = fmt.Sprintf("%q", value)
	default:
		all[path] = fmt.Sprint(value)
	}
}

// shortened is a value in a line, or the lack of it.
func shortened(value string) string {
	if value == "" {
		return "nothing"
	}
	if text := []rune(value); len(text) > 60 {
		return string(text[:60]) + "…"
	}
	return value
}

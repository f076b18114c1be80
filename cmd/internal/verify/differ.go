package verify

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
	s, isJSON := decodeAny(stored)
	b, bothJSON := decodeAny(built)
	if !isJSON || !bothJSON {
		return firstLine(stored, built)
	}
	if path, was, follows, differ := differ("", s, b); differ {
		return fmt.Sprintf("%s: %s is stored, %s follows from what was read", strings.TrimPrefix(path, "."), shorten(was), shorten(follows))
	}
	return "its content follows from what was read, its bytes do not"
}

// decodeAny reads JSON with its numbers as they are written.
func decodeAny(body []byte) (value any, ok bool) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	return value, d.Decode(&value) == nil
}

// absent stands for what one of two documents does not have.
type absent struct{}

// differ finds the first difference, in the order of names and of lists.
func differ(path string, a, b any) (at string, was, follows any, differs bool) {
	switch a := a.(type) {
	case map[string]any:
		b, same := b.(map[string]any)
		if !same {
			break
		}
		names := maps.Clone(a)
		maps.Copy(names, b)
		for _, name := range slices.Sorted(maps.Keys(names)) {
			if at, was, follows, differs = differ(path+"."+name, member(a, name), member(b, name)); differs {
				return at, was, follows, true
			}
		}
		return "", nil, nil, false
	case []any:
		b, same := b.([]any)
		if !same {
			break
		}
		for i := range max(len(a), len(b)) {
			if at, was, follows, differs = differ(fmt.Sprintf("%s[%d]", path, i), item(a, i), item(b, i)); differs {
				return at, was, follows, true
			}
		}
		return "", nil, nil, false
	default:
		if a == b {
			return "", nil, nil, false
		}
	}
	return path, a, b, true
}

func member(object map[string]any, name string) any {
	if value, ok := object[name]; ok {
		return value
	}
	return absent{}
}

func item(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return absent{}
}

// shorten writes a value in a line.
func shorten(value any) string {
	if value == (absent{}) {
		return "nothing"
	}
	body, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	if text := []rune(string(body)); len(text) > 60 {
		return string(text[:60]) + "…"
	}
	return string(body)
}

func firstLine(stored, built []byte) string {
	s, b := bytes.Split(stored, []byte("\n")), bytes.Split(built, []byte("\n"))
	for i := range min(len(s), len(b)) {
		if !bytes.Equal(s[i], b[i]) {
			return fmt.Sprintf("line %d: %s is stored, %s follows from what was read", i+1, shorten(string(s[i])), shorten(string(b[i])))
		}
	}
	return fmt.Sprintf("%d lines are stored, %d follow from what was read", len(s), len(b))
}

package page

import (
	"cmp"
	"encoding/json"
	"fmt"
)

// UnmarshalOnce decodes a JSON text that says everything once.
func UnmarshalOnce(text []byte, into any) error {
	return cmp.Or(json.Unmarshal(text, into), Repeated(text))
}

// Repeated is the error of a JSON text with an object that holds a name twice; nil where none does. Readers take the last of
// the two values: such a file says two things of one number. The text has been read as JSON, or will be.
func Repeated(text []byte) error {
	if name := repeatedName(text); name != nil {
		return fmt.Errorf("an object holds %.60q twice; which of the two values is meant?", name)
	}
	return nil
}

// jsonObject is an object, or a list, that has begun.
type jsonObject struct {
	isObject, atName bool
	names            map[string]bool
}

// adds notes a name; false when the object holds it already.
func (o *jsonObject) adds(name []byte) bool {
	if o.names == nil {
		o.names = map[string]bool{}
	}
	known := o.names[string(name)]
	o.names[string(name)] = true
	return !known
}

// repeatedName is a name that some object of a JSON text holds twice, nil for none.
func repeatedName(text []byte) []byte {
	var open []jsonObject
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			open = append(open, jsonObject{isObject: text[i] == '{', atName: text[i] == '{'})
		case '}', ']':
			open = open[:max(0, len(open)-1)]
		case ',':
			if n := len(open); n > 0 {
				open[n-1].atName = open[n-1].isObject
			}
		case '"':
			from := i + 1
			for i = from; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			n := len(open)
			if n == 0 || !open[n-1].atName || i >= len(text) {
				continue
			}
			if open[n-1].atName = false; !open[n-1].adds(text[from:i]) {
				return text[from:i]
			}
		}
	}
	return nil
}

// Scalar is a value of a JSON text as text; "" for null, objects and arrays. Sources print a version or a price sometimes
// as a string and sometimes as a number.
func Scalar(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var number json.Number
	if json.Unmarshal(raw, &number) == nil {
		return number.String()
	}
	return ""
}

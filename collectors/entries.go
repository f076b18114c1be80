package collectors

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
)

// entries are models that a file keeps as the fields of a JSON object. A JSON object may hold a name twice, and readers take
// the last: a file that does says two things of one model.
type entries[T any] struct {
	of    map[string]T
	twice []string // the names with two values, or with something of them twice, which are left out
}

// UnmarshalJSON reads the object.
func (e *entries[T]) UnmarshalJSON(raw []byte) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return fmt.Errorf("%.40s is no object of models", raw)
	}
	written := map[string]json.RawMessage{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		key := fmt.Sprint(name)
		if before, repeated := written[key]; repeated && !bytes.Equal(before, value) {
			e.twice = append(e.twice, key)
		}
		written[key] = value
	}
	for _, name := range e.twice {
		delete(written, name)
	}
	return e.decode(written)
}

func (e *entries[T]) decode(written map[string]json.RawMessage) error {
	e.of = map[string]T{}
	for name, value := range written {
		if errRepeated(value) != nil {
			e.twice = append(e.twice, name)
			continue
		}
		var entry T
		if err := json.Unmarshal(value, &entry); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		e.of[name] = entry
	}
	slices.Sort(e.twice)
	e.twice = slices.Compact(e.twice)
	return nil
}

// names are the models in order.
func (e entries[T]) names() []string { return slices.Sorted(maps.Keys(e.of)) }

// refuse tells of the models that stand there twice.
func (e entries[T]) refuse(refused *page.Refused, doc web.Payload) {
	for _, name := range e.twice {
		refused.Row(doc, name, []page.Cell{{Text: name}}, errors.New("the board lists the model, or something of it, twice, with different values"))
	}
}

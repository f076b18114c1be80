package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"pricepoint/collectors/web"
)

// Entries are models that a file keeps as the fields of a JSON object. A JSON object may hold a name twice, and readers take
// the last: a file that does says two things of one model.
type Entries[T any] struct {
	Of    map[string]T
	Twice []string // the names with two values, or with something of them twice, which are left out
}

// UnmarshalJSON reads the object.
func (e *Entries[T]) UnmarshalJSON(raw []byte) error {
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
			e.Twice = append(e.Twice, key)
		}
		written[key] = value
	}
	for _, name := range e.Twice {
		delete(written, name)
	}
	return e.decode(written)
}

func (e *Entries[T]) decode(written map[string]json.RawMessage) error {
	e.Of = map[string]T{}
	for name, value := range written {
		if Repeated(value) != nil {
			e.Twice = append(e.Twice, name)
			continue
		}
		var entry T
		if err := json.Unmarshal(value, &entry); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		e.Of[name] = entry
	}
	slices.Sort(e.Twice)
	e.Twice = slices.Compact(e.Twice)
	return nil
}

// Names are the models in order.
func (e Entries[T]) Names() []string { return slices.Sorted(maps.Keys(e.Of)) }

// Refuse tells of the models that stand there twice.
func (e Entries[T]) Refuse(refused *Refused, doc web.Payload) {
	for _, name := range e.Twice {
		refused.Row(doc, name, []Cell{{Text: name}}, errors.New("the board lists the model, or something of it, twice, with different values"))
	}
}

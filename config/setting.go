package config

import (
	"cmp"
	"reflect"
	"strings"
	"time"
)

// Setting is one key with the value that holds.
type Setting struct {
	Key   string `json:"key"`
	Value any    `json:"value"` // string, bool, int or list of strings; a duration as text; secrets left out
	From  string `json:"from"`  // --flag, VARIABLE, file:line, or default
}

// Effective returns every setting, sorted by key, as Load with the same options gives it. It refuses what Load refuses.
func Effective(options Options) ([]Setting, error) {
	l, err := load(options)
	if err != nil {
		return nil, err
	}
	var all []Setting
	for _, key := range l.keys() {
		all = append(all, Setting{Key: key, Value: shown(l.fields[key]), From: cmp.Or(l.where[key], "default")})
	}
	return all, nil
}

// shown is the value of a field as it may be printed.
func shown(field any) any {
	switch value := field.(type) {
	case *time.Duration:
		return span(*value)
	case *string:
		return redact(*value)
	case *[]string:
		return append([]string{}, *value...) // never null
	}
	return reflect.ValueOf(field).Elem().Interface()
}

// span writes a duration as people do in a file: 168h, 2m.
func span(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

package config

import (
	"cmp"
	"reflect"
	"slices"
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
	cfg, l, err := load(options)
	if err != nil {
		return nil, err
	}
	var all []Setting
	for _, s := range settingsOf(cfg) {
		all = append(all, Setting{s.key, shown(s.value), cmp.Or(l.where[s.key], "default")})
	}
	slices.SortFunc(all, func(a, b Setting) int { return strings.Compare(a.Key, b.Key) })
	return all, nil
}

// setting is a field of Config.
type setting struct {
	key   string
	value any    // string, bool, int, time.Duration or []string
	check string // as its tag has it
}

// settingsOf are all of them, in the order of Config.
func settingsOf(cfg Config) []setting { return fields("", reflect.ValueOf(cfg)) }

func fields(section string, of reflect.Value) (all []setting) {
	for field, value := range of.Fields() {
		key := section + field.Tag.Get("yaml")
		if value.Kind() == reflect.Struct {
			all = append(all, fields(key+".", value)...)
		} else {
			all = append(all, setting{key, value.Interface(), field.Tag.Get("check")})
		}
	}
	return all
}

// shown is a value as it may be printed.
func shown(value any) any {
	switch v := value.(type) {
	case time.Duration:
		return span(v)
	case string:
		return redact(v)
	case []string:
		return append([]string{}, v...) // never null
	}
	return value
}

// span writes a duration as people do in a file: 168h, 2m.
func span(d time.Duration) string {
	return strings.NewReplacer("h0m0s", "h", "m0s", "m").Replace(d.String())
}

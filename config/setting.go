package config

import (
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
	sections, err := nested(cfg)
	if err != nil {
		return nil, err
	}
	var all []Setting
	for _, key := range l.keys() {
		s := Setting{Key: key, Value: shown(valueOf(sections, key)), From: "default"}
		if where := l.where[key]; where != "" {
			s.From = where
		}
		all = append(all, s)
	}
	return all, nil
}

// valueOf finds the value of a key.
func valueOf(sections map[string]any, key string) any {
	section, rest, deeper := strings.Cut(key, ".")
	if below, ok := sections[section].(map[string]any); ok && deeper {
		return valueOf(below, rest)
	}
	return sections[key]
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
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

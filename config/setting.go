package config

import (
	"cmp"
	"net/url"
	"reflect"
	"regexp"
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

// userinfo is what stands before the host in a URL, up to the last @ there; also where the URL is escaped, since it is the
// parameter of another and ends at the next.
var userinfo = regexp.MustCompile(`(?i)(://)[^/?#\s"<>]*(?:@|%40)|(:|%3A)(//|%2F%2F)[^/?#&\s"'<>]*(?:@|%40)`)

// WithoutUserinfo takes the names and passwords out of all URLs in a text. Whatever the program prints or logs goes through it.
func WithoutUserinfo(text string) string {
	if !strings.ContainsAny(text, "@%") {
		return text
	}
	return userinfo.ReplaceAllString(text, "$1$2$3")
}

var secretParameter = regexp.MustCompile(`(?i)secret|token|password|passwd|signature|credential|key`)

// redact takes out of a URL what may be a secret: who asks, and parameters that are named like one.
func redact(value string) string {
	value = WithoutUserinfo(value)
	u, err := url.Parse(value)
	if err != nil || !strings.Contains(value, "://") {
		return value
	}
	hidden := false
	parameters := strings.Split(u.RawQuery, "&")
	for i, p := range parameters {
		if name, _, ok := strings.Cut(p, "="); ok && namesSecret(name) {
			parameters[i], hidden = name+"=redacted", true
		}
	}
	if !hidden {
		return value
	}
	u.RawQuery = strings.Join(parameters, "&")
	return u.String()
}

// namesSecret tells whether a parameter is named like a secret, also where its name is escaped or cannot be read.
func namesSecret(name string) bool {
	plain, err := url.QueryUnescape(name)
	return err != nil || secretParameter.MatchString(plain)
}

package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"pricepoint/data/yaml"
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

// parse reads a value of the same type as like.
func parse(like any, text string) (any, error) {
	switch like.(type) {
	case bool:
		if text != "true" && text != "false" {
			return nil, fmt.Errorf("%q is neither true nor false", text)
		}
		return text == "true", nil
	case int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number", text)
		}
		return n, nil
	case time.Duration:
		d, err := time.ParseDuration(text)
		if err != nil {
			return nil, fmt.Errorf("%q is not a duration; write a number and a unit, such as 30s, 10m or 168h", text)
		}
		return d, nil
	case []string:
		return splitList(text), nil
	default:
		return text, nil
	}
}

// splitList takes names apart at commas.
func splitList(text string) []string {
	var names []string
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// written is a value of a file as it would be written in a variable: the items of a list stand between commas.
func written(node yaml.Node, isList bool) (string, error) {
	if !isList {
		text, ok := node.Text()
		if !ok {
			return "", errors.New("want a single value")
		}
		return text, nil
	}
	items, ok := node.Items()
	if !ok {
		return "", errors.New("want a list, such as [pricing_openai]")
	}
	var texts []string
	for _, item := range items {
		text, err := written(item, false)
		if err != nil {
			return "", fmt.Errorf("in the list: %v", err)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ","), nil
}

// userinfo finds what stands before the host in a URL, up to the last @ there; also where the URL is escaped, since it is the
// parameter of another and ends at the next. Some characters end the URL as well.
func userinfo(ends string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(://)[^/?#` + ends + `]*(?:@|%40)|(:|%3A)(//|%2F%2F)[^/?#&` + ends + `]*(?:@|%40)`)
}

// In a text a URL ends at a space or a quotation mark. A setting is all URL, and a password may hold anything.
var (
	userinfoInText    = userinfo(`\s"<>`)
	userinfoInSetting = userinfo("")
)

// WithoutUserinfo takes the names and passwords out of all URLs in a text. Whatever the program prints or logs goes through it.
func WithoutUserinfo(text string) string {
	if !strings.ContainsAny(text, "@%") {
		return text
	}
	return userinfoInText.ReplaceAllString(text, "$1$2$3")
}

var secretParameter = regexp.MustCompile(`(?i)secret|token|password|passwd|signature|credential|key`)

// redact takes out of a URL what may be a secret: who asks, and parameters that are named like one.
func redact(value string) string {
	value = userinfoInSetting.ReplaceAllString(value, "$1$2$3")
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
	return userinfoInSetting.ReplaceAllString(u.String(), "$1$2$3") // String may write a URL out that was escaped
}

// namesSecret tells whether a parameter is named like a secret, also where its name is escaped or cannot be read.
func namesSecret(name string) bool {
	plain, err := url.QueryUnescape(name)
	return err != nil || secretParameter.MatchString(plain)
}

package catalog

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
)

var (
	// promise is a day, a month or a year up to which, or on which, something is to be.
	promise = regexp.MustCompile(`(?i)\b(until|through|by|before|ends? (on|in)|shuts? down (on|in)|at least)\s+(\d{1,2} )?((January|February|March|April|May|June|July|August|September|October|November|December) )?20\d\d`)
	dayText = regexp.MustCompile(`\b20\d\d-\d\d-\d\d\b`)
	dayName = regexp.MustCompile(`\b\d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d\b`)
	month   = regexp.MustCompile(`\b(January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d\b`)
)

// TestTextsPromiseNothing looks for days that are to come and for promises in what people wrote about the tools: one day
// they lie in the past, and nobody has changed the text. Such days have fields of their own, from which sentences are made.
func TestTextsPromiseNothing(t *testing.T) {
	c, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	everyText(reflect.ValueOf(c).Elem(), "", func(at, text string) {
		for _, day := range datesIn(t, text) {
			promised := promise.MatchString(text) && !day.Before(c.Verified.First)
			if promised || day.After(c.Verified.First) {
				t.Errorf("%s: %q names a day that was to come when the catalogue was verified, %s", at, text, day.Format(time.DateOnly))
			}
		}
	})
	read := 0
	publishedTexts(c, func(at, text string) {
		read++
		if said := promise.FindString(text); said != "" {
			t.Errorf("%s: %q is a promise that lies in the past one day, if not already: %q; give the day a field of its own", at, text, said)
		}
	})
	if read < 500 {
		t.Errorf("only %d texts are looked at", read)
	}
}

// publishedTexts finds what people wrote for readers: all of it but the notes on where something was read, which tell of
// their own day.
func publishedTexts(c *Catalog, found func(at, text string)) {
	for _, tool := range c.Tools {
		everyText(reflect.ValueOf([]any{tool.Description, tool.BestFor, tool.Strengths, tool.Weaknesses, tool.Features}), tool.ID, found)
	}
	for name, all := range map[string]any{"providers": c.Providers, "categories": c.Categories, "platforms": c.Platforms, "use-cases": c.UseCases, "scoring": c.Scoring.Methodology} {
		everyText(reflect.ValueOf(all), name, func(at, text string) {
			if !strings.HasSuffix(at, ".Note") {
				found(at, text)
			}
		})
	}
}

// everyText finds whatever is written for people: every string with a blank in it.
func everyText(v reflect.Value, at string, found func(at, text string)) {
	switch v.Kind() {
	case reflect.String:
		if strings.Contains(v.String(), " ") {
			found(at, v.String())
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			everyText(v.Elem(), at, found)
		}
	case reflect.Slice:
		for i := range v.Len() {
			everyText(v.Index(i), fmt.Sprintf("%s[%d]", at, i), found)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			everyText(v.MapIndex(key), fmt.Sprintf("%s[%v]", at, key), found)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() && v.Type() != reflect.TypeFor[Date]() {
				everyText(v.Field(i), at+"."+field.Name, found)
			}
		}
	}
}

func datesIn(t *testing.T, text string) []time.Time {
	t.Helper()
	var all []time.Time
	for _, form := range []struct {
		pattern *regexp.Regexp
		layout  string
	}{{dayText, time.DateOnly}, {dayName, "2 January 2006"}, {month, "January 2006"}} {
		for _, found := range form.pattern.FindAllString(text, -1) {
			day, err := time.Parse(form.layout, found)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, day)
		}
	}
	return all
}

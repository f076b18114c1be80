package catalog

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
)

const someMonth = `(January|February|March|April|May|June|July|August|September|October|November|December)`

var (
	// promise is a day, a month or a year up to which, or on which, something is to be.
	promise = regexp.MustCompile(`(?i)\b(until|through|by|before|ends? (on|in)|shuts? down (on|in)|at least)\s+(\d{1,2} )?(` + someMonth + ` )?20\d\d`)
	// dated is a day or a month in a text.
	dated = regexp.MustCompile(`\b20\d\d-\d\d-\d\d\b|\b(\d{1,2} )?` + someMonth + ` 20\d\d\b`)
	// ofReaders is where people wrote something for readers: not the notes on where something was read, which tell of their own day.
	ofReaders = regexp.MustCompile(`^\.(Tools\S+\.(Description|BestFor|Strengths|Weaknesses|Features)|(Providers|Categories|Platforms|UseCases|Scoring\.Methodology\b))`)
)

// TestTextsPromiseNothing looks for days that are to come and for promises in what people wrote about the tools: one day
// they lie in the past, and nobody has changed the text. Such days have fields of their own, from which sentences are made.
func TestTextsPromiseNothing(t *testing.T) {
	c, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	everyText(reflect.ValueOf(c).Elem(), "", func(at, text string) {
		said := promise.FindString(text)
		for _, found := range dated.FindAllString(text, -1) {
			day := dayOf(t, found)
			if day.After(c.Verified.First) || said != "" && !day.Before(c.Verified.First) {
				t.Errorf("%s: %q names a day that was to come when the catalogue was verified, %s", at, text, day.Format(time.DateOnly))
			}
		}
		if !ofReaders.MatchString(at) || strings.HasSuffix(at, ".Note") {
			return
		}
		if read++; said != "" {
			t.Errorf("%s: %q is a promise that lies in the past one day, if not already: %q; give the day a field of its own", at, text, said)
		}
	})
	if read < 500 {
		t.Errorf("only %d texts are looked at", read)
	}
}

// everyText finds whatever is written for people: every string with a blank in it.
func everyText(v reflect.Value, at string, found func(at, text string)) {
	switch v.Kind() {
	case reflect.String:
		if strings.Contains(v.String(), " ") {
			found(at, v.String())
		}
	case reflect.Pointer:
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

func dayOf(t *testing.T, text string) time.Time {
	t.Helper()
	for _, layout := range []string{time.DateOnly, "2 January 2006", "January 2006"} {
		if day, err := time.Parse(layout, text); err == nil {
			return day
		}
	}
	t.Fatalf("%q is no day", text)
	return time.Time{}
}

// advice is how a description says that the provider would rather see another tool used.
var advice = regexp.MustCompile(`(?i)\bdeprecated\b|\b(recommends|advises|suggests)\s+(migrating|moving|switching|upgrading)\b|\badvises against\b|\bno longer recommend`)

// TestAdviceIsFlagged holds what the descriptions say of a tool's end against its flags: recommendations, weaknesses and
// the published properties follow the flags, so that a sentence alone would change none of them.
func TestAdviceIsFlagged(t *testing.T) {
	c, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	flagged := 0
	for _, tool := range c.Tools {
		is := tool.Deprecated || tool.Legacy
		if said := advice.FindString(tool.Description); (said != "") != is {
			t.Errorf("%s is flagged: %v, but its description says %q; set the flag, with a lifecycle source, or tell it in the description", tool.ID, is, said)
		}
		if is {
			flagged++
		}
	}
	if flagged < 10 {
		t.Errorf("only %d tools are flagged; does the pattern match nothing?", flagged)
	}
}

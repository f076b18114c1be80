package overlay_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/data/export"
)

// checkReport holds a file to what it says of itself: the places where it differs from the list are those of the report, and
// the list comes back when our values are taken out of it.
func checkReport(t *testing.T, upstream string, f export.File) {
	t.Helper()
	before, after := leaves(t, []byte(upstream)), map[string]string{}
	for at, is := range leaves(t, f.Body) {
		if at, there := inList(f.Export, at); there {
			after[at] = is
		}
	}
	differing := map[string]bool{}
	for at, was := range before {
		isDropped := slices.ContainsFunc(f.Dropped, func(dropped string) bool { return strings.HasPrefix(at, dropped+"/") })
		if after[at] != was && !isDropped {
			differing[at] = true
		}
	}
	for at := range after {
		if _, there := before[at]; !there {
			differing[at] = true
		}
	}
	told := map[string]bool{}
	for _, r := range f.Replaced {
		at, _ := inList(f.Export, r.At)
		told[at] = true
		if r.Was != nil && after[at] != r.Is.String() {
			t.Errorf("%s is %s, the report says %s", r.At, after[at], r.Is)
		}
	}
	if got, want := slices.Sorted(maps.Keys(told)), slices.Sorted(maps.Keys(differing)); !slices.Equal(got, want) {
		t.Errorf("the report names %v, and %v differ", got, want)
	}
}

// inList is where the list below has what an overlay has at a place: rows of an array move behind those that were added. It is
// false in an added row.
func inList(e data.Export, at string) (pointer string, there bool) {
	for _, a := range e.Added {
		if at == a.At || strings.HasPrefix(at, a.At+"/") {
			return "", false
		}
	}
	parts := strings.Split(at, "/")
	for _, a := range e.Added {
		rows := strings.Split(a.At, "/")
		if last := len(rows) - 1; len(parts) > last && slices.Equal(rows[:last], parts[:last]) {
			if number, err := strconv.Atoi(parts[last]); err == nil {
				parts[last] = strconv.Itoa(number - 1)
			}
		}
	}
	return strings.Join(parts, "/"), true
}

// leaves are all values of a document that hold no others, as they are written, by their JSON Pointers.
func leaves(t *testing.T, body []byte) map[string]string {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		t.Fatalf("%v: %.300s", err, body)
	}
	all := map[string]string{}
	var walk func(at string, value any)
	walk = func(at string, value any) {
		switch v := value.(type) {
		case map[string]any:
			for key, member := range v {
				walk(at+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(key), member)
			}
		case []any:
			for i, item := range v {
				walk(at+"/"+strconv.Itoa(i), item)
			}
		default:
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			all[at] = string(text)
		}
	}
	walk("", value)
	return all
}

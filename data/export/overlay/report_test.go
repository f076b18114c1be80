package overlay_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pricepoint/data/export"
)

// checkReport holds a file to what it says of itself: the places where it differs from the list are those of the report, and
// the list comes back when our values are taken out of it.
func checkReport(t *testing.T, upstream string, f export.File) {
	t.Helper()
	before, after := leaves(t, []byte(upstream)), leaves(t, f.Body)
	differing := map[string]bool{}
	for at, was := range before {
		if after[at] != was {
			differing[at] = true
		}
	}
	for at := range after {
		if _, there := before[at]; !there && !strings.Contains(at, "/windows/") && !strings.HasSuffix(at, "/weekday_timezone") {
			differing[at] = true
		}
	}
	told := map[string]bool{}
	for _, r := range f.Replaced {
		told[r.At] = true
		if r.Was != nil && after[r.At] != r.Is.String() {
			t.Errorf("%s is %s, the report says %s", r.At, after[r.At], r.Is)
		}
	}
	if got, want := slices.Sorted(maps.Keys(told)), slices.Sorted(maps.Keys(differing)); !slices.Equal(got, want) {
		t.Errorf("the report names %v, and %v differ", got, want)
	}
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

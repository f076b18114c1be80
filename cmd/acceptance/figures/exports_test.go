package figures

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pricepoint/collectors/web"
	"pricepoint/data"
)

// overlaid is a list of others, as it was captured last and as we serve it.
type overlaid struct {
	about    data.Export
	upstream web.Payload
	body     []byte
}

// overlays are those of a first refresh in November 2026.
func overlays(t *testing.T) map[string]overlaid {
	t.Helper()
	snapshot, recorded := recordedNovember(t)
	bodies := map[string][]byte{}
	for _, e := range snapshot.Exports {
		bodies["/"+e.Path] = e.Body
	}
	var index data.ExportIndex
	if err := data.Decode(bodies["/"+data.ExportIndexPath], &index); err != nil {
		t.Fatal(err)
	}
	all := map[string]overlaid{}
	for _, e := range index.Exports {
		if e.Kind != data.Overlay {
			continue
		}
		if e.Upstream == nil || e.Absent != "" {
			t.Fatalf("there is no %s: %s", e.Path, e.Cause)
		}
		doc, err := recorded.Fetch(t.Context(), web.Request{URL: e.Upstream.URL})
		if err != nil || doc.SHA256 != e.Upstream.SHA256 {
			t.Fatalf("%s lies on %s with %s, which is captured with %s: %v", e.Path, e.Upstream.URL, e.Upstream.SHA256, doc.SHA256, err)
		}
		all[e.Format] = overlaid{e, doc, bodies[e.Path]}
	}
	return all
}

// TestOverlaysOnRealLists lays our prices over the newest captures of the lists of others. It prints what differs, with -v.
func TestOverlaysOnRealLists(t *testing.T) {
	t.Parallel()
	all := overlays(t)
	if got := slices.Sorted(maps.Keys(all)); !slices.Equal(got, []string{"genai-prices", "models.dev"}) {
		t.Fatalf("overlays are made for %v", got)
	}
	for _, o := range all {
		e := o.about
		t.Logf("%s: %d bytes, %d tools, %d rows, %d values; differing: %d, left: %v, missing: %v, dropped: %v, unreviewed: %v", e.Path, e.Size, e.Tools, e.Rows, e.Values, len(e.Replaced), e.Left, e.Missing, e.Dropped, e.Unreviewed)
		before, after := valuesIn(t, o.upstream.Body), map[string]string{}
		for at, is := range valuesIn(t, o.body) {
			if at, there := inList(e, at); there {
				after[at] = is
			}
		}
		told := map[string]bool{}
		for _, r := range e.Replaced {
			at, _ := inList(e, r.At)
			told[at] = true
			t.Logf("  %s %s -> %s", at, before[at], after[at])
		}
		for at, is := range after {
			if was, there := before[at]; (!there || was != is) && !told[at] {
				t.Errorf("%s: %s was %s and is %s, which the report does not say", e.Path, at, was, is)
			}
			if told[at] && before[at] == is {
				t.Errorf("%s: %s is reported and does not differ", e.Path, at)
			}
		}
		for at := range before {
			if _, there := after[at]; !there && !isLeftOut(e, at) {
				t.Errorf("%s: %s is gone", e.Path, at)
			}
		}
		if e.Corrected+e.Confirmed+len(e.Added) != e.Rows || len(e.Added) == 0 {
			t.Errorf("%s: %d rows are corrected, %d confirmed and %d added, of %d", e.Path, e.Corrected, e.Confirmed, len(e.Added), e.Rows)
		}
		if e.Tools < 30 || e.Values < 150 || len(e.Replaced) == 0 || len(e.Replaced) > 200 {
			t.Errorf("%s has %d tools and %d values, of which %d differ: is it the list?", e.Path, e.Tools, e.Values, len(e.Replaced))
		}
	}
}

// isLeftOut reports whether an overlay says that it leaves out what the list has at a place.
func isLeftOut(e data.Export, at string) bool {
	place := strings.Split(at, "/")
	return slices.ContainsFunc(slices.Concat(e.Dropped, e.Unreviewed), func(dropped string) bool {
		keys := strings.Split(dropped, "/")
		for i, key := range keys {
			if i >= len(place) || key != "*" && key != place[i] {
				return false
			}
		}
		return true
	})
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

// valuesIn are all values of a document that hold no others, as they are written, by their JSON Pointers.
func valuesIn(t *testing.T, body []byte) map[string]string {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		t.Fatal(err)
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

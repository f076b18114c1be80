package onto_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tailscale/hujson"

	"pricepoint/cmd/internal/onto"
)

func TestMerge(t *testing.T) {
	for _, c := range []struct {
		name, file, export string
		whole              int
		want               string
		added, changed     int
	}{
		{"an empty object", `{}`, `{"models":{"a":{"input":5}}}`, 0, "{\n  \"models\": {\n    \"a\": {\n      \"input\": 5\n    }\n  }\n}", 1, 0},
		{"what is there stays as it is", "// mine\n{\n\t\"theme\": \"dark\", // so\n\t\"n\": 1.0e0,\n}\n", `{"n":1,"x":{"y":[1]}}`, 0,
			"// mine\n{\n\t\"theme\": \"dark\", // so\n\t\"n\": 1.0e0,\n\t\"x\": {\n\t  \"y\": [\n\t    1\n\t  ]\n\t}\n}\n", 1, 0},
		{"prices of a model", `{"a":{"cost":{"input":1,"own":7},"name":"A"}}`, `{"a":{"cost":{"input":2}}}`, 0, `{"a":{"cost":{"input":2,"own":7},"name":"A"}}`, 0, 1},
		{"an entry is taken whole", `{"models":{"a":{"input":1,"own":7}}}`, `{"models":{"a":{"input":2}}}`, 2, "{\"models\":{\"a\":{\n  \"input\": 2\n}}}", 0, 1},
		{"elements by their id", `[{"id":"a","n":1},{"id":"b","n":1}]`, `[{"id":"b","n":2},{"id":"c","n":3}]`, 0,
			"[{\"id\":\"a\",\"n\":1},{\"id\":\"b\",\"n\":2},\n{\n  \"id\": \"c\",\n  \"n\": 3\n}]", 1, 1},
		{"other lists whole", `{"tiers":[1,2,3]}`, `{"tiers":[4]}`, 0, "{\"tiers\":[\n  4\n]}", 0, 1},
		{"a price takes the place of a word", `{"a":"free"}`, `{"a":{"input":2}}`, 0, "{\"a\":{\n  \"input\": 2\n}}", 0, 1},
		{"a number of many digits", `{"own":` + strings.Repeat("7", 10000) + `}`, `{"a":1}`, 0, `{"own":` + strings.Repeat("7", 10000) + ",\n\"a\": 1}", 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := onto.Merge([]byte(c.file), []byte(c.export), c.whole)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got.Body)); diff != "" || got.Added != c.added || got.Changed != c.changed {
				t.Errorf("%d added, %d changed, want %d and %d (-want +got):\n%s", got.Added, got.Changed, c.added, c.changed, diff)
			}
			again, err := onto.Merge(got.Body, []byte(c.export), c.whole)
			if err != nil || !bytes.Equal(again.Body, got.Body) || again.Added+again.Changed > 0 {
				t.Errorf("a second time it adds %d and changes %d: %v", again.Added, again.Changed, err)
			}
		})
	}
}

func TestMergeRefusesWhatProgramsReadInDifferentWays(t *testing.T) {
	for _, c := range []struct{ name, file, says string }{
		{"a list", `[]`, "the file is a list, and the export is an object"},
		{"a word", `"x"`, "neither object nor list"},
		{"twice", `{"a":{"b":1,"b":2}}`, `it has "b" twice`},
		{"twice, written otherwise", `{"b":1,"\u0062":2}`, `it has "b" twice`},
		{"cut off", `{"a":{"b":1`, "it is no JSON"},
		{"nothing", ``, "it is no JSON"},
		{"a mark", "\xef\xbb\xbf{}", "byte order mark"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := onto.Merge([]byte(c.file), []byte(`{"a":1}`), 0)
			if err == nil || !strings.Contains(err.Error(), c.says) || got.Body != nil {
				t.Errorf("%v, want %q", err, c.says)
			}
		})
	}
	if _, err := onto.Merge([]byte(`[{"id":"a"},{"id":"a"}]`), []byte(`[{"id":"a"}]`), 0); err == nil {
		t.Error("two elements of one id are taken")
	}
}

// FuzzMerge lays something over anything: what comes out has all of ours, and a second time nothing changes.
func FuzzMerge(f *testing.F) {
	f.Add([]byte(`{"a": {"b": [1, 2]}, /* c */ "d": 1,}`), []byte(`{"a":{"b":[3]},"e":{"f":null}}`), 1)
	f.Add([]byte(`[{"id":"x","n":1}]`), []byte(`[{"id":"y"},{"id":"x","n":2}]`), -1)
	f.Add([]byte(`{"a":1.0}`), []byte(`{"a":1,"b":2}`), 0)
	f.Fuzz(func(t *testing.T, file, export []byte, whole int) {
		got, err := onto.Merge(file, export, whole)
		if err != nil {
			return
		}
		plain, err := hujson.Standardize(got.Body)
		if err != nil || !json.Valid(plain) {
			t.Fatalf("%s over %s makes what is no JSON: %s: %v", export, file, got.Body, err)
		}
		again, err := onto.Merge(got.Body, export, whole)
		if err != nil || !bytes.Equal(again.Body, got.Body) {
			t.Errorf("%s over %s makes %s, and again %s: %v", export, file, got.Body, again.Body, err)
		}
	})
}

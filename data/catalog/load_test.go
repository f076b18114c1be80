package catalog

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

const (
	acme   = "tools/acme.yaml"
	bolt   = "tools/bolt.yaml"
	naming = "naming.yaml"
)

var update = flag.Bool("update", false, "write down the errors that are given now")

// TestLoadRefuses has one row for each rule, in testdata/refused.jsonl: its name, a file of the base, a text there, what
// stands in its place, and the whole error.
func TestLoadRefuses(t *testing.T) {
	const golden = "testdata/refused.jsonl"
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	for line := range bytes.Lines(text) {
		var row [5]string
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		name, file, old, new, want := row[0], row[1], row[2], row[3], row[4]
		t.Run(name, func(t *testing.T) {
			_, err := Load(edited(t, file, old, new))
			if err == nil {
				t.Fatalf("no error, want %s", want)
			}
			if row[4] = err.Error(); row[4] != want && !*update {
				t.Errorf("error\n%s\nwant\n%s", err, want)
			}
		})
		encoder := json.NewEncoder(&all)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(row); err != nil {
			t.Fatal(err)
		}
	}
	if *update {
		if err := os.WriteFile(golden, all.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLoadReportsEverythingInOrder(t *testing.T) {
	fsys := baseFS()
	fsys["tools/bolt.yaml"] = &fstest.MapFile{Data: []byte("tools:\n  - {id: b, price: 1}\n  - {id: c, released: [1]}\n")}
	fsys["gate.yaml"] = &fstest.MapFile{Data: []byte(base["gate.yaml"] + "ratio2: low\n")}
	fsys["extra.yaml"] = &fstest.MapFile{Data: []byte("a: b\n")}
	delete(fsys, "naming.yaml")
	_, err := Load(fsys)
	const missing = `: key "name" is missing`
	want := []string{
		"extra.yaml:1: nothing reads this file; rename or remove it",
		`gate.yaml:22: unknown key "ratio2"; the keys here are ratio cacheRatio rereadBelow scorePoints movedShare movedAtLeast goneShare doubtAfterDays askAfterDays aloneForDays togetherAtLeast togetherShare sameFactor exchangeRates rateWithin termWords plainWords standIns bands`,
		"naming.yaml:1: the file is missing",
		"tools/bolt.yaml:2: unknown key \"price\"; the keys here are " + toolKeys,
		"tools/bolt.yaml:2" + missing,
	}
	got := problemsOf(err)
	for i, text := range want {
		if i >= len(got) || got[i] != text {
			t.Fatalf("problem %d of\n%q\nis not %q", i, got, text)
		}
	}
	if last := got[len(got)-1]; last != `tools/bolt.yaml:3: key "prices" is missing` {
		t.Errorf("last problem = %q", last)
	}
}

// TestLoadRefusesWhatNoStoreHolds also where a program reads its own catalogue unchecked, long before it makes a snapshot.
func TestLoadRefusesWhatNoStoreHolds(t *testing.T) {
	fsys := baseFS()
	fsys["tools/bolt.yaml"] = &fstest.MapFile{Data: []byte("tools:\n" + strings.Repeat("  - {}\n", mostTools))}
	_, err := load(fsys, nil, false)
	got := problemsOf(err)
	want := "catalogue.yaml:1: 6501 tools, but at most 6500 tools fit into one store; list fewer, or part them between two programs with a store each"
	if len(got) == 0 || got[0] != want {
		t.Errorf("%d problems, the first %.200q, want %q", len(got), got[:min(1, len(got))], want)
	}
}

const toolKeys = "id name categories released predecessor url description bestFor features strengths weaknesses context prices scores properties aliases scopedAliases deprecated legacy shutdown successor lifecycle"

func problemsOf(err error) []string {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	var all []string
	for _, e := range joined.Unwrap() {
		all = append(all, e.Error())
	}
	return all
}

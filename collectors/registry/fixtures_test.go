package registry

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestFixtures reads every case of every source: the folder of a case holds the documents 1.*, 2.*, in the
// order of the source's requests, and golden.jsonl, the observations they must give.
func TestFixtures(t *testing.T) {
	for _, s := range All() {
		for _, name := range sourcetest.Cases(t, s.Name) {
			t.Run(s.Name+"/"+name, func(t *testing.T) { checkFixture(t, s, name) })
		}
	}
}

func checkFixture(t *testing.T, s collectors.Source, name string) {
	var refused page.Refused
	found, err := s.Parse(sourcetest.Documents(t, s, name), &refused)
	if err = refused.Lacking(err); err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	encoder := json.NewEncoder(&got)
	encoder.SetEscapeHTML(false)
	for _, o := range found {
		if err := encoder.Encode(o); err != nil {
			t.Fatal(err)
		}
	}
	golden := filepath.Join(sourcetest.Folder(s.Name), name, "golden.jsonl")
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); err != nil || diff != "" {
		t.Errorf("%v; observations differ, which -update writes (-golden +got):\n%s", err, diff)
	}
}

func TestNothingToRead(t *testing.T) {
	for _, s := range All() {
		want := s.Name + " was given nothing to read"
		if _, _, err := collectors.Parse(s, nil); err == nil || err.Error() != want {
			t.Errorf("Parse of nothing = %v, want %s", err, want)
		}
	}
}

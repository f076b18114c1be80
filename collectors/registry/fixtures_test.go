package registry

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/data"
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
	got, err := s.Parse(sourcetest.Documents(t, s, name))
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join(sourcetest.Folder(s.Name), name, "golden.jsonl")
	if *update {
		writeObservations(t, golden, got)
	}
	if diff := cmp.Diff(readObservations(t, golden), got); diff != "" {
		t.Errorf("observations differ (-golden +got):\n%s", diff)
	}
}

func readObservations(t testing.TB, path string) []data.Observation {
	t.Helper()
	body, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []data.Observation
	lines := bufio.NewScanner(bytes.NewReader(body))
	for lines.Scan() {
		var o data.Observation
		if err := data.Decode(lines.Bytes(), &o); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, o)
	}
	return all
}

func writeObservations(t testing.TB, path string, all []data.Observation) {
	t.Helper()
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	for _, o := range all {
		if err := enc.Encode(o); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path, buf.Bytes(), 0o644); err != nil {
		t.Fatal(err)
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

package registry

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
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

// TestColumnOrderDoesNotMatter reads the Markdown fixtures again with the columns of every table reversed.
func TestColumnOrderDoesNotMatter(t *testing.T) {
	for _, fixture := range []string{"pricing_anthropic/dates", "pricing_anthropic/longcontext", "pricing_openai/titles", "pricing_openai/tiers",
		"pricing_google/tiers", "pricing_xai/rows"} {
		t.Run(fixture, func(t *testing.T) {
			source, name, _ := strings.Cut(fixture, "/")
			body := sourcetest.Text(t, source, name)
			var reversed strings.Builder
			for line := range strings.Lines(body) {
				if cells := strings.Split(strings.Trim(line, "|\n"), "|"); strings.HasPrefix(line, "|") {
					slices.Reverse(cells)
					line = "|" + strings.Join(cells, "|") + "|\n"
				}
				reversed.WriteString(line)
			}
			parse := sourcetest.Named(t, All(), source).Parse
			want, err := parse([]web.Payload{{Body: []byte(body)}})
			if err != nil {
				t.Fatal(err)
			}
			got, err := parse([]web.Payload{{Body: []byte(reversed.String())}})
			if err != nil {
				t.Fatal(err)
			}
			order := cmpopts.SortSlices(func(a, b data.Observation) bool { return fmt.Sprint(a) < fmt.Sprint(b) })
			if diff := cmp.Diff(want, got, order); diff != "" {
				t.Errorf("observations differ (-want +got):\n%s", diff)
			}
		})
	}
}

// TestEverySourceIsFuzzed: what a source reads was written by strangers, so each has a target of its own.
func TestEverySourceIsFuzzed(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "*", "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var targets strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, target := range regexp.MustCompile(`(?m)^func Fuzz\w+\(f \*testing\.F\) +\{(.* \}$|(?s:.*?)^\})`).FindAllString(string(text), -1) {
			targets.WriteString(target)
		}
	}
	for _, source := range All() {
		if !strings.Contains(targets.String(), `"`+source.Name+`"`) {
			t.Errorf("%s has no fuzz target: add one beside its test", source.Name)
		}
	}
}

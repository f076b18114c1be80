package collectors

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"mime"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pricepoint/collectors/web"
	"pricepoint/data"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// fixtureDate is when every fixture claims to have been fetched.
var fixtureDate = time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)

// TestFixtures reads every case of every source: testdata/<source>/<case>/ holds the documents 1.*, 2.*, in the
// order of the source's requests, and golden.jsonl, the observations they must give.
func TestFixtures(t *testing.T) {
	for _, s := range All() {
		cases, err := filepath.Glob(filepath.Join("testdata", s.Name, "*", "golden.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			cases, _ = filepath.Glob(filepath.Join("testdata", s.Name, "*", ""))
		}
		if len(cases) == 0 {
			t.Errorf("%s has no fixture in testdata/%s", s.Name, s.Name)
		}
		for _, path := range cases {
			dir := path
			if filepath.Base(path) == "golden.jsonl" {
				dir = filepath.Dir(path)
			}
			t.Run(s.Name+"/"+filepath.Base(dir), func(t *testing.T) { checkFixture(t, s, dir) })
		}
	}
}

func checkFixture(t *testing.T, s Source, dir string) {
	got, err := s.Parse(fixtureDocuments(t, s, dir))
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join(dir, "golden.jsonl")
	if *update {
		writeObservations(t, golden, got)
	}
	if diff := cmp.Diff(readObservations(t, golden), got); diff != "" {
		t.Errorf("observations differ (-golden +got):\n%s", diff)
	}
}

// fixtureDocuments reads the numbered files of a case as the documents of s.
func fixtureDocuments(t testing.TB, s Source, dir string) []web.Payload {
	t.Helper()
	docs, _ := fixtureCase(t, s, dir)
	return docs
}

// fixtureCase reads the numbered files of a case under the addresses that s asks first: those of its requests, then
// those that the pages there name. The case is whole if it has one file for each of them. A file for which there is none
// stands under the address of the last request.
func fixtureCase(t testing.TB, s Source, dir string) (docs []web.Payload, whole bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "[0-9]*.*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s holds no documents: %v", dir, err)
	}
	slices.Sort(files)
	var addresses []string
	for _, alternatives := range s.Requests {
		addresses = append(addresses, alternatives[0].URL)
	}
	for n, file := range files {
		address := addresses[len(s.Requests)-1]
		if n < len(addresses) {
			address = addresses[n]
		}
		doc := fileDocument(t, file, address, fixtureDate)
		docs = append(docs, doc)
		if s.Next != nil && n < len(s.Requests) {
			for _, r := range s.Next(doc) {
				addresses = append(addresses, r.URL)
			}
		}
	}
	return docs, len(docs) == len(addresses)
}

// fileDocument reads one file as if it had been fetched from url.
func fileDocument(t testing.TB, file, url string, fetched time.Time) web.Payload {
	t.Helper()
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(body)
	return web.Payload{URL: url, ContentType: mime.TypeByExtension(filepath.Ext(file)), FetchedAt: fetched, Body: body, SHA256: hex.EncodeToString(sum[:])}
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

// TestColumnOrderDoesNotMatter reads the Markdown fixtures again with the columns of every table reversed.
func TestColumnOrderDoesNotMatter(t *testing.T) {
	for _, fixture := range []string{"pricing_anthropic/dates", "pricing_anthropic/longcontext", "pricing_openai/titles", "pricing_openai/tiers",
		"pricing_google/tiers", "pricing_xai/rows"} {
		t.Run(fixture, func(t *testing.T) {
			body, err := os.ReadFile(filepath.Join("testdata", fixture, "1.md"))
			if err != nil {
				t.Fatal(err)
			}
			var reversed strings.Builder
			for line := range strings.Lines(string(body)) {
				if cells := strings.Split(strings.Trim(line, "|\n"), "|"); strings.HasPrefix(line, "|") {
					slices.Reverse(cells)
					line = "|" + strings.Join(cells, "|") + "|\n"
				}
				reversed.WriteString(line)
			}
			parse := mustSelect(t, filepath.Dir(fixture)).Parse
			want, err := parse([]web.Payload{{Body: body}})
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
	files, err := filepath.Glob("*_test.go")
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

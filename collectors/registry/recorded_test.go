package registry

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// TestRecorded reads real captures. testdata/recorded.txt has a block for each: the source and the files, what was counted
// on it without the reader, and values as a person has read them there. A value of "-" is one that the page does not print;
// what stands in brackets says what is special. -update writes down what is read now.
func TestRecorded(t *testing.T) {
	const golden = "testdata/recorded.txt"
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	files := captureIndex(t)
	var all []string
	for block := range strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n\n") {
		lines := strings.Split(block, "\n")
		t.Run(strings.ReplaceAll(lines[0], "/", "_"), func(t *testing.T) {
			got := readAgain(t, files, lines)
			all = append(all, strings.Join(got, "\n"))
			if diff := gocmp.Diff(lines, got); diff != "" && !*update {
				t.Errorf("it is read otherwise (-person +reader):\n%s", diff)
			}
		})
	}
	if *update {
		if err := os.WriteFile(golden, []byte(strings.Join(all, "\n\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// readAgain is a block with what is read now.
func readAgain(t *testing.T, files []capture, lines []string) []string {
	t.Helper()
	name, patterns, _ := strings.Cut(lines[0], " ")
	s := sourcetest.Named(t, All(), name)
	found, refused, err := collectors.Parse(s, documentsOf(t, s, files, patterns))
	if err != nil {
		return append([]string{lines[0], "  it fails: " + string(data.FailureOf(err).Class)}, lines[min(2, len(lines)):]...)
	}
	got := []string{lines[0], fmt.Sprintf("  %s; %d rows are refused", countsOf(found), len(refused))}
	for _, line := range lines[min(2, len(lines)):] {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		var q data.Qualifiers
		if err := data.Decode([]byte(cells[2]), &q); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		var said []string
		for _, o := range found {
			if o.Subject == cells[0] && o.Field == data.Field(cells[1]) && o.Qualifiers == q {
				said = append(said, o.Value+" "+string(o.Unit))
			}
		}
		cells[3] = cmp.Or(strings.Join(said, ", "), "-")
		got = append(got, "  "+strings.Join(cells, " | "))
	}
	return got
}

// countsOf says how much is read: models with an input and an output price, and observations by field.
func countsOf(found []data.Observation) string {
	many, fields := map[data.Field]int{}, []string{}
	for _, o := range found {
		many[o.Field]++
	}
	for field, n := range many {
		fields = append(fields, fmt.Sprintf("%s %d", field, n))
	}
	slices.Sort(fields)
	return fmt.Sprintf("%d models; %s", len(page.PricedSubjects(found)), strings.Join(fields, ", "))
}

// capture is a line of the index of the captures.
type capture struct{ url, file string }

// captureIndex lists the real captures. They are no part of this repository: without their folder the test skips, with it a missing
// capture fails.
func captureIndex(t *testing.T) (all []capture) {
	t.Helper()
	index, err := os.ReadFile(filepath.Join(captures(), "INDEX.tsv"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no real captures at %s; set PRICEPOINT_RECORDED to the folder that holds them", captures())
	} else if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(index)) {
		if column := strings.Split(line, "\t"); len(column) > 4 { // kind, source, url, date, file, state, note
			all = append(all, capture{column[2], column[4]})
		}
	}
	return all
}

func captures() string {
	return cmp.Or(os.Getenv("PRICEPOINT_RECORDED"), filepath.Join("..", "..", "..", "shared", "recorded"))
}

// documentsOf are the captures that patterns name, in the order of the index: * stands for anything. What names others
// stands before them.
func documentsOf(t *testing.T, s collectors.Source, files []capture, patterns string) (docs []web.Payload) {
	t.Helper()
	for pattern := range strings.FieldsSeq(patterns) {
		head, tail, many := strings.Cut(pattern, "*")
		for _, f := range files {
			if f.file == pattern || many && strings.HasPrefix(f.file, head) && strings.HasSuffix(f.file, tail) {
				docs = append(docs, asSent(t, f))
			}
		}
	}
	if len(docs) == 0 {
		t.Fatalf("no capture is called %s", patterns)
	}
	return docs
}

// asSent is a capture as its server sent it: some were packed to be kept, and some are only the part with the prices.
func asSent(t *testing.T, f capture) web.Payload {
	t.Helper()
	_, dated, _ := strings.Cut(filepath.Base(f.file), "@") // its name carries the day
	day, err := time.Parse(time.DateOnly, dated[:min(len(dated), len(time.DateOnly))])
	if err != nil {
		t.Fatalf("%s carries no date: %v", f.file, err)
	}
	doc := sourcetest.Payload(t, filepath.Join(captures(), f.file), f.url, day)
	if strings.HasSuffix(f.file, ".gz") {
		packed, err := gzip.NewReader(bytes.NewReader(doc.Body))
		if err != nil {
			t.Fatal(err)
		}
		if doc.Body, err = io.ReadAll(packed); err != nil {
			t.Fatal(err)
		}
	}
	if strings.HasSuffix(f.file, ".fragment.html") && !page.IsHTML(doc.Body) {
		doc.Body = append([]byte("<!doctype html>"), doc.Body...)
	}
	return doc
}

// TestNothingElseIsRead hands each source what a server may answer with that is not its page, and the pages of all others.
// Tables of prices and of lifecycles are titled alike everywhere: whose they are follows from their address alone.
func TestNothingElseIsRead(t *testing.T) {
	others := map[string]string{
		"empty": "", "null": "null", "object": "{}", "list": "[]", "other object": `{"message": "not found", "status": 404}`, "cut off": `{"data": [`, "two documents": "{} {}",
		"no rows": `{"data": [], "prices": [], "models": [], "rows": []}`, "rows are no list": `{"rows": {}}`, "text": "404: Not Found", "challenge": "<!doctype html><title>Just a moment...</title>",
		"welcome": "<!DOCTYPE html><html><head><title>Welcome</title></head><body><h1>Welcome</h1><p>Ask us anything.</p></body></html>",
	}
	alike := map[string]data.SourceKind{}
	for _, other := range All() {
		others[other.Name] = string(sourcetest.Documents(t, other, sourcetest.Cases(t, other.Name)[0])[0].Body)
		if other.Kind == data.PricingSource || other.Kind == data.LifecycleSource {
			alike[other.Name] = other.Kind
		}
	}
	for _, s := range All() {
		for name, body := range others {
			if name == s.Name || alike[name] == s.Kind {
				continue
			}
			if found, _, err := collectors.Parse(s, []web.Payload{{URL: s.Requests[0][0].URL, Body: []byte(body), FetchedAt: sourcetest.Date}}); err == nil {
				t.Errorf("%s reads %d observations of %s", s.Name, len(found), name)
			}
		}
	}
}

package cmd

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unfuzzed are the packages that read something and have no fuzz target of their own, with the reason.
var unfuzzed = map[string]string{
	"server/page":             "it reads the documents of a snapshot, which data/store proves",
	"server/schemas/generate": "it reads what it has made itself",
	"cmd/pricepoint":          "it reads the documents of a snapshot",
	"normalize/documents":     "it reads the documents of the snapshot before",
	"cmd/internal/built":      "it is for tests",
	"cmd/internal/doctor":     "it reads the documents of a snapshot, and asks what config and collectors have read",
	"cmd/internal/published":  "it reads the documents of a snapshot",
	"cmd/internal/verify":     "it reads the documents of a snapshot",
}

// reads is how bytes, texts and requests from outside are read. Patterns and dates within a text come with one of these.
var reads = regexp.MustCompile(`\b(json\.(Unmarshal|NewDecoder)|data\.(Decode|Read)|csv\.NewReader|zip\.NewReader|gzip\.NewReader|brotli\.NewReader|html\.Parse|` +
	`goquery\.NewDocumentFromReader|url\.Parse|yaml\.Parse|parser\.ParseBytes|hujson\.Parse|http\.ReadRe\w+|textproto\.NewReader|fmt\.Sscanf|decimal\.NewFromString)\(|` +
	`\) (ServeHTTP|RoundTrip|Unmarshal(Text|JSON))\(`)

var target = regexp.MustCompile(`(?m)^func Fuzz[A-Z]`)

// TestWhatReadsIsFuzzed: what comes from outside may be anything, so that every package that reads has a fuzz target.
func TestWhatReadsIsFuzzed(t *testing.T) {
	readers, fuzzed := map[string]bool{}, map[string]bool{}
	for _, file := range goFiles(t) {
		text, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			t.Fatal(err)
		}
		pkg := path.Dir(file)
		switch {
		case strings.HasSuffix(file, "_test.go"):
			fuzzed[pkg] = fuzzed[pkg] || target.Match(text)
		case reads.Match(text):
			readers[pkg] = true
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(readers)) {
		if ofTests := strings.HasPrefix(pkg, "cmd/acceptance") || strings.HasPrefix(pkg, ".ci") || strings.HasSuffix(pkg, "test") || strings.Contains(pkg, "fixture"); !ofTests && !fuzzed[pkg] && unfuzzed[pkg] == "" {
			t.Errorf("%s reads from outside and has no fuzz target: add one, or say in this table who reads for it", pkg)
		}
	}
	for pkg := range unfuzzed {
		if !readers[pkg] || fuzzed[pkg] {
			t.Errorf("%s needs no entry in this table", pkg)
		}
	}
}

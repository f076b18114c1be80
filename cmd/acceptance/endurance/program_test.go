//go:build proof

package endurance

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// withTools builds the program with a catalogue of n tools: those that people curate, again and again under other names.
// A copy has none of the names that sources print.
func withTools(t *testing.T, n int) (program string) {
	t.Helper()
	dir := t.TempDir()
	replaced := map[string]string{}
	write := func(name, text string) (path string) {
		path = filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	files, err := filepath.Glob(filepath.Join(fixture.Root(), "data", "catalog", "tools", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	missing := n - curated
	for i, file := range files {
		share := missing / (len(files) - i) // every provider has its own file
		missing -= share
		replaced[file] = write(filepath.Base(file), copied(read(t, file), share))
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	return built(t, append(installed, "-overlay="+write("overlay.json", string(overlay)))...)
}

var (
	eachTool  = regexp.MustCompile(`(?m)^  - id: `)
	idAndName = regexp.MustCompile(`\A(\S+)\n    name: (.*)\n`)
	others    = regexp.MustCompile(`(?m)^    (predecessor|successor): .*\n|^    (aliases|scopedAliases):.*\n(      .*\n)*`)
)

// copied is the file of a provider with so many tools more.
func copied(file string, more int) string {
	parts := eachTool.Split(strings.TrimRight(file, "\n")+"\n", -1)
	var b strings.Builder
	b.WriteString(strings.Join(parts, "  - id: "))
	for i := range more {
		original, number := parts[1+i%(len(parts)-1)], 1+i/(len(parts)-1)
		renamed := idAndName.ReplaceAllString(original, fmt.Sprintf("${1}-copy-%d\n    name: ${2} Copy %d\n", number, number))
		b.WriteString("  - id: " + others.ReplaceAllString(renamed, ""))
	}
	return b.String()
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

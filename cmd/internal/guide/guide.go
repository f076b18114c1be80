// Package guide reads the guides, which are the READMEs and the other pages that tell people what to type, for the tests
// that hold them against the program. Start at Blocks.
//
// It is for tests only and holds no test of its own: cmd/acceptance/guides has them.
package guide

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// All are the guides, by their paths from the top of the repository.
var All = []string{
	"README.md", "collectors/README.md", "config/README.md", "data/README.md", "scoring/README.md", "server/README.md",
	"config/prometheus/runbook.md", "config/kubernetes/scaling.md",
}

// path is where a guide lies, or any other file of the repository.
func path(name string) string { return filepath.Join(fixture.Root(), filepath.FromSlash(name)) }

// Text is what a guide says.
func Text(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(path(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Block is something set apart between fences.
type Block struct{ Guide, Heading, Language, Text string }

var fenced = regexp.MustCompile("(?ms)^(?:#+ ([^\n]*)$|( *)```([a-z]*)\n(.*?)^ *```$)")

// Blocks are those of a guide, without the indentation they have inside a list.
func Blocks(t testing.TB, name string) (all []Block) {
	t.Helper()
	heading := ""
	for _, m := range fenced.FindAllStringSubmatch(Text(t, name), -1) {
		if m[1] != "" {
			heading = m[1]
			continue
		}
		lines := strings.Split(strings.TrimSuffix(m[4], "\n"), "\n")
		for i := range lines {
			lines[i] = strings.TrimPrefix(lines[i], m[2])
		}
		all = append(all, Block{name, heading, m[3], strings.Join(lines, "\n")})
	}
	return all
}

// Shown says how many answers of each command the guides print, by "guide: command". A test must compare each of them.
var Shown = map[string]int{
	"README.md: curl -s http://127.0.0.1:8080/api/tools.json": 1, // TestGuidesShowWhatIsPrinted
	"data/README.md: pricepoint explain gpt-5.5 input":        2, // TestGuidesShowWhatIsPrinted and TestGuideExplainsWhatWasRecorded
	"server/README.md: pricepoint diff 2026-05-11 2026-05-18": 1, // TestHistoryInAStore of cmd/acceptance/prices
}

// Answers are what a guide shows under a command, in their order.
func Answers(t testing.TB, name, command string) (all []string) {
	t.Helper()
	for _, b := range Blocks(t, name) {
		if first, answer, _ := strings.Cut(b.Text, "\n"); b.Language == "console" && first == "$ "+command {
			all = append(all, answer)
		}
	}
	if want := Shown[name+": "+command]; len(all) != want {
		t.Fatalf("%s shows %d answers to %s, want %d", name, len(all), command, want)
	}
	return all
}

// Compare wants an answer to be as it is shown, wherever lines break. "…" stands for whatever was left out.
func Compare(t testing.TB, answer, got string) {
	t.Helper()
	pattern := regexp.QuoteMeta(strings.Join(strings.Fields(answer), " "))
	pattern = strings.ReplaceAll(pattern, "…", ".*")
	if flat := strings.Join(strings.Fields(got), " "); !regexp.MustCompile("^(?:" + pattern + ")$").MatchString(flat) {
		t.Errorf("a guide shows\n%s\nand the program prints\n%.3000s", answer, got)
	}
}

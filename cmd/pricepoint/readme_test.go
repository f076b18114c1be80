package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// unique returns the first group of every match, sorted, each once.
func unique(text, pattern string) []string {
	var all []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func TestReadmeListsEveryMetric(t *testing.T) {
	base := start(t, "run", "--store", filepath.Join(t.TempDir(), "store"))
	get(t, base+"/api/tools.json") // a first request, so that its metrics exist
	var served []string
	eventually(t, "the first run has left its metrics", func() bool {
		_, body := get(t, base+"/metrics")
		served = unique(body, `(?m)^# TYPE (pricepoint_\w+) `)
		return strings.Contains(body, "pricepoint_source_duration_seconds{")
	})
	if diff := cmp.Diff(served, unique(readme(t), "`(pricepoint_[a-z_]+)")); diff != "" {
		t.Errorf("the README's metrics differ from the server's (-server +README):\n%s", diff)
	}
}

func TestReadmeListsEverySetting(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("..", "..", "config", "pricepoint.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	section := ""
	for _, line := range strings.Split(string(file), "\n") {
		if m := regexp.MustCompile(`^( *)([a-z_]+):(.*)$`).FindStringSubmatch(line); m != nil {
			switch {
			case m[1] != "":
				keys = append(keys, section+"."+m[2])
			case m[3] == "":
				section = m[2]
			default:
				keys = append(keys, m[2])
			}
		}
	}
	_, settings, _ := strings.Cut(readme(t), "## Settings")
	settings, _, _ = strings.Cut(settings, "## Metrics")
	for _, key := range keys {
		if !strings.Contains(settings, "`"+key+"`") {
			t.Errorf("the README's settings lack %s", key)
		}
	}
	if len(keys) < 10 {
		t.Errorf("found only %d keys in pricepoint.yaml", len(keys))
	}
}

func TestReadmeListsEveryCommand(t *testing.T) {
	var commands []string
	for _, c := range newRoot(&app{}).Commands() {
		commands = append(commands, c.Name())
	}
	if diff := cmp.Diff(commands, unique(readme(t), "\\| `pricepoint ([a-z]+)")); diff != "" {
		t.Errorf("the README's commands differ from the program's (-program +README):\n%s", diff)
	}
}

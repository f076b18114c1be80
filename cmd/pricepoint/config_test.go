package main

import (
	"fmt"
	"strings"
	"testing"

	"pricepoint/config"
)

// TestReadmeTellsEveryDefault holds the table of settings against the program.
func TestReadmeTellsEveryDefault(t *testing.T) {
	all, err := config.Effective(config.Options{Getenv: func(name string) string { return map[string]string{"HOME": "/home/ann"}[name] }})
	if err != nil {
		t.Fatal(err)
	}
	told := readmeDefaults(t)
	for _, s := range all {
		want := strings.Trim(fmt.Sprint(s.Value), "[]")
		if s.Key == "store" {
			want = "state directory"
		}
		if got, ok := told[s.Key]; !ok || got != want {
			t.Errorf("the README tells the default of %s as %q, it is %q", s.Key, got, want)
		}
	}
}

// readmeDefaults reads the table of settings. A line tells of several keys and as many defaults, apart by dots.
func readmeDefaults(t *testing.T) map[string]string {
	t.Helper()
	_, settings, _ := strings.Cut(readme(t), "## Settings")
	settings, _, _ = strings.Cut(settings, "\n## ")
	told := map[string]string{}
	for line := range strings.Lines(settings) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 || !strings.Contains(cells[1], "`") {
			continue
		}
		defaults := strings.Split(cells[2], "·")
		for i, key := range strings.Split(cells[1], "·") {
			value := ""
			if i < len(defaults) {
				value = strings.Trim(defaults[i], " `")
			}
			told[strings.Trim(key, " `")] = value
		}
	}
	return told
}

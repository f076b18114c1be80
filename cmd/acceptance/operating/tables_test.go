package operating

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/config"
)

// operating is the guide with the tables of commands, settings and metrics.
const operating = "config/README.md"

// TestGuideListsEveryMetric holds the table of metrics against a server.
func TestGuideListsEveryMetric(t *testing.T) {
	base := fixture.Serve(t, "run", "--store", filepath.Join(t.TempDir(), "store"))
	fixture.Get(t, base+"/api/tools.json") // a first request, so that its metrics exist
	var served []string
	fixture.Eventually(t, "the first run has left its metrics", func() bool {
		_, body := fixture.Get(t, base+"/metrics")
		served = matches(body, `(?m)^# TYPE (pricepoint_\w+) `)
		return strings.Contains(body, "pricepoint_source_duration_seconds{")
	})
	if diff := cmp.Diff(served, matches(chapter(t, operating, "Metrics"), "`(pricepoint_[a-z_]+)")); diff != "" {
		t.Errorf("the guide's metrics differ from the server's (-server +guide):\n%s", diff)
	}
}

// TestGuideListsEveryCommand holds the table of commands against the program.
func TestGuideListsEveryCommand(t *testing.T) {
	help, log, code := fixture.Run(t, "--help")
	if code != fixture.ExitDone {
		t.Fatalf("exit code %d: %s", code, log)
	}
	_, help, _ = strings.Cut(help, "Ask:\n")
	help, _, _ = strings.Cut(help, "\nFlags:")
	commands := slices.DeleteFunc(matches(help, `(?m)^  ([a-z]+) `), func(name string) bool { return name == "help" })
	slices.Sort(commands)
	if diff := cmp.Diff(commands, matches(chapter(t, operating, "Commands"), "\\| `pricepoint ([a-z]+)")); diff != "" {
		t.Errorf("the guide's commands differ from the program's (-program +guide):\n%s", diff)
	}
}

// settings are all there are, with their defaults.
func settings(t *testing.T) []config.Setting {
	t.Helper()
	all, err := config.Effective(config.Options{Getenv: func(name string) string { return map[string]string{"HOME": "/home/ann"}[name] }})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestGuideListsEverySetting holds the table of settings against the program and against the file that documents them.
func TestGuideListsEverySetting(t *testing.T) {
	told := guideDefaults(t)
	for _, s := range settings(t) {
		want := strings.Trim(fmt.Sprint(s.Value), "[]")
		if s.Key == "store" {
			want = "state directory"
		}
		if got, ok := told[s.Key]; !ok || got != want {
			t.Errorf("the guide tells the default of %s as %q, it is %q", s.Key, got, want)
		}
	}
	documented := documentedKeys(t)
	for _, key := range documented {
		if _, ok := told[key]; !ok {
			t.Errorf("the guide's settings lack %s", key)
		}
	}
	if len(documented) < 10 {
		t.Errorf("found only %d keys in pricepoint.yaml", len(documented))
	}
}

// documentedKeys are those of pricepoint.yaml.
func documentedKeys(t *testing.T) (keys []string) {
	t.Helper()
	section := ""
	for line := range strings.Lines(fixture.GuideText(t, "config/pricepoint.yaml")) {
		if m := regexp.MustCompile(`^( *)([a-z_]+):(.*)\n$`).FindStringSubmatch(line); m != nil {
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
	return keys
}

// guideDefaults reads the table of settings. A row lists several keys and as many defaults, separated by dots.
func guideDefaults(t *testing.T) map[string]string {
	t.Helper()
	told := map[string]string{}
	for line := range strings.Lines(chapter(t, operating, "Settings")) {
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

package operating

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// guides are the READMEs and the other pages that tell people what to type, by their paths from the top of the repository.
var guides = []string{
	"README.md", "collectors/README.md", "config/README.md", "data/README.md", "scoring/README.md", "server/README.md",
	"config/prometheus/runbook.md", "config/kubernetes/scaling.md",
}

// chapter is what stands under a heading of the second level.
func chapter(t *testing.T, name, heading string) string {
	t.Helper()
	_, text, found := strings.Cut(fixture.GuideText(t, name), "\n## "+heading+"\n")
	if !found {
		t.Fatalf("%s has no chapter %q", name, heading)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	return text
}

// matches are the first groups of all matches of a regular expression, sorted, each once.
func matches(text, pattern string) []string {
	var all []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// unfenced is a guide without its blocks.
func unfenced(t *testing.T, name string) string {
	t.Helper()
	return regexp.MustCompile("(?ms)^ *```.*?^ *```$").ReplaceAllString(fixture.GuideText(t, name), "")
}

// TestGuidesLeadSomewhere follows every link inside the repository, to the file and to the heading in it.
func TestGuidesLeadSomewhere(t *testing.T) {
	links := 0
	for _, name := range guides {
		for _, m := range regexp.MustCompile(`\]\(([^):#]*)(?:#([^)]*))?\)`).FindAllStringSubmatch(unfenced(t, name), -1) {
			links++
			to := cmp.Or(m[1], path.Base(name))
			file := filepath.Join(fixture.Root(), path.Dir(name), to)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Errorf("%s links to %s: %v", name, to, err)
			}
			if m[2] != "" && !slices.Contains(anchors(string(text)), m[2]) {
				t.Errorf("%s links to #%s of %s, which has no such heading", name, m[2], to)
			}
		}
	}
	if links < 20 {
		t.Errorf("found only %d links", links)
	}
}

// anchors are the names that a forge gives to the headings of a page.
func anchors(text string) (all []string) {
	for _, heading := range matches(text, `(?m)^#+ (.*)$`) {
		plain := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(heading), "")
		all = append(all, strings.ReplaceAll(plain, " ", "-"))
	}
	return all
}

// TestGuidesNameWhatIsThere looks for every path that a guide names, from the top or from the guide's own folder.
func TestGuidesNameWhatIsThere(t *testing.T) {
	named := regexp.MustCompile(`(?:^|[\s"(` + "`" + `])((?:\.ci|cmd|collectors|normalize|scoring|server|config|data|catalog)/[\w./*-]*[\w*/])`)
	paths := 0
	for _, name := range guides {
		for _, m := range named.FindAllStringSubmatch(fixture.GuideText(t, name), -1) {
			if strings.HasSuffix(m[1], "_") || strings.Contains(fixture.GuideText(t, name), m[1]+"<") {
				continue // collectors/pricing/<provider>.go
			}
			paths++
			here, _ := filepath.Glob(filepath.Join(fixture.Root(), path.Dir(name), m[1]))
			there, _ := filepath.Glob(filepath.Join(fixture.Root(), m[1]))
			if len(here)+len(there) == 0 {
				t.Errorf("%s names %s, which is not there", name, m[1])
			}
		}
	}
	if paths < 50 {
		t.Errorf("found only %d paths", paths)
	}
}

// TestGuidesNameOurSettings wants every setting that a guide names to be one.
func TestGuidesNameOurSettings(t *testing.T) {
	var keys []string
	for _, s := range settings(t) {
		keys = append(keys, s.Key)
	}
	for _, name := range guides {
		for _, key := range matches(fixture.GuideText(t, name), "`((?:collect|keep|log|refresh|server|sign)\\.[a-z_]+)`") {
			if !slices.Contains(keys, key) && key != "server.json" {
				t.Errorf("%s names the setting %s, which there is not", name, key)
			}
		}
	}
}

// TestGuidesNameOurMetrics wants every metric that a guide names to be listed.
func TestGuidesNameOurMetrics(t *testing.T) {
	listed := matches(chapter(t, "config/README.md", "Metrics"), "\\| `(pricepoint_[a-z_]+)")
	for _, name := range guides {
		for _, metric := range matches(fixture.GuideText(t, name), `\b(pricepoint_[a-z_]+)`) {
			if !slices.Contains(listed, metric) {
				t.Errorf("%s names the metric %s, which config/README.md does not list", name, metric)
			}
		}
	}
}

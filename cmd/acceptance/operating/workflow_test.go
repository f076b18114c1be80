//go:build proof

package operating

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"pricepoint/cmd/internal/fixture"
)

// workflow is what the test needs of a workflow of GitHub Actions.
type workflow struct {
	Env  map[string]string
	Jobs map[string]struct {
		Steps []struct {
			Name, Run string
			Env       map[string]string
		}
	}
}

// TestWorkflowKeepsADataset runs every step of the weekly workflow as it is written, in two weeks, with a repository whose branch is the
// store. Only gh, which talks to GitHub, is another program: it writes down what it is asked.
func TestWorkflowKeepsADataset(t *testing.T) {
	fixture.Need(t, "git jq", "git", "jq")
	text, err := os.ReadFile(filepath.Join(fixture.Root(), ".github/workflows/refresh.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var w workflow
	if err := yaml.Unmarshal(text, &w); err != nil {
		t.Fatal(err)
	}
	dir, web := t.TempDir(), fixture.NewInternet(t)
	origin := filepath.Join(dir, "origin.git")
	fixture.Output(t, dir, "git", "clone", "--quiet", "--bare", fixture.Root(), origin)
	pages := fixture.Pages(t)
	for _, p := range pages {
		if fixture.SourceOf(p.URL) != "pricing_openai" { // which is not found
			web.Put(p.URL, web.Page(p.Body))
		}
	}
	bin := filepath.Join(dir, "gh")
	err = os.Mkdir(bin, 0o755)
	if err == nil {
		err = os.WriteFile(filepath.Join(bin, "gh"), []byte(`#!/bin/sh
echo "$@" >>"$ASKED"
case $2 in list) if [ -e "$ASKED.open" ]; then echo 7; fi ;; create) touch "$ASKED.open" ;; esac
`), 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	asked := filepath.Join(dir, "asked")
	for week, want := range []string{"issue create --title pricepoint: somebody has to look --body-file", "issue comment 7 --body-file"} {
		runner := filepath.Join(dir, string(rune('a'+week)))
		clone := filepath.Join(runner, "clone")
		fixture.Output(t, dir, "git", "clone", "--quiet", origin, clone)
		path := bin + ":" + os.Getenv("PATH")
		for _, s := range w.Jobs["refresh"].Steps {
			if s.Run == "" {
				continue
			}
			c := exec.Command("bash", "-eo", "pipefail", "-c", s.Run)
			c.Dir = clone
			c.Env = append(web.Env, "PATH="+path, "RUNNER_TEMP="+runner, "GITHUB_PATH="+filepath.Join(runner, "path"), "GITHUB_RUN_ID=1", "ASKED="+asked,
				"GITHUB_STEP_SUMMARY="+filepath.Join(runner, "summary"), "PRICEPOINT_STORE="+filepath.Join(clone, "store"),
				"GOCACHE="+strings.TrimSpace(fixture.Output(t, dir, "go", "env", "GOCACHE")), "GOMODCACHE="+strings.TrimSpace(fixture.Output(t, dir, "go", "env", "GOMODCACHE")))
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("week %d, %s: %v\n%s", week+1, s.Name, err, out)
			}
			if added, err := os.ReadFile(filepath.Join(runner, "path")); err == nil { // as the runner does between two steps
				path = strings.TrimSpace(string(added)) + ":" + path
			}
		}
		for _, file := range []string{"site/index.html", "site/api/tools.json", "store/latest.json"} {
			if _, err := os.Stat(filepath.Join(clone, file)); err != nil {
				t.Errorf("week %d: %v", week+1, err)
			}
		}
		if summary, _ := os.ReadFile(filepath.Join(runner, "summary")); !strings.Contains(string(summary), "pricing_openai") {
			t.Errorf("week %d: the summary names no source that failed:\n%.2000s", week+1, summary)
		}
		if lines, _ := os.ReadFile(asked); !strings.Contains(string(lines), want) {
			t.Errorf("week %d: gh was asked\n%s\nand not %q", week+1, lines, want)
		}
	}
	kept := fixture.Output(t, origin, "git", "ls-tree", "-r", "--name-only", "store")
	if n := strings.Count(kept, "snapshots/"); n != 2 || !strings.Contains(kept, "latest.json") || strings.Contains(kept, ".lock") {
		t.Errorf("the branch holds %d snapshots, want those of two weeks:\n%s", n, kept)
	}
	if n := strings.TrimSpace(fixture.Output(t, origin, "git", "rev-list", "--count", "store")); n != "1" {
		t.Errorf("the branch has %s commits, want the last one", n)
	}
}

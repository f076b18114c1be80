package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeInstallsWhatIsThere follows the paths of the installation, so that no step names a file that has moved.
func TestReadmeInstallsWhatIsThere(t *testing.T) {
	_, section, _ := strings.Cut(readme(t), "## Installing on Debian")
	section, _, _ = strings.Cut(section, "\n## ")
	paths := unique(section, `\b(config/[\w./*-]*[\w*])`)
	for _, path := range paths {
		if found, err := filepath.Glob(filepath.Join("..", "..", path)); err != nil || len(found) == 0 {
			t.Errorf("the README names %s, which is not there", path)
		}
	}
	if len(paths) < 10 {
		t.Errorf("found only the paths %v", paths)
	}
	steps := regexp.MustCompile("(?s)\n\\*\\*[0-9]\\..*?```sh\n.*?```").FindAllString(section, -1)
	if len(steps) != 7 {
		t.Errorf("found %d steps with commands, want 7", len(steps))
	}
}

package operating

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// clone makes a clone of the repository, with what is not committed yet.
func clone(t *testing.T, into string) {
	t.Helper()
	var err error
	from := fixture.Root()
	fixture.Output(t, from, "git", "clone", "-q", "--no-hardlinks", from, into)
	for name := range strings.SplitSeq(fixture.Output(t, from, "git", "ls-files", "-z", "--deleted"), "\x00") {
		if name != "" {
			err = errors.Join(err, os.Remove(filepath.Join(into, name)))
		}
	}
	for name := range strings.SplitSeq(fixture.Output(t, from, "git", "ls-files", "-z", "--modified", "--others", "--exclude-standard"), "\x00") {
		text, readErr := os.ReadFile(filepath.Join(from, name))
		if name == "" || errors.Is(readErr, os.ErrNotExist) {
			continue
		}
		target := filepath.Join(into, name)
		err = errors.Join(err, readErr, os.MkdirAll(filepath.Dir(target), 0o755), os.WriteFile(target, text, 0o755))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// guideArchives are archives to read in place of the web.
func guideArchives(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	fixture.WriteArchives(t, dir)
	fixture.DeepSeek(t, dir, 1, "0.87")
	fixture.DeepSeek(t, dir, 2, "8.70")
	return dir
}

// guideStore is a signed store that has read every source once, then a price, and now holds ten times that price back.
func guideStore(t *testing.T, archives string) (location string) {
	t.Helper()
	location = filepath.Join(t.TempDir(), "store")
	for _, args := range [][]string{
		{"good.warc.gz", "--as-of", "2026-01-03"},
		{"week1.warc.gz", "--as-of", "2026-01-10", "--only", "pricing_deepseek"},
		{"week2.warc.gz", "--only", "pricing_deepseek"},
	} {
		args[0] = filepath.Join(archives, args[0])
		c := exec.Command("pricepoint", append([]string{"refresh", "--store", location, "--replay"}, args...)...)
		c.Env = append(os.Environ(), "PRICEPOINT_SIGN_KEY="+filepath.Join(fixture.SigningKeys(), "minisign.key"))
		if _, log, code := fixture.Finished(t, c); code != fixture.ExitDone {
			t.Fatalf("refresh: exit code %d: %s", code, log)
		}
	}
	return location
}

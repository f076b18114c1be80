//go:build proof

package faults

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

var kills = flag.Int("kills", 3, "how often each command is killed, each time at another moment")

// TestKills kills each command that writes at moments that are spread over its time. The store verifies then, and after the same
// command has run again it is byte for byte that of a store nobody disturbs.
func TestKills(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, settings := newClock(t), filepath.Join(dir, "settings.yaml")
	if err := os.WriteFile(settings, []byte("keep:\n  days: 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	base := filepath.Join(dir, "base")
	for week := range 3 {
		in := weekly(t, week)
		c.stand(in.at)
		c.mustRun("refresh", "--replay", in.archive, "--store", base)
	}
	next := weekly(t, 3)
	c.stand(next.at)
	for name, args := range map[string][]string{
		"refresh":  {"refresh", "--replay", next.archive, "--as-of", next.at.Format(time.RFC3339), "--store", "STORE"},
		"rollback": {"rollback", data.Version(weekly(t, 1).at), "--store", "STORE"},
		"prune":    {"prune", "--config", settings, "--store", "STORE"},
		"restore":  {"restore", base, "--store", "NEW"},
		"publish":  {"publish", "NEW", "--store", "STORE"},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			calm := newVictim(t, base)
			c.mustRun(calm.named(args)...)
			took, killed := time.Since(began), 0
			for i := range *kills {
				v := newVictim(t, base)
				if kill(t, c.command(v.named(args)...), took*time.Duration(2*i+1)/time.Duration(2**kills)) {
					killed++
				}
				c.mustRun("verify", "--store", v.store)
				out, log, code := c.run(v.named(args)...)
				if done := strings.Contains(log, "published already") || strings.Contains(log, "holds "); code != 0 && !done {
					t.Fatalf("after it was killed it ends with %d:\n%s%s", code, log, out)
				}
				if diff := cmp.Diff(calm.files(t), v.files(t)); diff != "" {
					t.Errorf("killed %d of %d (-calm +disturbed):\n%s", i+1, *kills, diff)
				}
			}
			t.Logf("%d of %d were killed within %s", killed, *kills, took)
		})
	}
}

// victim is what a command works on: a store, and a place for what it makes.
type victim struct{ store, made string }

func newVictim(t *testing.T, base string) victim {
	t.Helper()
	v := victim{filepath.Join(t.TempDir(), "store"), filepath.Join(t.TempDir(), "made")}
	if err := os.CopyFS(v.store, os.DirFS(base)); err != nil {
		t.Fatal(err)
	}
	return v
}

func (v victim) named(args []string) (all []string) {
	for _, a := range args {
		all = append(all, strings.NewReplacer("STORE", v.store, "NEW", v.made).Replace(a))
	}
	return all
}

// files are those of both places. A claim may be left, which the next publication removes.
func (v victim) files(t *testing.T) map[string]string {
	t.Helper()
	all := files(t, v.store)
	for name, digest := range files(t, v.made) {
		all["made/"+name] = digest
	}
	for name := range all {
		if strings.Contains(name, "publishing/") || strings.Contains(name, ".pricepoint-staging/") {
			delete(all, name)
		}
	}
	return all
}

// kill reports whether a command was still at work after a while.
func kill(t *testing.T, c *exec.Cmd, after time.Duration) bool {
	t.Helper()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = c.Wait(); close(ended) }()
	select {
	case <-time.After(after):
	case <-ended:
	}
	_ = c.Process.Kill()
	<-ended
	return fmt.Sprint(c.ProcessState) == "signal: killed"
}

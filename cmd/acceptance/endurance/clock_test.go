//go:build proof

package endurance

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// sixDocuments are what readers ask for all the time.
var sixDocuments = []string{"tools", "benchmarks", "providers", "categories", "platforms", "use-cases"}

const oneYear = 365 * 24 * time.Hour

// untouched fails the test if what was published is not as before.
func untouched(t *testing.T, what, store string, before map[string]string) {
	t.Helper()
	if diff := cmp.Diff(before, files(t, store)); diff != "" {
		t.Errorf("%s has changed the store (-before +after):\n%s", what, diff)
	}
}

// wantRefused runs a command that must end with an exit code of 1 and these words, and change nothing.
func (c clock) wantRefused(t *testing.T, store, words string, args ...string) (log string) {
	t.Helper()
	before := files(t, store)
	_, log, code := c.run(append(args, "--store", store)...)
	if code != 1 || !strings.Contains(log, words) {
		t.Errorf("%q ended with %d, want 1 and %q:\n%s", args, code, words, log)
	}
	untouched(t, args[0], store, before)
	return log
}

// TestClockBehind puts the clock back by a year between two refreshes.
func TestClockBehind(t *testing.T) {
	t.Parallel()
	c, store := newClock(t), filepath.Join(t.TempDir(), "store")
	for week := range 2 {
		in := inWeek(t, week)
		c.stand(in.at)
		c.mustRun("refresh", "--replay", in.archive, "--store", store)
	}
	next := inWeek(t, 2)
	right := c.mustRun("cost", "deepseek-v4-pro", "--input-tokens", "1000000", "--at", "2026-12-07T09:00:00Z", "--known-at", "2026-12-06T09:00:00Z", "--store", store)
	c.stand(next.at.Add(-oneYear))
	c.wantRefused(t, store, ": set the clock;", "refresh", "--replay", next.archive)
	c.wantRefused(t, store, "time never goes back", "rollback", data.Version(inWeek(t, 0).at))
	c.mustRun("verify", "--store", store)
	before := files(t, store)
	c.mustRun("prune", "--store", store)
	untouched(t, "prune", store, before)
	if out := c.mustRun("cost", "deepseek-v4-pro", "--input-tokens", "1000000", "--at", "2026-12-07T09:00:00Z", "--known-at", "2026-12-06T09:00:00Z", "--store", store); out != right {
		t.Errorf("with a clock that is behind, it costs\n%swant\n%s", out, right)
	}
	c.stand(next.at)
	c.mustRun("refresh", "--replay", next.archive, "--store", store)
	c.mustRun("verify", "--store", store)
}

// TestClockThatWasAhead refreshes with a clock that is ahead by a year, from an archive, which says nothing about the time. The
// way out is what the program says.
func TestClockThatWasAhead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, store := newClock(t), filepath.Join(dir, "store")
	for week, ahead := range []time.Duration{0, 0, oneYear} {
		in := inWeek(t, week)
		c.stand(in.at.Add(ahead))
		c.mustRun("refresh", "--replay", in.archive, "--store", store)
	}
	next := inWeek(t, 3)
	c.stand(next.at)
	log := c.wantRefused(t, store, "was made by one that was ahead", "refresh", "--replay", next.archive)
	before := files(t, store)
	c.mustRun("prune", "--store", store)
	untouched(t, "prune", store, before)
	if out, _, _ := c.run("doctor", "--offline", "--store", store); !regexp.MustCompile(`wrong +time .*before the newest`).MatchString(out) {
		t.Errorf("doctor says nothing of the clock:\n%s", out)
	}
	base := c.serve(t, store)
	wantNotAhead(t, c, base, next.at)

	advice := regexp.MustCompile(`pricepoint (restore \S+ --until \S+ --store )NEW`).FindStringSubmatch(log)
	if advice == nil {
		t.Fatalf("there is no way out in\n%s", log)
	}
	healed := filepath.Join(dir, "healed")
	c.mustRun(strings.Fields(advice[1] + healed)...)
	c.mustRun("refresh", "--replay", next.archive, "--store", healed)
	c.mustRun("verify", "--store", healed)
	versions, err := fixture.Open(t, healed).List()
	want := []string{data.Version(inWeek(t, 0).at), data.Version(inWeek(t, 1).at), data.Version(next.at)}
	if diff := cmp.Diff(want, versions); diff != "" || err != nil {
		t.Errorf("versions, %v (-want +got):\n%s", err, diff)
	}
}

// serve serves a store by this clock until the test ends.
func (c clock) serve(t *testing.T, store string) (base string) {
	t.Helper()
	base = fixture.Started(t, c.command("serve", "--store", store, "--listen", "127.0.0.1:0", "--log-format", "text"))
	fixture.Eventually(t, "it is ready", func() bool { status, _ := fixture.Get(t, base+"/readyz"); return status == http.StatusOK })
	return base
}

// wantNotAhead looks at Last-Modified of the documents. The clock of the server says now.
func wantNotAhead(t *testing.T, c clock, base string, now time.Time) {
	t.Helper()
	for _, name := range append(sixDocuments, "freshness", "provenance") {
		answer, err := http.Head(base + "/api/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		modified, err := http.ParseTime(answer.Header.Get("Last-Modified"))
		if err != nil || modified.After(now) || answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %s, last modified %s at %s, %v", name, answer.Status, modified, now, err)
		}
	}
}

// TestClockOfAServer moves the clock of a server by a year, forth and back and forth again.
func TestClockOfAServer(t *testing.T) {
	t.Parallel()
	c, store := newClock(t), filepath.Join(t.TempDir(), "store")
	in := inWeek(t, 0)
	c.stand(in.at)
	c.mustRun("refresh", "--replay", in.archive, "--store", store)
	base := c.serve(t, store)
	_, tools := fixture.Get(t, base+"/api/tools.json")
	state := func() (state data.State) {
		var fresh data.FreshnessDocument
		_, body := fixture.Get(t, base+"/api/freshness.json")
		if err := json.Unmarshal([]byte(body), &fresh); err != nil {
			t.Fatal(err)
		}
		for _, s := range fresh.Sources {
			if s.ID == "pricing_deepseek" {
				state = s.State
			}
		}
		return state
	}
	for _, move := range []struct {
		by   time.Duration
		want data.State
	}{{oneYear, data.Stale}, {0, data.Fresh}, {-oneYear, data.Fresh}, {oneYear, data.Stale}, {time.Hour, data.Fresh}} {
		now := in.at.Add(move.by)
		c.stand(now)
		fixture.Eventually(t, "after "+move.by.String()+" a source is "+string(move.want), func() bool { return state() == move.want })
		fixture.Eventually(t, "nothing is of the future", func() bool {
			answer, err := http.Head(base + "/api/tools.json")
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
			modified, err := http.ParseTime(answer.Header.Get("Last-Modified"))
			return err == nil && !modified.After(now)
		})
		wantNotAhead(t, c, base, now)
		if _, now := fixture.Get(t, base+"/api/tools.json"); now != tools {
			t.Errorf("after %s the tools are others", move.by)
		}
	}
}

// TestClockAgainstTheSites refreshes from sites that tell what the time is: a clock that is off publishes nothing, and once
// it is right, run does not wait for the time that it had.
func TestClockAgainstTheSites(t *testing.T) {
	t.Parallel()
	c, store, web := newClock(t), filepath.Join(t.TempDir(), "store"), fixture.NewInternet(t)
	pages := fixture.Pages(t)
	for _, p := range pages {
		web.Put(p.URL, web.Page(p.Body))
	}
	command := func(args ...string) (out, log string, code int) {
		run := c.command(append(args, "--store", store)...)
		run.Env = append(web.Env, "PRICEPOINT_TEST_CLOCK="+c.file)
		return fixture.Finished(t, run)
	}
	for _, off := range []time.Duration{-oneYear, 25 * time.Hour, oneYear} {
		c.off(off)
		if _, log, code := command("refresh"); code != 1 || !strings.Contains(log, "sites say") || !strings.Contains(log, "set the clock") {
			t.Errorf("a clock that is off by %s: exit code %d\n%s", off, code, log)
		}
		if published := files(t, store); len(published) > 0 {
			t.Errorf("a clock that is off by %s has published %v", off, published)
		}
	}
	c.off(0)
	run := c.command("run", "--store", store, "--listen", "127.0.0.1:0", "--log-format", "text")
	run.Env = append(web.Env, "PRICEPOINT_TEST_CLOCK="+c.file)
	fixture.Started(t, run)
	fixture.Eventually(t, "the first snapshot is there", func() bool { all, err := fixture.Open(t, store).List(); return err == nil && len(all) == 1 })
	if out, log, code := command("verify"); code != 0 {
		t.Errorf("verify: exit code %d\n%s%s", code, log, out)
	}
}

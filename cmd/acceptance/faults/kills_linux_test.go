//go:build proof

package faults

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

var refreshes = flag.Int("refreshes", 0, "how many refreshes are killed; 0: a few")

const fewRefreshes = 3

// TestKills lives the life of a store again and again disturbed: each process is killed at some moment and then run again,
// while clients ask a server that is killed too. For every twenty refreshes there is one more, of real pages. After each step
// the store is byte for byte that of a store nobody disturbs.
func TestKills(t *testing.T) {
	t.Parallel()
	n := *refreshes
	if n == 0 {
		n = fewRefreshes
	}
	t.Run("small pages", func(t *testing.T) { killOnSmallPages(t, n) })
	if real := n / 20; real > 0 {
		t.Run("real pages", func(t *testing.T) { killOnTheRecordedWeb(t, real) })
	}
}

func killOnSmallPages(t *testing.T, n int) {
	l := newLife(t, "calm", "disturbed")
	for week := range n {
		l.refresh(week, weekly(t, week))
		if week%3 == 2 {
			l.prune()
		}
		if week%4 == 2 {
			l.rollback()
		}
		if week%10 == 1 {
			l.publish()
		}
		if week%5 == 1 {
			l.killServer()
		}
	}
	l.end()
}

// killOnTheRecordedWeb does the same with real pages, of which a refresh takes longer.
func killOnTheRecordedWeb(t *testing.T, n int) {
	archive := fixture.Recorded(t)
	l := newLife(t, "calm", "disturbed")
	first := time.Date(2026, 11, 22, 3, 0, 0, 0, time.UTC)
	for week := range n {
		l.refresh(week, input{archive, first.AddDate(0, 0, 7*week)})
	}
	l.end()
}

// life is that of two stores: the same is done to both, but only one is disturbed.
type life struct {
	clock
	calm, disturbed string // stores
	calmCopy, copy  string // mirrors
	random          *rand.Rand
	readers         *readers
	server          *exec.Cmd
	listen          string
	published       map[string]bool // digests of all documents
	took            map[string]effort
	kills, late     int
	left            bool           // the last publication was killed when it was done, but for clearing up
	lost            bool           // and with it the report of the last refresh
	found           map[string]int // what a kill had left
}

// effort is what a command takes that nobody disturbs.
type effort struct {
	long   time.Duration
	writes int
}

func newLife(t *testing.T, calm, disturbed string) *life {
	dir := t.TempDir()
	l := &life{
		clock: newClock(t), calm: filepath.Join(dir, calm), disturbed: filepath.Join(dir, disturbed),
		calmCopy: filepath.Join(dir, calm+"-copy"), copy: filepath.Join(dir, disturbed+"-copy"),
		random: rand.New(rand.NewPCG(*seed, 0)), readers: startReaders(t), published: map[string]bool{}, took: map[string]effort{}, found: map[string]int{},
		listen: "127.0.0.1:0",
	}
	l.stand(fixture.GrownOn)
	l.serve()
	t.Cleanup(l.endServer)
	return l
}

// refresh reads a week into both stores.
func (l *life) refresh(week int, in input) {
	l.t.Helper()
	l.stand(in.at)
	l.step(fmt.Sprintf("refresh %d", week), "this snapshot is published already", "refresh", "--replay", in.archive, "--as-of", in.at.Format(time.RFC3339))
}

// prune drops what is older than three weeks, and not needed.
func (l *life) prune() { l.step("prune", "(never)", "prune", "--config", l.keepLittle()) }

func (l *life) keepLittle() string {
	file := filepath.Join(filepath.Dir(l.calm), "settings.yaml")
	if err := os.WriteFile(file, []byte("keep:\n  days: 21\n"), 0o644); err != nil {
		l.t.Fatal(err)
	}
	return file
}

// rollback goes back to the version before the newest, an hour later.
func (l *life) rollback() {
	versions := l.versions()
	if len(versions) < 2 {
		return
	}
	at, err := data.ParseVersion(versions[len(versions)-1])
	if err != nil {
		l.t.Fatal(err)
	}
	l.stand(at.Add(time.Hour))
	to := versions[len(versions)-2]
	l.step("rollback to "+to, "the content of "+to+" is published already", "rollback", to)
}

func (l *life) versions() []string {
	all, err := fixture.Open(l.t, l.calm).List()
	if err != nil {
		l.t.Fatal(err)
	}
	return all
}

// step does something to the calm store, and to the other as often as it is killed, until it is done. done is what the
// program says when a process that was killed had done it.
func (l *life) step(what, done string, args ...string) {
	l.t.Helper()
	l.took[args[0]] = l.undisturbed(l.calm, append(args, "--store", l.calm)...)
	l.learn()
	args = append(args, "--store", l.disturbed)
	for range 1 + l.random.IntN(2) {
		l.killed(what, l.disturbed, l.took[args[0]], args...)
		l.wantSound(what)
	}
	out, log, code := l.run(args...)
	did := strings.Contains(log, done)
	if code != 0 && !did {
		l.t.Fatalf("%s after it was killed: exit code %d, %s%s", what, code, log, out)
	}
	l.wantSound(what)
	left := files(l.t, l.disturbed)
	if l.left = did || l.left && args[0] == "prune"; l.left { // whoever publishes next clears up
		maps.DeleteFunc(left, func(name, _ string) bool { return isLeft(name) })
	}
	if args[0] == "refresh" {
		l.lost = did
	}
	if diff := cmp.Diff(files(l.t, l.calm), left); diff != "" {
		l.t.Fatalf("%s, after it was killed and run again (-calm +disturbed):\n%s", what, diff)
	}
}

// undisturbed runs a command, and measures it.
func (l *life) undisturbed(watched string, args ...string) effort {
	l.t.Helper()
	began := time.Now()
	w := watch(l.t, watched)
	l.mustRun(args...)
	return effort{time.Since(began), w.stop()}
}

// killed runs a command and kills it, at a moment of its time or after one of its writes. Sometimes another one waits for it to end.
func (l *life) killed(what, watched string, usual effort, args ...string) {
	l.t.Helper()
	c := l.command(args...)
	w := watch(l.t, watched)
	if err := c.Start(); err != nil {
		l.t.Fatal(err)
	}
	var waiting *exec.Cmd
	var log bytes.Buffer
	if args[0] == "refresh" && l.random.IntN(4) == 0 {
		waiting = l.command(args...)
		waiting.Stderr = &log
		if err := waiting.Start(); err != nil {
			l.t.Fatal(err)
		}
	}
	moment := time.After(time.Duration(l.random.Int64N(int64(usual.long))))
	if usual.writes > 0 && l.random.IntN(2) == 0 {
		moment = w.after(1 + l.random.IntN(usual.writes))
	}
	ended := make(chan struct{})
	go func() { c.Wait(); close(ended) }()
	select {
	case <-moment:
	case <-ended:
	}
	c.Process.Kill()
	<-ended
	w.stop()
	if c.ProcessState.ExitCode() >= 0 {
		l.late++
	} else {
		l.kills++
		l.found[l.leftBy(watched)]++
	}
	if waiting != nil {
		if err := waiting.Wait(); err != nil {
			l.t.Fatalf("%s, which waited for the killed one: %v\n%s", what, err, log.String())
		}
	}
}

// leftBy says what a process has left that was killed.
func (l *life) leftBy(root string) string {
	for name := range files(l.t, root) {
		if isLeft(name) {
			return "half of its work"
		}
	}
	return "no trace"
}

// isLeft recognises what is there only while a process writes.
func isLeft(name string) bool {
	return strings.HasPrefix(name, "publishing/") || strings.HasPrefix(filepath.Base(name), ".") && name != mirrorMark
}

// mirrorMark is the file by which a mirror is known.
const mirrorMark = ".pricepoint-site.json"

// wantSound verifies the store, and that it serves what it should.
func (l *life) wantSound(what string) {
	l.t.Helper()
	if _, err := os.Stat(filepath.Join(l.disturbed, "latest.json")); err != nil {
		return // nothing is published yet
	}
	if out, log, code := l.run("verify", "--store", l.disturbed); code != 0 {
		l.t.Fatalf("verify after %s was killed: exit code %d\n%s%s", what, code, log, out)
	}
}

// learn notes the digests of what is published.
func (l *life) learn() {
	opened := fixture.Open(l.t, l.calm)
	for _, version := range l.versions() {
		m, err := opened.Manifest(version)
		if err != nil {
			l.t.Fatal(err)
		}
		for _, f := range m.Files {
			l.published[f.SHA256] = true
		}
	}
}

// publish writes both mirrors, one of them disturbed. At no moment is it half of a file, or leads to one that is not there.
func (l *life) publish() {
	l.t.Helper()
	if l.lost {
		return // a mirror tells what the report says
	}
	before := files(l.t, l.calmCopy)
	usual := l.undisturbed(l.calmCopy, "publish", l.calmCopy, "--store", l.calm)
	after := files(l.t, l.calmCopy)
	for range 2 {
		l.killed("publish", l.copy, usual, "publish", l.copy, "--store", l.disturbed)
		l.wantMirror(before, after)
	}
	l.mustRun("publish", l.copy, "--store", l.disturbed)
	if diff := cmp.Diff(after, files(l.t, l.copy)); diff != "" {
		l.t.Fatalf("the mirror, after it was killed and made again (-calm +disturbed):\n%s", diff)
	}
}

func (l *life) wantMirror(before, after map[string]string) {
	l.t.Helper()
	now := files(l.t, l.copy)
	for name, digest := range now {
		hidden := strings.HasPrefix(filepath.Base(name), ".")
		if !hidden && digest != before[name] && digest != after[name] {
			l.t.Errorf("%s of a mirror whose making was killed is neither as before nor as after", name)
		}
	}
	for name := range before {
		if _, stays := after[name]; stays && now[name] == "" {
			l.t.Errorf("%s is missing of a mirror whose making was killed", name)
		}
	}
	const list = "api/snapshots.json"
	if now[list] == "" || now[list] != after[list] {
		return
	}
	for name := range after {
		if strings.HasPrefix(name, "api/snapshots/") && now[name] == "" {
			l.t.Errorf("%s is missing, and the list leads to it", name)
		}
	}
}

// serve starts the server of the disturbed store.
func (l *life) serve() {
	l.t.Helper()
	l.server = l.command("serve", "--store", l.disturbed, "--listen", l.listen, "--log-format", "text")
	base := fixture.Serving(l.t, l.server)
	l.listen = strings.TrimPrefix(base, "http://")
	if _, err := os.Stat(filepath.Join(l.disturbed, "latest.json")); err == nil { // on a slow machine it serves before it has looked
		fixture.Eventually(l.t, "the server is ready", func() bool { status, _ := fixture.Get(l.t, base+"/readyz"); return status == http.StatusOK })
	}
	l.readers.base.Store(&base)
}

// killServer kills it, and starts another.
func (l *life) killServer() {
	l.t.Helper()
	l.endServer()
	l.serve()
}

func (l *life) endServer() {
	l.readers.lost.Add(1)
	l.readers.base.Store(nil)
	l.server.Process.Kill()
	l.server.Wait()
}

// end waits until the newest version is served, and looks at what the readers saw.
func (l *life) end() {
	l.t.Helper()
	versions := l.versions()
	newest := versions[len(versions)-1]
	fixture.Eventually(l.t, newest+" is served", func() bool {
		_, body := fixture.Get(l.t, *l.readers.base.Load()+"/api/freshness.json")
		var fresh data.FreshnessDocument
		return json.Unmarshal([]byte(body), &fresh) == nil && fresh.Version == newest
	})
	l.readers.wantKnown(l.published)
	l.t.Logf("%d processes were killed and left %v, %d had ended before; %d versions are kept", l.kills, l.found, l.late, len(versions))
	if l.kills == 0 {
		l.t.Error("no process was killed")
	}
}

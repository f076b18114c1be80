//go:build unix

package store

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	between = "2026-11-18T030000Z" // the second version and the third
	fourth  = "2026-11-28T030000Z"

	// killVariable makes the test binary a process that publishes and is killed: "<step> <case> <store>".
	killVariable = "PRICEPOINT_TEST_KILL"
)

var every = flag.Int("every", 3, "kill at every so manieth step; 1: at each")

// killed is a publication to be killed at every step.
type killed struct {
	prepare  func(*testing.T, *local) // on a locked store
	old      string                   // current before
	stopping bool                     // Publish is stopped before the pointer moves, and clears up
	aside    []string                 // what is left in snapshots/ beside versions
}

// killedRuns all publish the third version.
var killedRuns = map[string]killed{
	"first":   {prepare: func(*testing.T, *local) {}},
	"second":  {prepare: fill, old: second},
	"stopped": {prepare: fill, old: second, stopping: true},
	"again":   {prepare: leaveHalf, old: second},
	"twice":   {prepare: leaveWhole, old: second},
}

func fill(t *testing.T, d *local) {
	t.Helper()
	publish(t, d, first, "")
	publish(t, d, second, first)
}

// leaveHalf leaves what a process does that is killed just before its pointer moves, and some more.
func leaveHalf(t *testing.T, d *local) {
	t.Helper()
	fill(t, d)
	old, err := d.read(pointerName)
	if err != nil {
		t.Fatal(err)
	}
	publish(t, d, third, second)
	for name, body := range map[string]string{
		pointerName: string(old), claimName(third): "pid 1\n", snapshotsName + "/." + third + ".zip9": "x", "archive/." + third + "9": "x",
	} {
		if err := d.writeFile(name, strings.NewReader(body)); err != nil {
			t.Fatal(err)
		}
	}
}

// leaveWhole leaves what a process does that is killed when all but the pointer of another version is in its place.
func leaveWhole(t *testing.T, d *local) {
	t.Helper()
	fill(t, d)
	old, err := d.read(pointerName)
	if err != nil {
		t.Fatal(err)
	}
	publish(t, d, between, second)
	for name, body := range map[string]string{pointerName: string(old), claimName(between): thisProcess()} {
		if err := d.writeFile(name, strings.NewReader(body)); err != nil {
			t.Fatal(err)
		}
	}
}

// publishAndDie runs in a process of its own. It ends without an error when there is no such step.
func publishAndDie(order string) error {
	words := strings.SplitN(order, " ", 3)
	left, err := strconv.Atoi(words[0])
	if err != nil {
		return err
	}
	opened, err := Open(words[2])
	if err != nil {
		return err
	}
	d := &local{opened, opened.place.(*directory)}
	if _, err := d.Lock(context.Background()); err != nil {
		return err
	}
	d.step = func() {
		if left--; left < 0 {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	if words[1] == "prune" {
		return pruneAndDie(d)
	}
	run := killedRuns[words[1]]
	ctx := context.Background()
	if run.stopping {
		ctx = endsAfter{ctx, d.path(zipName(snapshotName(third)))}
	}
	_, err = d.Publish(ctx, build(third, run.old), strings.NewReader("responses of "+third))
	if run.stopping && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// TestKilledAtSteps kills a publishing process between two changes it makes to the disk, any two with -every 1. What is left
// must be the old snapshot or the new one, whole; and the next Publish clears away the rest.
func TestKilledAtSteps(t *testing.T) {
	for name, run := range killedRuns {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store, before := prepared(t, run)
			steps, became := 0, map[string]int{}
			for ; killedAt(t, name, run, steps, store, before, became); steps += *every {
			}
			t.Logf("killed at every %d of %d steps; current after it: %v", *every, steps, became)
			if steps < 30 {
				t.Errorf("only %d steps, too few for a publication", steps)
			}
			if !run.stopping && len(became) != 2 {
				t.Errorf("current afterwards was always %v, want the old and the new one at times", slices.Collect(maps.Keys(became)))
			}
		})
	}
}

// prepared returns a store to copy, and the versions in it.
func prepared(t *testing.T, run killed) (location string, before []string) {
	t.Helper()
	d := open(t, filepath.Join(inMemory(t), "store"))
	unlock, err := d.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	run.prepare(t, d)
	before, err = d.List()
	if err := errors.Join(err, unlock()); err != nil {
		t.Fatal(err)
	}
	return d.root, before
}

// inMemory is a folder where syncing costs nothing, on systems that have one: a kill loses no more there.
func inMemory(t *testing.T) string {
	t.Helper()
	location, err := os.MkdirTemp("/dev/shm", "store")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(location) })
	return location
}

// killedAt kills a process at a step, and looks at what it left. It returns false when there is no such step.
func killedAt(t *testing.T, name string, run killed, step int, store string, before []string, became map[string]int) bool {
	t.Helper()
	location := filepath.Join(inMemory(t), "store")
	if err := os.CopyFS(location, os.DirFS(store)); err != nil {
		t.Fatal(err)
	}
	died := dies(t, name, step, location)
	d := open(t, location)
	current := wantWhole(t, step, d, before, run)
	if !died {
		return false
	}
	became[current]++
	wantCleared(t, step, d, current, run)
	return true
}

// dies has a process killed at a step of what it does to a store. It returns false when there is no such step.
func dies(t *testing.T, name string, step int, location string) bool {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s %s", killVariable, step, name, location))
	output, err := child.CombinedOutput()
	if err != nil && (child.ProcessState == nil || child.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL) {
		t.Fatalf("step %d: %v: %s", step, err, output)
	}
	return err != nil
}

// wantWhole returns the current version of a store that a killed process left behind.
func wantWhole(t *testing.T, step int, d *local, before []string, run killed) (current string) {
	t.Helper()
	snapshot, warning, err := d.Latest()
	if warning != nil || err != nil && !(run.old == "" && errors.Is(err, ErrEmpty)) {
		t.Fatalf("step %d: Latest() warns %v, fails with %v", step, warning, err)
	}
	current = snapshot.Manifest.Version
	want := before
	if current != run.old {
		want = append(slices.Clone(before), third)
	}
	versions, err := d.List()
	if diff := cmp.Diff(want, versions); diff != "" || err != nil {
		t.Fatalf("step %d: current is %q; List() fails with %v (-want +got):\n%s", step, current, err, diff)
	}
	for _, version := range versions {
		if _, err := d.Read(version); err != nil {
			t.Fatalf("step %d: %v", step, err)
		}
	}
	return current
}

// wantCleared publishes once more, and expects nothing but published versions then.
func wantCleared(t *testing.T, step int, d *local, current string, run killed) {
	t.Helper()
	unlock, err := d.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	publish(t, d, fourth, current)
	versions, err := d.List()
	if err := errors.Join(err, unlock()); err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{snapshotsName: slices.Clone(run.aside), claimsName: nil}
	for _, version := range versions {
		want[snapshotsName] = append(want[snapshotsName], version+zipSuffix)
		want[archiveName] = append(want[archiveName], version+archiveSuffix)
	}
	for _, version := range run.aside { // set aside is the snapshot, not its archive
		want[archiveName] = append(want[archiveName], strings.TrimSuffix(strings.TrimPrefix(version, ".unpublished-"), zipSuffix)+archiveSuffix)
	}
	slices.Sort(want[archiveName])
	for name, want := range want {
		if diff := cmp.Diff(want, namesIn(t, d, name)); diff != "" {
			t.Errorf("step %d: left in %s (-want +got):\n%s", step, name, diff)
		}
	}
}

func namesIn(t *testing.T, d *local, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(d.path(folder))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

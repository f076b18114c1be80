//go:build unix

package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pruneAndDie runs in a process of its own, which a step of the store kills.
func pruneAndDie(d *local) error {
	plan, err := d.Plan(1, muchLater)
	if err != nil {
		return err
	}
	return d.Prune(context.Background(), plan)
}

// TestPruneKilledAtSteps leaves a store of which every listed version can be read; the next one removes the rest,
// and so far as it is of snapshots, the next Publish does.
func TestPruneKilledAtSteps(t *testing.T) {
	d := open(t, filepath.Join(inMemory(t), "store"))
	unlock, err := d.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fillPruned(t, d)
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	steps := 0
	for ; ; steps += *every {
		location := filepath.Join(inMemory(t), "store")
		if err := os.CopyFS(location, os.DirFS(d.root)); err != nil {
			t.Fatal(err)
		}
		done := !dies(t, "prune", steps, location)
		left := open(t, location)
		wantAllReadable(t, steps, left)
		if done {
			break
		}
		hold(t, left)
		if (steps / *every)%2 == 0 {
			publish(t, left, fourth, third)
			if diff := cmp.Diff(mustList(t, left), trimmed(namesIn(t, left, snapshotsName))); diff != "" {
				t.Errorf("step %d: left in snapshots after a publication (-want +got):\n%s", steps, diff)
			}
			continue
		}
		plan, err := left.Plan(1, muchLater)
		if err == nil {
			err = left.Prune(t.Context(), plan)
		}
		if err != nil {
			t.Fatalf("step %d: %v", steps, err)
		}
		if diff := cmp.Diff(keptOfPruned, trimmed(namesIn(t, left, snapshotsName))); diff != "" {
			t.Errorf("step %d: left in snapshots (-want +got):\n%s", steps, diff)
		}
		if got := len(namesIn(t, left, archiveName)); got != len(keptOfPruned)+1 {
			t.Errorf("step %d: %d archives are left", steps, got)
		}
		if diff := cmp.Diff(keptOfPruned, trimmed(namesIn(t, left, exportsFolder))); diff != "" {
			t.Errorf("step %d: left of the exports (-want +got):\n%s", steps, diff)
		}
	}
	if steps < 15 {
		t.Errorf("only %d steps", steps)
	}
}

func mustList(t *testing.T, d *local) []string {
	t.Helper()
	versions, err := d.List()
	if err != nil {
		t.Fatal(err)
	}
	return versions
}

// wantAllReadable reads every version that is listed, and all that it names.
func wantAllReadable(t *testing.T, step int, d *local) {
	t.Helper()
	if _, warning, err := d.Latest(); warning != nil || err != nil {
		t.Fatalf("step %d: Latest() warns %v, fails with %v", step, warning, err)
	}
	for _, version := range mustList(t, d) {
		snapshot, err := d.Read(version)
		if err != nil {
			t.Fatalf("step %d: %v", step, err)
		}
		if _, err := d.Exports(snapshot.Manifest); err != nil {
			t.Fatalf("step %d: %s: %v", step, version, err)
		}
		for _, name := range archivesOf(snapshot.Manifest) {
			archive, err := d.OpenArchive(name)
			if err != nil {
				t.Fatalf("step %d: %s: %v", step, version, err)
			}
			if err := errors.Join(archive.Close()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

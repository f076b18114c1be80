package store

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data/blob"
)

// TestUnzip takes a snapshot apart with the program people have.
func TestUnzip(t *testing.T) {
	unzip, err := exec.LookPath("unzip")
	if err != nil {
		t.Skip("unzip is not installed: apt-get install unzip")
	}
	d := filled(t)
	out := t.TempDir()
	if output, err := exec.Command(unzip, "-q", d.path(zipName(first)), "-d", out).CombinedOutput(); err != nil {
		t.Fatalf("unzip: %v: %s", err, output)
	}
	for _, m := range d.unzip(first) {
		if body, err := os.ReadFile(out + "/" + m.Name); err != nil || string(body) != string(m.Body) {
			t.Errorf("%s is not what the store reads: %v", m.Name, err)
		}
	}
}

// TestFolder: earlier versions kept the members of a snapshot in its folder in a bucket. Such a store is read, continued, verified,
// restored and pruned.
func TestFolder(t *testing.T) {
	eachOfThree(t, func(t *testing.T, s shelf) {
		for _, version := range []string{first, third} {
			for _, m := range s.unzip(version) {
				s.must(s.objects.blobs.Write(t.Context(), blob.Blob{Name: snapshotName(version) + "/" + m.Name, Body: m.Body}))
			}
			s.put(zipName(version), nil)
		}
		s.Store.Use(s.history.keys) // with which nothing is known yet
		wantLatest(t, s, third)
		add(t, s, fourth, third)
		for _, c := range checkAll(t, s) {
			if c.State != Intact {
				t.Errorf("%s is %s: %s", c.Object, c.State, c.About)
			}
		}
		back := openLocal(t)
		locked(t, back)
		if done, err := back.Restore(t.Context(), s.Store, time.Time{}); err != nil || done.Snapshots != 4 || len(done.LeftOut) > 0 {
			t.Errorf("restored %+v, %v", done, err)
		}
		if diff := cmp.Diff(s.files(), back.files()); diff != "" {
			t.Errorf("restored are (-want +got):\n%s", diff)
		}
		plan, err := s.Plan(1, muchLater)
		s.must(err)
		s.must(s.Prune(t.Context(), plan))
		if diff := cmp.Diff([]string{second, first}, dropped(plan.Versions)); diff != "" {
			t.Errorf("dropped are (-want +got):\n%s", diff)
		}
		for _, c := range checkAll(t, s) {
			if c.State != Intact {
				t.Errorf("%s is %s: %s", c.Object, c.State, c.About)
			}
		}
	})
}

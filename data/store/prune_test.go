package store

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

// weekly are versions of every Monday, up to the newest.
func weekly(newest string, n int) (versions []string) {
	last, err := data.ParseVersion(newest)
	if err != nil {
		panic(err)
	}
	for i := range n {
		versions = append(versions, data.Version(last.AddDate(0, 0, 7*(i-n+1))))
	}
	return versions
}

// dropped are the names of what is not kept.
func dropped(all []Verdict) (names []string) {
	for _, v := range all {
		if !v.Kept {
			names = append(names, v.Name)
		}
	}
	return names
}

// muchLater is when nothing of these tests is of the future any more.
var muchLater = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)

// pruned is a store of nine weeks, of which one day is to be kept: the newest, the last of each month and what these
// were built on. The values of the newest were read from the archives of the fourth and its own.
var pruned = weekly(third, 9)

func fillPruned(t *testing.T, s shelf) {
	t.Helper()
	for i, version := range pruned {
		previous := ""
		if i > 0 {
			previous = pruned[i-1]
		}
		snapshot := build(version, previous)
		if i == len(pruned)-1 {
			evidence := `{"tools": [{"values": [{"archive": "` + ArchiveName(pruned[3]) + `"}]}]}`
			snapshot.Documents = append(snapshot.Documents, data.Document{Path: "api/provenance.json", Body: []byte(evidence)},
				data.Document{Path: "api/changes.json", Body: []byte(`{"earlier": "` + pruned[2] + `"}`)})
		}
		if _, err := s.Publish(t.Context(), snapshot, strings.NewReader("responses of "+version)); err != nil {
			t.Fatal(err)
		}
	}
}

// Of the weeks from 26 September to 21 November 2026, 0 and 5 end months, 4 and 7 were built on, 2 is led to.
var (
	keptOfPruned    = []string{pruned[0], pruned[2], pruned[4], pruned[5], pruned[7], pruned[8]}
	droppedOfPruned = []string{pruned[6], pruned[3], pruned[1]} // but for the archive of 3
)

func TestPrune(t *testing.T) {
	eachStorage(t, func(t *testing.T, s shelf) {
		locked(t, s)
		fillPruned(t, s)
		before := s.list()
		plan, err := s.Plan(1, muchLater)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, s.list()); diff != "" {
			t.Errorf("a plan has changed the store (-before +after):\n%s", diff)
		}
		if diff := cmp.Diff(droppedOfPruned, dropped(plan.Versions)); diff != "" {
			t.Errorf("dropped (-want +got):\n%s\n%+v", diff, plan.Versions)
		}
		wantFreed(t, s, plan)
		if err := s.Prune(t.Context(), plan); err != nil {
			t.Fatal(err)
		}
		wantPruned(t, s)
		add(t, s, fourth, third)
		again, err := s.Plan(1, muchLater)
		if err != nil || slices.Contains(dropped(again.Versions), third) {
			t.Errorf("a second plan drops %v (%v), although the newest was built on %s", dropped(again.Versions), err, third)
		}
	})
}

// wantFreed compares what a plan says with the bytes that lie there.
func wantFreed(t *testing.T, s shelf, plan Plan) {
	t.Helper()
	want := int64(0)
	for _, name := range s.files() {
		for _, version := range droppedOfPruned {
			if strings.HasPrefix(name, snapshotName(version)) || name == exportsName(version) || name == ArchiveName(version) && version != pruned[3] {
				want += int64(len(s.get(name)))
			}
		}
	}
	if plan.Freed() != want {
		t.Errorf("Freed() = %d, want %d", plan.Freed(), want)
	}
}

// wantPruned reads all that is kept, and finds nothing else.
func wantPruned(t *testing.T, s shelf) {
	t.Helper()
	versions, err := s.List()
	if diff := cmp.Diff(keptOfPruned, versions); diff != "" || err != nil {
		t.Errorf("List() fails with %v (-want +got):\n%s", err, diff)
	}
	for _, version := range versions {
		snapshot, err := s.Read(version)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Exports(snapshot.Manifest); err != nil {
			t.Error(err)
		}
		for _, name := range archivesOf(snapshot) {
			if s.get(name) == nil {
				t.Errorf("%s names %s, which is gone", version, name)
			}
		}
	}
	for _, name := range s.list() {
		if name != ArchiveName(pruned[3]) && slices.ContainsFunc(droppedOfPruned, func(v string) bool { return strings.Contains(name, v) }) {
			t.Errorf("%s is left", name)
		}
	}
}

// TestPlanOfBrokenStore drops nothing when it cannot tell what is needed.
func TestPlanOfBrokenStore(t *testing.T) {
	s := openLocal(t)
	locked(t, s)
	fillPruned(t, s)
	for name, row := range map[string]struct {
		object string
		change func([]byte) []byte
		words  []string
	}{
		"no-pointer":         {pointerName, drop, []string{"not intact", pointerName}},
		"broken-newest":      {snapshotName(third) + "/api/tools.json.br", flip, []string{"not intact", third}},
		"broken-kept":        {snapshotName(pruned[0]) + "/manifest.json", cut, []string{"not known what is needed", pruned[0]}},
		"broken-evidence":    {snapshotName(third) + "/api/provenance.json.br", flip, []string{third}},
		"broken-but-unasked": {snapshotName(pruned[1]) + "/manifest.json", cut, nil},
	} {
		t.Run(name, func(t *testing.T) {
			body := s.get(row.object)
			damage(t, s, row.object, row.change)
			defer s.put(row.object, body)
			_, err := s.Plan(1, muchLater)
			if row.words == nil {
				if err != nil {
					t.Errorf("a version that is dropped need not be read: %v", err)
				}
				return
			}
			wantError(t, err, row.words...)
		})
	}
}

// TestPruneOfAnotherStore refuses a plan that the store has left behind, and one that nobody has locked for.
func TestPruneOfAnotherStore(t *testing.T) {
	eachStorage(t, func(t *testing.T, s shelf) {
		locked(t, s)
		fillPruned(t, s)
		plan, err := s.Plan(1, muchLater)
		if err != nil {
			t.Fatal(err)
		}
		add(t, s, fourth, third)
		before := s.list()
		wantError(t, s.Prune(t.Context(), plan), fourth+" has been published", "prune again")
		if diff := cmp.Diff(before, s.list()); diff != "" {
			t.Errorf("objects (-before +after):\n%s", diff)
		}
	})
	err := open(t, t.TempDir()).Prune(t.Context(), Plan{})
	wantError(t, err, "call Lock first")
}

// TestPruneLeavesOthersAlone has what is being published, and foreign files. What killed runs have left goes.
func TestPruneLeavesOthersAlone(t *testing.T) {
	eachKind(t, func(t *testing.T, s shelf) {
		locked(t, s)
		fillPruned(t, s)
		const unneeded = "2026-10-04T030000Z"
		others := []string{ArchiveName(fourth), "archive/README", "snapshots/README", snapshotName(fourth) + "/manifest.json"}
		left := []string{ArchiveName(unneeded), exportsName(unneeded), snapshotName(unneeded) + "/api/tools.json.br", snapshotName(between) + "/manifest.json"}
		for _, name := range slices.Concat(others, left) {
			s.put(name, []byte("x"))
		}
		plan, err := s.Plan(1, muchLater)
		s.must(err)
		s.must(s.Prune(t.Context(), plan))
		for _, name := range others {
			if s.get(name) == nil {
				t.Errorf("%s is gone", name)
			}
		}
		for _, name := range left {
			if slices.Contains(s.list(), name) {
				t.Errorf("%s is left, which nothing needs", name)
			}
		}
	})
}

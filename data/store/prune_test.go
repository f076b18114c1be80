package store

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/bucket/s3test"
)

// pruned is a store of nine weeks, of which one day is to be kept: the newest, the last of each month and what these
// were built on. The values of the newest were read from the archives of the fourth and its own.
var pruned = weekly(third, 9)

func fillPruned(t *testing.T, s kind) {
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
	eachKind(t, func(t *testing.T, s shelf) {
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
	names := s.list()
	if d, is := s.kind.(*local); is {
		names = files(t, d)
	}
	for _, name := range names {
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
		for _, name := range archivesOf(snapshot.Manifest) {
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

// TestPruneKeepsNamedArchives drops a snapshot, but not the archive that stands behind a value of a kept one.
func TestPruneKeepsNamedArchives(t *testing.T) {
	eachKind(t, func(t *testing.T, s shelf) {
		locked(t, s)
		fillPruned(t, s)
		evidence := data.Document{Path: "api/provenance.json", Body: []byte(`["` + ArchiveName(pruned[1]) + `"]`)}
		snapshot := build(fourth, third)
		snapshot.Documents = append(snapshot.Documents, evidence)
		snapshot.Manifest.Inputs[0].Archive = ArchiveName(pruned[6])
		if _, err := s.Publish(t.Context(), snapshot, nil); err != nil {
			t.Fatal(err)
		}
		plan, err := s.Plan(1, muchLater)
		if err == nil {
			err = s.Prune(t.Context(), plan)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, version := range []string{pruned[1], pruned[6]} {
			if s.get(ArchiveName(version)) == nil {
				t.Errorf("the archive of %s is gone", version)
			}
			if _, err := s.Read(version); !errors.Is(err, ErrNotFound) {
				t.Errorf("Read(%s) = %v, want ErrNotFound", version, err)
			}
		}
	})
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
		"nothing-of-kept":    {snapshotName(pruned[4]) + "/manifest.json", drop, []string{"not known what is needed", pruned[4]}},
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

// TestPlanOfEmptyStore says that there is nothing, and not that something is broken.
func TestPlanOfEmptyStore(t *testing.T) {
	_, err := open(t, t.TempDir()).Plan(1, muchLater)
	if !errors.Is(err, ErrEmpty) || strings.Contains(err.Error(), "intact") {
		t.Errorf("the plan of an empty store is %v, want ErrEmpty alone", err)
	}
}

// TestPruneOfAnotherStore refuses a plan that the store has left behind, and one that nobody has locked for.
func TestPruneOfAnotherStore(t *testing.T) {
	eachKind(t, func(t *testing.T, s shelf) {
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

// TestPruneLeavesOthersAlone has what is being published, what was set aside with its archive, and foreign files.
func TestPruneLeavesOthersAlone(t *testing.T) {
	d := open(t, t.TempDir())
	hold(t, d)
	fillPruned(t, d)
	aside := build("2026-10-02T030000Z", "")
	body, err := data.Encode(aside.Manifest)
	if err != nil {
		t.Fatal(err)
	}
	others := map[string]string{
		"snapshots/" + asidePrefix + "2026-10-02T030000Z/manifest.json": string(body), ArchiveName("2026-10-02T030000Z"): "x",
		ArchiveName(fourth): "being written", "archive/README": "x", "snapshots/README": "x", snapshotName(fourth) + "/manifest.json": "x",
	}
	for name, text := range others {
		if err := d.writeFile(name, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.writeFile(ArchiveName("2026-10-04T030000Z"), strings.NewReader("of no snapshot")); err != nil {
		t.Fatal(err)
	}
	plan, err := d.Plan(1, muchLater)
	if err == nil {
		err = d.Prune(t.Context(), plan)
	}
	if err != nil {
		t.Fatal(err)
	}
	for name := range others {
		if _, err := os.Stat(d.path(name)); err != nil {
			t.Errorf("%s is gone", name)
		}
	}
	if _, err := os.Stat(d.path(ArchiveName("2026-10-04T030000Z"))); err == nil {
		t.Error("an archive that nothing needs is left")
	}
}

// TestBucketPruneMeetsAPublication stops as soon as a run has said that it publishes.
func TestBucketPruneMeetsAPublication(t *testing.T) {
	s3 := s3test.Start(t)
	_, bucket := s3.NewBucket(t)
	b := openBucket(t, s3, bucket, s3.Address)
	locked(t, b)
	fillPruned(t, b)
	plan, err := b.Plan(1, muchLater)
	if err != nil {
		t.Fatal(err)
	}
	s := shelve(t, b)
	before := s.list()
	s.put(claimName(fourth), []byte("pid 7 on elsewhere\n"))
	wantError(t, b.Prune(t.Context(), plan), fourth+" is being published", "pid 7 on elsewhere")
	s.put(claimName(fourth), nil)
	if diff := cmp.Diff(before, s.list()); diff != "" {
		t.Errorf("objects (-before +after):\n%s", diff)
	}
}

// TestBucketPruneStoppedAtEveryRequest leaves a store of which every listed version can be read, and the next one
// removes the rest.
func TestBucketPruneStoppedAtEveryRequest(t *testing.T) {
	s3 := s3test.Start(t)
	_, bucket := s3.NewBucket(t)
	b := openBucket(t, s3, bucket, s3.Address)
	locked(t, b)
	fillPruned(t, b)
	original := map[string][]byte{}
	s := shelve(t, b)
	for _, name := range s.list() {
		original[name] = s.get(name)
	}
	for request := 0; ; request += 3 {
		for name, body := range original {
			if s.get(name) == nil {
				s.put(name, body)
			}
		}
		plan, err := b.Plan(1, muchLater)
		if err != nil {
			t.Fatal(err)
		}
		left := request
		stopped := stepping(b, func() error {
			if left--; left < 0 {
				return context.Canceled
			}
			return nil
		})
		stopped.locked.Store(true)
		err = stopped.Prune(t.Context(), plan)
		versions, listErr := b.List()
		if listErr != nil {
			t.Fatal(listErr)
		}
		for _, version := range versions {
			if _, err := b.Read(version); err != nil {
				t.Fatalf("request %d: %v", request, err)
			}
		}
		if err == nil {
			if request < 20 {
				t.Errorf("only %d requests", request)
			}
			break
		}
		rest, err := b.Plan(1, muchLater)
		if err == nil {
			err = b.Prune(t.Context(), rest)
		}
		if err != nil {
			t.Fatalf("request %d: %v", request, err)
		}
		wantPruned(t, s)
		wantLatest(t, b, third)
	}
}

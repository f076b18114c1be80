package store

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	between = "2026-11-18T030000Z" // the second version and the third
	fourth  = "2026-11-28T030000Z"
)

// every is how many requests there are between two faults.
var every = flag.Int("every", 3, "let every so manieth request fail; 1: each")

var errKilled, errNoAnswer = errors.New("killed"), errors.New("no answer in time")

// hook is called at each request to blobs.
type hook func(what, name string) error

// faults are what may happen from a request on, or at that one only: now says whether it is to happen.
var faults = map[string]func(now func(onlyOnce bool) bool, stop func()) (before, after hook){
	"killed-before": func(now func(bool) bool, _ func()) (before, after hook) { return dies(now), nil },
	"killed-after":  func(now func(bool) bool, _ func()) (before, after hook) { return nil, dies(now) },
	"failed":        func(now func(bool) bool, _ func()) (before, after hook) { return fails(now, true), nil },
	"cut-off":       func(now func(bool) bool, _ func()) (before, after hook) { return fails(now, false), nil },
	"answer-lost":   func(now func(bool) bool, _ func()) (before, after hook) { return nil, fails(now, true) },
	"stopped": func(now func(bool) bool, stop func()) (before, after hook) {
		return func(string, string) error {
			if now(true) {
				stop()
			}
			return nil
		}, nil
	},
}

// dies is killed at what changes something: to be killed while it reads would be the same.
func dies(now func(bool) bool) hook {
	return func(what, _ string) error {
		if what != "read" && now(false) {
			panic(errKilled)
		}
		return nil
	}
}

func fails(now func(bool) bool, onlyOnce bool) hook {
	return func(string, string) error {
		if now(onlyOnce) {
			return errNoAnswer
		}
		return nil
	}
}

// eachFault does something to a store that prepare has made, with a fault at each of its requests in turn, and has left look
// at what is there then.
func eachFault(t *testing.T, prepare func(*testing.T, shelf), do func(context.Context, shelf) error, left func(t *testing.T, s shelf, err error)) {
	for kind, open := range map[string]func(testing.TB) shelf{"directory": openLocal, "unlocked": openUnlocked} {
		for name, fault := range faults {
			t.Run(kind+"/"+name, func(t *testing.T) {
				t.Parallel()
				request := 0
				for hit := true; hit && !t.Failed(); request += *every {
					s, count := open(t), 0
					var counting sync.Mutex // manifests are read several at once
					unlock, err := s.Lock(t.Context())
					s.must(err)
					prepare(t, s)
					hit = false
					ctx, stop := context.WithCancel(t.Context())
					before, after := fault(func(onlyOnce bool) bool {
						counting.Lock()
						defer counting.Unlock()
						count++
						hit = hit || count > request
						return count == request+1 || count > request && !onlyOnce
					}, stop)
					err = surviving(func() error { return do(ctx, s.failing(before, after)) })
					stop()
					s.must(unlock())
					unlock, lockErr := s.Lock(t.Context())
					s.must(lockErr)
					left(t, s, err)
					s.must(unlock())
					if t.Failed() {
						t.Logf("at request %d it ended with %v", request, err)
					}
				}
				if request < 5 && kind == "directory" {
					t.Errorf("only %d requests", request)
				}
			})
		}
	}
}

// surviving runs something that may be killed.
func surviving(run func() error) (err error) {
	defer func() {
		if r := recover(); r == errKilled {
			err = errKilled
		} else if r != nil {
			panic(r)
		}
	}()
	return run()
}

func two(t *testing.T, s shelf) {
	t.Helper()
	add(t, s, first, "")
	add(t, s, second, first)
}

// wantWhole wants a store of the first versions up to the one that is current, which it returns, each whole.
func wantWhole(t *testing.T, s shelf) (current string) {
	t.Helper()
	latest, warning, err := s.Latest()
	if warning != nil || err != nil {
		t.Fatalf("Latest() warns %v, fails with %v", warning, err)
	}
	want := []string{first, second, third}
	want = want[:slices.Index(want, latest.Manifest.Version)+1]
	if versions, err := s.List(); !slices.Equal(versions, want) || err != nil {
		t.Fatalf("List() = %v, %v; want %v", versions, err, want)
	}
	for _, version := range want {
		snapshot, err := s.Read(version)
		s.must(err)
		if _, err := s.Exports(snapshot.Manifest); err != nil || s.get(ArchiveName(version)) == nil {
			t.Errorf("%s lacks what stands beside it: %v", version, err)
		}
	}
	if wrong := brokenOf(checkAll(t, s)); len(wrong) > 0 {
		t.Errorf("verified: %v", wrong)
	}
	return latest.Manifest.Version
}

// wantCleared publishes once more and prunes, and wants nothing but published versions then.
func wantCleared(t *testing.T, s shelf, current string) {
	t.Helper()
	add(t, s, fourth, current)
	plan, err := s.Plan(365, muchLater)
	s.must(err)
	s.must(s.Prune(t.Context(), plan))
	var want []string
	for _, version := range slices.Compact([]string{first, second, current, fourth}) {
		want = append(want, objectsOf(version)...)
	}
	want = append(want, pointerName)
	slices.Sort(want)
	if diff := cmp.Diff(want, s.list()); diff != "" {
		t.Errorf("objects after the next publication (-want +got):\n%s", diff)
	}
}

// objectsOf are all objects of a version.
func objectsOf(version string) []string {
	names := []string{ArchiveName(version), exportsName(version)}
	for _, member := range []string{"api/changes.atom.br", "api/tools.json.br", manifestName} {
		names = append(names, snapshotName(version)+"/"+member)
	}
	return names
}

// TestPublishUnderFaults leaves the old snapshot current or the new one, whole, and tells which. Prune clears away the rest.
func TestPublishUnderFaults(t *testing.T) {
	publish := func(ctx context.Context, s shelf) error {
		_, err := s.Publish(ctx, build(third, second), strings.NewReader("responses of "+third))
		return err
	}
	eachFault(t, two, publish, func(t *testing.T, s shelf, err error) {
		current := wantWhole(t, s)
		if told := err == nil; told != (current == third) && !errors.Is(err, errKilled) && !strings.Contains(fmt.Sprint(err), "is not known") {
			t.Errorf("%s is current, and the run was told %v", current, err)
		}
		wantCleared(t, s, current)
	})
}

// TestFirstPublicationUnderFaults leaves an empty store or one of a whole snapshot, perhaps without a pointer to it.
func TestFirstPublicationUnderFaults(t *testing.T) {
	publish := func(ctx context.Context, s shelf) error {
		_, err := s.Publish(ctx, build(first, ""), strings.NewReader("responses of "+first))
		return err
	}
	eachFault(t, func(*testing.T, shelf) {}, publish, func(t *testing.T, s shelf, _ error) {
		latest, _, err := s.Latest()
		if err != nil && !errors.Is(err, ErrEmpty) {
			t.Fatal(err)
		}
		add(t, s, second, latest.Manifest.Version)
		wantLatest(t, s, second)
	})
}

// TestPruneUnderFaults leaves a store of which every listed version can be read, and the next one removes the rest.
func TestPruneUnderFaults(t *testing.T) {
	made := openUnlocked(t)
	locked(t, made)
	fillPruned(t, made)
	prepare := func(t *testing.T, s shelf) {
		for _, name := range made.files() {
			s.put(name, made.get(name))
		}
	}
	prune := func(ctx context.Context, s shelf) error {
		plan, err := s.Plan(1, muchLater)
		if err != nil {
			return err
		}
		return s.Prune(ctx, plan)
	}
	eachFault(t, prepare, prune, func(t *testing.T, s shelf, _ error) {
		versions, err := s.List()
		s.must(err)
		for _, version := range versions {
			if _, err := s.Read(version); err != nil {
				t.Error(err)
			}
		}
		s.must(prune(t.Context(), s))
		wantPruned(t, s)
		wantLatest(t, s, third)
	})
}

// TestRestoreUnderFaults has no pointer until all is there, and the next attempt is as good as the first.
func TestRestoreUnderFaults(t *testing.T) {
	from := backup(t)
	restore := func(ctx context.Context, s shelf) error {
		_, err := s.Restore(ctx, from.Store, time.Time{})
		return err
	}
	eachFault(t, func(*testing.T, shelf) {}, restore, func(t *testing.T, s shelf, err error) {
		if s.get(pointerName) == nil {
			s.must(restore(t.Context(), s))
		}
		if wantWhole(t, s) != second {
			t.Error("it is not the newest that is current")
		}
		sameObjects(t, from, s)
	})
}

// TestRace has runs publish at the same time: of all that build on one snapshot one wins, and the store is whole.
func TestRace(t *testing.T) {
	for name, version := range map[string]func(int) string{
		"one-version":   func(int) string { return third },
		"many-versions": func(i int) string { return "2026-11-21T03000" + string(rune('0'+i)) + "Z" },
	} {
		t.Run(name, func(t *testing.T) {
			eachStorage(t, func(t *testing.T, s shelf) {
				unlock, err := s.Lock(t.Context())
				s.must(err)
				two(t, s)
				s.must(unlock())
				var results [4]error
				var runs sync.WaitGroup
				for i := range results {
					runs.Go(func() {
						one := in(t.Context(), s.objects.blobs)
						one.directory = s.directory
						unlock, err := one.Lock(t.Context())
						if err == nil {
							_, results[i] = one.Publish(t.Context(), build(version(i), second), strings.NewReader(fmt.Sprint("responses of run ", i)))
							err = unlock()
						}
						results[i] = errors.Join(results[i], err)
					})
				}
				runs.Wait()
				won := slices.DeleteFunc(slices.Clone(results[:]), func(err error) bool { return err != nil })
				versions, err := s.List()
				if len(won) != 1 || len(versions) != 3 || err != nil {
					t.Fatalf("%v; listed are %v, %v", results, versions, err)
				}
				if bad := brokenOf(checkAll(t, s)); len(bad) > 0 {
					t.Errorf("verify finds %+v", bad)
				}
				locked(t, s)
				add(t, s, fourth, versions[2])
			})
		})
	}
}

// TestObjectInTheWay is not overwritten, and in a directory what was written before it is removed.
func TestObjectInTheWay(t *testing.T) {
	eachKind(t, func(t *testing.T, s shelf) {
		twoOf(t, s)
		s.put(exportsName(third), []byte("of somebody else"))
		_, err := s.Publish(t.Context(), build(third, second), strings.NewReader("responses"))
		wantError(t, err, exportsName(third)+" is there already, with another content; nothing is overwritten")
		if body := s.get(exportsName(third)); string(body) != "of somebody else" {
			t.Errorf("it is %q afterwards", body)
		}
		if s.directory != "" && s.get(ArchiveName(third)) != nil {
			t.Error("the archive is left")
		}
	})
}

func TestFailingArchive(t *testing.T) {
	eachKind(t, func(t *testing.T, s shelf) {
		twoOf(t, s)
		before := s.list()
		torn := io.MultiReader(strings.NewReader("half"), iotest.ErrReader(errors.New("torn off")))
		_, err := s.Publish(t.Context(), build(third, second), torn)
		wantError(t, err, "torn off", ArchiveName(third))
		if diff := cmp.Diff(before, s.list()); diff != "" {
			t.Errorf("objects changed (-before +after):\n%s", diff)
		}
	})
}

// TestUnreachable calls nothing broken that cannot be read, and says so before a run spends any time.
func TestUnreachable(t *testing.T) {
	eachStorage(t, func(t *testing.T, s shelf) {
		twoOf(t, s)
		away := s.failing(fails(func(bool) bool { return true }, false), nil)
		_, _, latest := away.Latest()
		_, list := away.List()
		_, verify := away.Verify("")
		once, cancel := context.WithCancel(t.Context())
		cancel()
		_, lock := away.Lock(once)
		_, pointer := away.Pointer()
		_, plan := away.Plan(1, muchLater)
		for what, err := range map[string]error{"Latest": latest, "List": list, "Verify": verify, "Pointer": pointer, "Plan": plan, "Lock": lock} {
			if !errors.Is(err, ErrUnavailable) && !errors.Is(err, ErrLocked) {
				t.Errorf("%s fails with %v, want ErrUnavailable", what, err)
			}
		}
		away = s.failing(func(what, name string) error {
			return fails(func(bool) bool { return strings.HasPrefix(name, snapshotsName+"/2") }, false)(what, name)
		}, nil)
		if found, err := away.Verify(""); !errors.Is(err, ErrUnavailable) {
			t.Errorf("told %v, %v, want ErrUnavailable", found.Checked, err)
		}
	})
}

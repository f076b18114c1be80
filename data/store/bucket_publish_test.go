package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data/bucket"
	"pricepoint/data/bucket/s3test"
)

func TestBucketKilledAtEveryRequest(t *testing.T) {
	afterEach(t, 1, func(t *testing.T, b *remote, request int) bool { return !killedBefore(t, b, request) }, wantClearedBucket)
}

// stopsBefore stops dead before an object is written.
type stopsBefore struct {
	storage
	name string
}

func (s stopsBefore) Write(ctx context.Context, name string, body []byte, how bucket.Writing) error {
	if name == s.name {
		panic(errKilled)
	}
	return s.storage.Write(ctx, name, body, how)
}

// TestBucketKilledTwice kills a run when all but the pointer of another version is in its place, and then the next one before
// each of its requests: what the first has left is never taken for published.
func TestBucketKilledTwice(t *testing.T) {
	afterEach(t, 4, func(t *testing.T, b *remote, request int) bool {
		func() {
			defer func() { _ = recover() }()
			dying := inBucket(t.Context(), stopsBefore{b.storage, pointerName})
			dying.locked.Store(true)
			_, _ = dying.Publish(t.Context(), build(between, second), strings.NewReader("responses of "+between))
			t.Error("it was not killed")
		}()
		if body := shelve(t, b).get(snapshotName(between) + "/" + manifestName); body == nil {
			t.Fatal("the first run has left nothing")
		}
		return !killedBefore(t, b, request)
	}, func(t *testing.T, s shelf, current string) {
		if got, err := s.AsOf(time.Date(2026, 11, 19, 0, 0, 0, 0, time.UTC)); err != nil || got != second {
			t.Errorf("AsOf() = %q, %v, want %s", got, err, second)
		}
		add(t, s, fourth, current)
		got := slices.DeleteFunc(s.list(), func(name string) bool { return name == claimName(third) || name == claimName(between) })
		if diff := cmp.Diff(objectsOf(first, second, current, fourth), got); diff != "" {
			t.Errorf("objects after the next publication (-want +got):\n%s", diff)
		}
	})
}

// TestBucketCutOffAtEveryRequest loses the line, which is back when the next run publishes.
func TestBucketCutOffAtEveryRequest(t *testing.T) {
	cut := func(t *testing.T, b *remote, request int) bool {
		cutOff := stepping(b, func() error {
			if request--; request < 0 {
				return errors.New("cut off")
			}
			return nil
		})
		cutOff.locked.Store(true)
		_, err := cutOff.Publish(t.Context(), build(third, second), strings.NewReader("responses of "+third))
		if err != nil {
			wantError(t, err, b.String(), "cut off")
		}
		return request >= 0
	}
	afterEach(t, 1, cut, wantClearedBucket)
}

// TestBucketStoppedAtEveryRequest is stopped by its context. Nothing remains but its claim, or it is published.
func TestBucketStoppedAtEveryRequest(t *testing.T) {
	stop := func(t *testing.T, b *remote, request int) bool {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		stopped := stepping(b, func() error {
			if request--; request == -1 {
				cancel()
			}
			return nil
		})
		stopped.locked.Store(true)
		_, err := stopped.Publish(ctx, build(third, second), strings.NewReader("responses of "+third))
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("Publish() fails with %v, want context.Canceled", err)
		}
		return request >= 0
	}
	nothing := func(t *testing.T, s shelf, current string) {
		got := slices.DeleteFunc(s.list(), func(name string) bool { return name == claimName(third) })
		if diff := cmp.Diff(objectsOf(first, second, current), got); diff != "" {
			t.Errorf("objects afterwards (-want +got):\n%s", diff)
		}
	}
	afterEach(t, 1, stop, nothing)
}

// withoutGivenUp lists all but the claims that are given up.
func withoutGivenUp(s shelf) []string {
	return slices.DeleteFunc(s.list(), func(name string) bool { return isGivenUp(s.get(name)) })
}

// TestRacingPublishers begin at the same pointer; one wins, and the others leave nothing.
func TestRacingPublishers(t *testing.T) {
	for name, version := range map[string]func(int) string{
		"other-versions": func(i int) string { return fmt.Sprintf("2026-11-21T03000%dZ", i) },
		"same-version":   func(int) string { return third },
	} {
		t.Run(name, func(t *testing.T) {
			s3 := s3test.Start(t)
			for range 6 {
				_, bucket := s3.NewBucket(t)
				b := openBucket(t, s3, bucket, s3.Address)
				twoOf(t, b)
				winner := race(t, func() *remote { return openBucket(t, s3, bucket, s3.Address) }, version)
				wantLatest(t, b, winner)
				if diff := cmp.Diff(objectsOf(first, second, winner), withoutGivenUp(shelve(t, b))); diff != "" {
					t.Errorf("objects afterwards (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// race lets four publish, and returns the version of the only one who could.
func race(t *testing.T, open func() *remote, version func(int) string) (winner string) {
	t.Helper()
	var results [4]error
	var runs, started sync.WaitGroup
	started.Add(len(results))
	for i := range results {
		b := open()
		var once sync.Once
		b = stepping(b, func() error {
			once.Do(func() { started.Done(); started.Wait() })
			return nil
		})
		b.locked.Store(true)
		runs.Go(func() {
			snapshot := build(version(i), second)
			snapshot.Documents[0].Body = fmt.Appendf(nil, "by %d", i)
			_, results[i] = b.Publish(t.Context(), snapshot, strings.NewReader("responses"))
		})
	}
	runs.Wait()
	won := 0
	for i, err := range results {
		switch {
		case err == nil:
			won, winner = won+1, version(i)
		case !strings.Contains(err.Error(), "run it again") && !strings.Contains(err.Error(), "being published by another run") &&
			!strings.Contains(err.Error(), "build it again") && !strings.Contains(err.Error(), "time never goes back") &&
			!strings.Contains(err.Error(), "already published") && !strings.Contains(err.Error(), "is there already"):
			t.Errorf("a loser fails with %v", err)
		}
	}
	if won != 1 {
		t.Fatalf("%d have won: %v", won, results)
	}
	return winner
}

// TestReaderDuringPublications sees old or new at any time, and never half of anything.
func TestReaderDuringPublications(t *testing.T) {
	s3 := s3test.Start(t)
	_, bucket := s3.NewBucket(t)
	writer, reader := openBucket(t, s3, bucket, s3.Address), openBucket(t, s3, bucket, s3.Address)
	locked(t, writer)
	add(t, writer, first, "")
	var published atomic.Value
	published.Store(first)
	done := make(chan struct{})
	var publishing sync.WaitGroup
	publishing.Go(func() {
		defer close(done)
		for i, previous := 0, first; i < 15; i++ {
			version := fmt.Sprintf("2026-12-01T0300%02dZ", i)
			if _, err := writer.Publish(t.Context(), build(version, previous), nil); err != nil {
				t.Error(err)
				return
			}
			published.Store(version)
			previous = version
		}
	})
	seen := map[string]bool{}
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		least := published.Load().(string)
		latest, warning, err := reader.Latest()
		if warning != nil || err != nil || latest.Manifest.Version < least {
			t.Errorf("Latest() = %q after %s was published; it warns %v, fails with %v", latest.Manifest.Version, least, warning, err)
		}
		seen[latest.Manifest.Version] = true
	}
	publishing.Wait()
	if len(seen) < 3 {
		t.Errorf("the reader has seen %d versions only", len(seen))
	}
}

// careless overwrites whatever tag an object has.
type careless struct{ storage }

func (c careless) Write(ctx context.Context, name string, body []byte, how bucket.Writing) error {
	how.IfTag = ""
	return c.storage.Write(ctx, name, body, how)
}

// TestStorageWithoutConditions is refused before anything depends on it.
func TestStorageWithoutConditions(t *testing.T) {
	s3 := s3test.Start(t)
	_, bucket := s3.NewBucket(t)
	b := openBucket(t, s3, bucket, s3.Address)
	twoOf(t, b)
	before := shelve(t, b).list()
	c := inBucket(t.Context(), careless{b.storage})
	c.locked.Store(true)
	_, err := c.Publish(t.Context(), build(third, second), nil)
	wantError(t, err, "ignores the conditions of a write", "use another storage")
	if diff := cmp.Diff(before, shelve(t, b).list()); diff != "" {
		t.Errorf("objects afterwards (-want +got):\n%s", diff)
	}
}

// TestClaimOfAKilledRun is named when somebody publishes the same version, and goes once it is a day old.
func TestClaimOfAKilledRun(t *testing.T) {
	s3 := s3test.Start(t)
	folder, bucket := s3.NewBucket(t)
	b := openBucket(t, s3, bucket, s3.Address)
	twoOf(t, b)
	const lost = "2026-11-10T030000Z" // between the first and the second
	for _, claim := range []string{claimName(lost), claimName(third)} {
		if _, err := b.createFor(t.Context(), claim, []byte("pid 7 on elsewhere\n"), "a killed run"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.createFor(t.Context(), snapshotName(lost)+"/api/late.json.br", []byte("x"), "a killed run"); err != nil {
		t.Fatal(err)
	}
	_, err := b.Publish(t.Context(), build(third, second), nil)
	wantError(t, err, third, "published by another run", "pid 7 on elsewhere", "if that was killed, remove "+b.String()+"/snapshots/"+third)

	if s := shelve(t, b); s.get(claimName(lost)) == nil || s.get(snapshotName(lost)+"/api/late.json.br") != nil {
		t.Error("the objects of a run that has lost are to go at once, and its claim after a day")
	}

	old := time.Now().Add(-2 * claimKept)
	for _, claim := range []string{claimName(lost), claimName(third)} {
		if err := os.Chtimes(filepath.Join(folder, "some/prefix", claim), old, old); err != nil {
			t.Fatal(err)
		}
	}
	add(t, b, fourth, second)
	if diff := cmp.Diff(objectsOf(first, second, fourth), shelve(t, b).list()); diff != "" {
		t.Errorf("objects afterwards (-want +got):\n%s", diff)
	}
}

// TestClaimThatComesTwice is made again when its version was published long ago, as by a request that was on its way for long.
// Nothing of the version is removed.
func TestClaimThatComesTwice(t *testing.T) {
	s3 := s3test.Start(t)
	_, bucket := s3.NewBucket(t)
	b := openBucket(t, s3, bucket, s3.Address)
	twoOf(t, b)
	published, err := b.Stat(t.Context(), snapshotName(first)+"/"+manifestName)
	if err != nil || published.Owner == "" {
		t.Fatal(published, err)
	}
	if _, err := b.createFor(t.Context(), claimName(first), []byte("pid 7 on elsewhere\n"), published.Owner); err != nil {
		t.Fatal(err)
	}
	add(t, b, third, second)
	if diff := cmp.Diff(objectsOf(first, second, third), shelve(t, b).list()); diff != "" {
		t.Errorf("objects afterwards (-want +got):\n%s", diff)
	}
}

// TestWriteThatComesTwice arrives again when its publication has failed and removed everything: the next one finds it. The
// same version may be tried again too.
func TestWriteThatComesTwice(t *testing.T) {
	s3 := s3test.Start(t)
	for name, next := range map[string]string{"same-version": third, "later-version": fourth} {
		t.Run(name, func(t *testing.T) {
			_, place := s3.NewBucket(t)
			b := openBucket(t, s3, place, s3.Address)
			twoOf(t, b)
			owner, writes := "", 0
			failing := inBucket(t.Context(), failsAt{b.storage, func(how bucket.Writing) bool {
				owner, writes = how.Owner, writes+1
				return writes == 6
			}})
			failing.locked.Store(true)
			if _, err := failing.Publish(t.Context(), build(third, second), strings.NewReader("responses")); err == nil {
				t.Fatal("it did not fail")
			}
			if _, err := b.createFor(t.Context(), snapshotName(third)+"/api/tools.json.br", []byte("late"), owner); err != nil {
				t.Fatal(err)
			}
			b.locked.Store(true)
			if _, err := b.Plan(1, time.Now()); err != nil {
				t.Errorf("nothing can be dropped: %v", err)
			}
			add(t, b, next, second)
			left := slices.DeleteFunc(shelve(t, b).list(), func(name string) bool { return name == claimName(third) })
			if diff := cmp.Diff(objectsOf(first, second, next), left); diff != "" {
				t.Errorf("objects afterwards (-want +got):\n%s", diff)
			}
		})
	}
}

// TestAnswerLostToAFasterRun is of a pointer that has moved, and moved on, before its write is tried a second time.
func TestAnswerLostToAFasterRun(t *testing.T) {
	s3 := s3test.Start(t)
	_, place := s3.NewBucket(t)
	b := openBucket(t, s3, place, s3.Address)
	twoOf(t, b)
	rival := func() {
		other := openBucket(t, s3, place, s3.Address)
		locked(t, other)
		add(t, other, fourth, third)
	}
	slow := inBucket(t.Context(), retried{b.storage, rival})
	slow.locked.Store(true)
	if pointer, err := slow.Publish(t.Context(), build(third, second), strings.NewReader("responses of "+third)); err != nil || pointer.Version != third {
		t.Errorf("Publish() = %v, %v, want %s published", pointer, err, third)
	}
	wantLatest(t, b, fourth)
	if _, err := b.Read(third); err != nil {
		t.Error(err)
	}
}

// retried moves the pointer, and lets something happen before it says that it could not, as it would after a second try.
type retried struct {
	storage
	meanwhile func()
}

func (s retried) Write(ctx context.Context, name string, body []byte, how bucket.Writing) error {
	err := s.storage.Write(ctx, name, body, how)
	if err == nil && name == pointerName {
		s.meanwhile()
		return bucket.ErrRefused
	}
	return err
}

// failsAt refuses some writes.
type failsAt struct {
	storage
	fails func(how bucket.Writing) bool
}

func (s failsAt) Write(ctx context.Context, name string, body []byte, how bucket.Writing) error {
	if s.fails(how) {
		return bucket.ErrDenied
	}
	return s.storage.Write(ctx, name, body, how)
}

// TestClaimByNobody is what a copied store may hold; what was copied with it is not removed.
func TestClaimByNobody(t *testing.T) {
	s3 := s3test.Start(t)
	_, bucket := s3.NewBucket(t)
	b := openBucket(t, s3, bucket, s3.Address)
	twoOf(t, b)
	s := shelve(t, b)
	for _, name := range objectsOf(first) {
		if name != pointerName {
			body := s.get(name)
			s.put(name, nil)
			s.put(name, body)
		}
	}
	s.put(claimName(first), []byte("pid 1\n"))
	add(t, b, third, second)
	if _, err := b.Read(first); err != nil {
		t.Error(err)
	}
}

// TestObjectInTheWay is not overwritten, and the publication gives up.
func TestObjectInTheWay(t *testing.T) {
	s3 := s3test.Start(t)
	_, bucket := s3.NewBucket(t)
	b := openBucket(t, s3, bucket, s3.Address)
	twoOf(t, b)
	s := shelve(t, b)
	s.put(snapshotName(third)+"/api/tools.json.br", []byte("somebody else's"))
	before := s.list()
	_, err := b.Publish(t.Context(), build(third, second), strings.NewReader("x"))
	wantError(t, err, snapshotName(third)+"/api/tools.json.br is there already", "nothing is overwritten")
	if diff := cmp.Diff(before, withoutGivenUp(s)); diff != "" || string(s.get(snapshotName(third)+"/api/tools.json.br")) != "somebody else's" {
		t.Errorf("objects afterwards (-want +got):\n%s", diff)
	}
}

// zeros never end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func TestArchiveThatIsTooLarge(t *testing.T) {
	s3 := s3test.Start(t)
	_, bucket := s3.NewBucket(t)
	b := openBucket(t, s3, bucket, s3.Address)
	locked(t, b)
	_, err := b.Publish(t.Context(), build(first, ""), zeros{})
	wantError(t, err, ArchiveName(first)+" is larger than 268435456 bytes")
	if left := shelve(t, b).list(); len(left) > 0 {
		t.Errorf("objects afterwards: %v", left)
	}
}

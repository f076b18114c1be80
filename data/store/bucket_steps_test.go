package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data/bucket"
	"pricepoint/data/bucket/s3test"
)

// stepping returns the same store with a function that is called before each request.
func stepping(b *remote, step func() error) *remote {
	s := inBucket(b.Store.ctx, stepped{b.storage, step})
	return &remote{s, s.place.(*objects)}
}

// stepped calls a function before each request.
type stepped struct {
	storage
	step func() error
}

// asked is the error of a request that the function has ended.
func (s stepped) asked() error {
	if err := s.step(); err != nil {
		return fmt.Errorf("%s: %w: %w", s, ErrUnavailable, err)
	}
	return nil
}

func (s stepped) Read(ctx context.Context, name string, limit int64) ([]byte, error) {
	if err := s.asked(); err != nil {
		return nil, err
	}
	return s.storage.Read(ctx, name, limit)
}

func (s stepped) ReadUnless(ctx context.Context, name, tag string, limit int64) ([]byte, string, error) {
	if err := s.asked(); err != nil {
		return nil, "", err
	}
	return s.storage.ReadUnless(ctx, name, tag, limit)
}

func (s stepped) Stat(ctx context.Context, name string) (bucket.Info, error) {
	if err := s.asked(); err != nil {
		return bucket.Info{}, err
	}
	return s.storage.Stat(ctx, name)
}

func (s stepped) List(ctx context.Context, prefix string, folded bool) ([]bucket.Entry, error) {
	if err := s.asked(); err != nil {
		return nil, err
	}
	return s.storage.List(ctx, prefix, folded)
}

func (s stepped) Write(ctx context.Context, name string, body []byte, how bucket.Writing) error {
	if err := s.asked(); err != nil {
		return err
	}
	return s.storage.Write(ctx, name, body, how)
}

func (s stepped) Remove(ctx context.Context, name string) error {
	if err := s.asked(); err != nil {
		return err
	}
	return s.storage.Remove(ctx, name)
}

// killedBefore publishes the third version and stops dead before a request. It returns false when there is none.
func killedBefore(t *testing.T, b *remote, request int) (killed bool) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil && r != errKilled {
			panic(r)
		} else if r != nil {
			killed = true
		}
	}()
	dying := stepping(b, func() error {
		if request--; request < 0 {
			panic(errKilled)
		}
		return nil
	})
	dying.locked.Store(true)
	add(t, dying, third, second)
	return false
}

// afterEach does something to the publication of the third version at each of its requests, or at one of so many, and then
// looks at what is left of it.
func afterEach(t *testing.T, every int, do func(t *testing.T, b *remote, request int) (done bool), left func(t *testing.T, s shelf, current string)) {
	t.Helper()
	s3 := s3test.Start(t)
	became := map[string]int{}
	for request := 0; ; request += every {
		_, bucket := s3.NewBucket(t)
		b := openBucket(t, s3, bucket, s3.Address)
		twoOf(t, b)
		done := do(t, b, request)
		current := wantWholeBucket(t, request, b)
		if done {
			break
		}
		became[current]++
		left(t, shelve(t, b), current)
	}
	t.Logf("current afterwards: %v", became)
	if became[second] < 15/every || became[third] < 1 {
		t.Error("too few for a publication")
	}
}

// wantWholeBucket returns the version that is current, and is whole as all others are.
func wantWholeBucket(t *testing.T, request int, b *remote) string {
	t.Helper()
	latest, warning, err := b.Latest()
	if warning != nil || err != nil {
		t.Fatalf("request %d: Latest() warns %v, fails with %v", request, warning, err)
	}
	current := latest.Manifest.Version
	want := []string{first, second, third}
	versions, err := b.List()
	if diff := cmp.Diff(want[:slices.Index(want, current)+1], versions); diff != "" || err != nil {
		t.Fatalf("request %d: List() fails with %v (-want +got):\n%s", request, err, diff)
	}
	for _, version := range versions {
		if _, err := b.Read(version); err != nil {
			t.Fatalf("request %d: %v", request, err)
		}
	}
	return current
}

// wantClearedBucket publishes once more, and expects nothing but published versions then, and the claim of a run that
// might still be at work.
func wantClearedBucket(t *testing.T, s shelf, current string) {
	t.Helper()
	add(t, s, fourth, current)
	got := slices.DeleteFunc(s.list(), func(name string) bool { return name == claimName(third) })
	if diff := cmp.Diff(objectsOf(first, second, current, fourth), got); diff != "" {
		t.Errorf("objects after the next publication (-want +got):\n%s", diff)
	}
}

// objectsOf lists what a store holds of some versions.
func objectsOf(versions ...string) []string {
	names := []string{pointerName}
	for _, version := range versions {
		names = append(names, ArchiveName(version), exportsName(version))
		for _, name := range []string{"api/changes.atom.br", "api/tools.json.br", "manifest.json"} {
			names = append(names, snapshotName(version)+"/"+name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

var errKilled = errors.New("killed")

package store

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// rewritten is the manifest of a version with other content, and no signature.
func rewritten(t *testing.T, s shelf, version string) {
	t.Helper()
	name := snapshotName(version) + "/" + manifestName
	s.put(name, []byte(strings.Replace(string(s.get(name)), "pricepoint/test", "pricepoint/evil", 1)))
	if s.get(snapshotName(version)+"/"+signatureName) != nil {
		s.put(snapshotName(version)+"/"+signatureName, nil)
	}
}

// wantRefused has all that reads a snapshot refuse one, and the list without it.
func wantRefused(t *testing.T, s shelf, version string, want ...string) {
	t.Helper()
	_, manifest := s.Manifest(version)
	_, body := s.Store.ManifestBody(version)
	_, whole := s.Read(version)
	for what, err := range map[string]error{"Manifest": manifest, "ManifestBody": body, "Read": whole} {
		if err == nil {
			t.Errorf("%s(%s) takes it for published", what, version)
		}
	}
	if got, err := s.List(); err != nil || !slices.Equal(got, want) {
		t.Errorf("List() = %v, %v, want %v", got, err, want)
	}
	into := openLocal(t)
	locked(t, into)
	done, err := into.Store.Restore(t.Context(), s.Store, time.Time{})
	if got, _ := into.List(); err != nil || slices.Contains(got, version) || !strings.Contains(strings.Join(done.LeftOut, " "), version) {
		t.Errorf("restored are %v (%v), left out %v", got, err, done.LeftOut)
	}
}

// TestForgedOlderSnapshot is one that nobody but the digest in the next manifest tells from what was published.
func TestForgedOlderSnapshot(t *testing.T) {
	eachOfThree(t, func(t *testing.T, s shelf) {
		if got, err := s.List(); err != nil || !slices.Equal(got, []string{first, second, third}) {
			t.Fatalf("List() = %v, %v", got, err)
		}
		rewritten(t, s, second)
		if _, err := s.Read(second); err == nil { // though it was intact when it was listed
			t.Error("a snapshot is read that was exchanged since it was listed")
		}
		wanted := []string{first, third}
		wantRefused(t, s, second, wanted...)
		wantError(t, s.Store.Refused(), second, "has the digest")
		if wrong := brokenOf(checkAll(t, s)); len(wrong) == 0 || !strings.HasPrefix(wrong[0].Object, snapshotName(second)) {
			t.Errorf("verified: %v", wrong)
		}
	})
}

// TestForgeryBehindAGap is a snapshot whose successor was dropped: with a key, it needs a signature of its own.
func TestForgeryBehindAGap(t *testing.T) {
	eachKind(t, func(t *testing.T, s shelf) {
		s.Store.Use(keyPair(t, 1))
		twoOf(t, s)
		add(t, s, third, second)
		s.lose(second)
		if got, err := s.List(); err != nil || !slices.Equal(got, []string{first, third}) {
			t.Fatalf("List() = %v, %v: the signature of the first vouches for it", got, err)
		}
		rewritten(t, s, first)
		wantRefused(t, s, first, third)
		if all := checkAll(t, s); !slices.ContainsFunc(all, func(c Checked) bool {
			return c.Object == snapshotName(first) && c.State == Unproven && strings.Contains(c.About, "not listed")
		}) {
			t.Errorf("verified: %v", all)
		}
	})
}

// TestBesideTheHistory is a version that the next one was not built on: a run was killed while it wrote that.
func TestBesideTheHistory(t *testing.T) {
	eachKind(t, func(t *testing.T, s shelf) {
		twoOf(t, s)
		add(t, s, third, second)
		for _, o := range []string{manifestName, "api/tools.json.br", "api/changes.atom.br"} {
			s.put(snapshotName(between)+"/"+o, []byte(strings.ReplaceAll(string(s.get(snapshotName(second)+"/"+o)), second, between)))
		}
		if got, err := s.List(); err != nil || !slices.Equal(got, []string{first, second, third}) {
			t.Errorf("List() = %v, %v", got, err)
		}
		if _, err := s.Manifest(between); !errors.Is(err, ErrNotFound) {
			t.Errorf("Manifest() fails with %v, want ErrNotFound", err)
		}
		if all := checkAll(t, s); !slices.ContainsFunc(all, func(c Checked) bool { return c.Object == snapshotName(between) && c.State == Unproven }) {
			t.Errorf("verified: %v", all)
		}
	})
}

// TestPointerSetBack is followed: what lies after it may as well be of a run that was killed.
func TestPointerSetBack(t *testing.T) {
	eachOfThree(t, func(t *testing.T, s shelf) {
		s.put(pointerName, pointerAt(t, s, first))
		wantLatest(t, s, first)
		if all, err := s.List(); err != nil || !slices.Equal(all, []string{first}) {
			t.Errorf("List() = %v, %v, want the first", all, err)
		}
		for _, c := range checkAll(t, s) {
			if later := c.Object == snapshotName(second) || c.Object == snapshotName(third); later != (c.State == Unproven) {
				t.Errorf("verified: %v", c)
			}
		}
		add(t, s, fourth, first)
		wantLatest(t, s, fourth)
	})
}

// TestSignerDerivesItsKey: whoever has only the secret key builds on nothing that it has not signed, unless an operator
// vouches for that.
func TestSignerDerivesItsKey(t *testing.T) {
	eachKind(t, func(t *testing.T, s shelf) {
		twoOf(t, s) // signed by nobody
		keys, err := NewKeys(secretFile, "", given(""))
		if err == nil {
			err = keys.Ready()
		}
		if err != nil {
			t.Fatal(err)
		}
		s.Store.Use(keys)
		if _, _, err := s.Latest(); !errors.Is(err, ErrUnvouched) {
			t.Errorf("Latest() fails with %v, want ErrUnvouched", err)
		}
		for _, previous := range []string{second, ""} {
			if _, err := s.Publish(t.Context(), build(third, previous), nil); !errors.Is(err, ErrUnvouched) {
				t.Errorf("Publish() on %q fails with %v, want ErrUnvouched", previous, err)
			}
		}
		keys.Adopt(first)
		if _, err := s.Publish(t.Context(), build(third, first), nil); err == nil {
			t.Error("a version is adopted that is not the newest")
		}
		keys.Adopt(second)
		add(t, s, third, second)
		keys.Adopt("")
		wantLatest(t, s, third)
		got, err := s.List()
		if diff := cmp.Diff([]string{first, second, third}, got); diff != "" || err != nil {
			t.Errorf("what is signed vouches for all before it (%v) (-want +got):\n%s", err, diff)
		}
	})
}

// eachOfThree runs a test over three snapshots in each kind of place, signed and unsigned.
func eachOfThree(t *testing.T, test func(t *testing.T, s shelf)) {
	for name, keys := range map[string]*Keys{"signed": keyPair(t, 1), "unsigned": nil} {
		t.Run(name, func(t *testing.T) {
			eachKind(t, func(t *testing.T, s shelf) {
				s.Store.Use(keys)
				twoOf(t, s)
				add(t, s, third, second)
				test(t, s)
			})
		})
	}
}

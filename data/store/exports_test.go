package store

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"pricepoint/data"
)

// TestBrokenExports: what stands beside a snapshot is read whole or not at all, and costs the snapshot nothing.
func TestBrokenExports(t *testing.T) {
	for name, test := range map[string]struct {
		body func([]byte) []byte
		want string
	}{
		"missing":     {func([]byte) []byte { return nil }, "exports in store"},
		"cut":         {func(b []byte) []byte { return b[:len(b)/2] }, "not what was published"},
		"another one": {func(b []byte) []byte { return append([]byte{}, append(b, 0)...) }, "not what was published"},
	} {
		t.Run(name, func(t *testing.T) {
			eachKind(t, func(t *testing.T, s shelf) {
				locked(t, s)
				add(t, s, first, "")
				s.put(exportsName(first), test.body(s.get(exportsName(first))))
				snapshot, warning, err := s.Latest()
				if err != nil || warning != nil || len(snapshot.Documents) != 2 {
					t.Fatalf("Latest() warns %v, fails %v", warning, err)
				}
				exports, err := s.Exports(snapshot.Manifest)
				if err == nil || len(exports) > 0 || !strings.Contains(err.Error(), test.want) {
					t.Errorf("Exports() = %d files, %v; want %q", len(exports), err, test.want)
				}
				if missing := errors.Is(err, fs.ErrNotExist); missing != (name == "missing") {
					t.Errorf("%v", err)
				}
				found := brokenOf(checkAll(t, s))
				if len(found) != 1 || found[0].Object != exportsName(first) || found[0].Do == "" {
					t.Errorf("verify finds %+v", found)
				}
				add(t, s, second, first)
			})
		})
	}
}

func TestExportsOutsideTheAPI(t *testing.T) {
	s := openLocal(t)
	locked(t, s)
	bad := build(first, "")
	bad.Exports = append(bad.Exports, data.Document{Path: "api/compat/../../etc/passwd", Body: []byte("{}")})
	if _, err := s.Publish(t.Context(), bad, nil); err == nil {
		t.Error("they are published")
	}
	if left := s.list(); len(left) > 0 {
		t.Errorf("the store holds %v", left)
	}
}

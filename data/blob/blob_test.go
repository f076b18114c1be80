package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/data/blob/s3test"
)

// each runs a test in an empty directory and in an empty bucket.
func each(t *testing.T, test func(t *testing.T, b Blobs)) {
	open := func(t *testing.T, location string) Blobs {
		b, err := store.Open(location)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	t.Run("directory", func(t *testing.T) { test(t, open(t, filepath.Join(t.TempDir(), "store"))) })
	t.Run("s3", func(t *testing.T) {
		s3 := s3test.Start(t)
		_, bucket := s3.NewBucket(t)
		test(t, open(t, s3.URL(bucket+"/of/models", s3.Address)))
	})
}

const limit = 1 << 20

func mustWrite(t *testing.T, b Blobs, all ...Blob) {
	t.Helper()
	for _, one := range all {
		if err := b.Write(t.Context(), one); err != nil {
			t.Fatal(err)
		}
	}
}

func wantBlob(t *testing.T, b Blobs, name, want string) (tag string) {
	t.Helper()
	body, tag, err := b.Read(t.Context(), name, limit)
	if err != nil || string(body) != want || tag == "" {
		t.Fatalf("%s holds %q with the tag %q, %v; want %q", name, body, tag, err, want)
	}
	return tag
}

func TestConformance(t *testing.T) {
	for name, test := range map[string]func(*testing.T, Blobs){
		"read": func(t *testing.T, b Blobs) {
			mustWrite(t, b, Blob{Name: "a/b.json", Body: []byte("one")}, Blob{Name: "a/empty", Body: nil})
			wantBlob(t, b, "a/b.json", "one")
			wantBlob(t, b, "a/empty", "")
			mustWrite(t, b, Blob{Name: "a/b.json", Body: []byte("another")})
			wantBlob(t, b, "a/b.json", "another")
		},
		"nothing": func(t *testing.T, b Blobs) {
			_, _, err := b.Read(t.Context(), "a/b", limit)
			if !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("what is not there is read with %v", err)
			}
			if err := b.Remove(t.Context(), "a/b"); err != nil {
				t.Error(err)
			}
			if all, err := b.List(t.Context(), "a/"); err != nil || len(all) > 0 {
				t.Errorf("listed %v, %v", all, err)
			}
		},
		"too-large": func(t *testing.T, b Blobs) {
			mustWrite(t, b, Blob{Name: "a", Body: []byte("four")})
			if _, _, err := b.Read(t.Context(), "a", 4); err != nil {
				t.Error(err)
			}
			_, _, err := b.Read(t.Context(), "a", 3)
			wantError(t, err, "larger than 3 bytes")
		},
		"if-absent": func(t *testing.T, b Blobs) {
			mustWrite(t, b, Blob{Name: "a", Body: []byte("first"), IfAbsent: true})
			if err := b.Write(t.Context(), Blob{Name: "a", Body: []byte("second"), IfAbsent: true}); !errors.Is(err, ErrRefused) {
				t.Errorf("the second was written with %v", err)
			}
			wantBlob(t, b, "a", "first")
		},
		"if-tag": func(t *testing.T, b Blobs) {
			mustWrite(t, b, Blob{Name: "a", Body: []byte("first")})
			tag := wantBlob(t, b, "a", "first")
			for _, wrong := range []Blob{{Name: "a", IfTag: strings.Repeat("0", 32)}, {Name: "none", IfTag: tag}} {
				if err := b.Write(t.Context(), wrong); err == nil {
					t.Errorf("%+v was written", wrong)
				}
			}
			mustWrite(t, b, Blob{Name: "a", Body: []byte("second"), IfTag: tag})
			if err := b.Write(t.Context(), Blob{Name: "a", Body: []byte("third"), IfTag: tag}); !errors.Is(err, ErrRefused) {
				t.Errorf("what has changed was written over with %v", err)
			}
			wantBlob(t, b, "a", "second")
		},
		"list": func(t *testing.T, b Blobs) {
			for _, name := range []string{"a/b/c", "a/b/d", "a/e", "ab", "z/y/x"} {
				mustWrite(t, b, Blob{Name: name, Body: []byte(name)})
			}
			for prefix, want := range map[string]string{"": "a/b/c a/b/d a/e ab z/y/x", "a/b/": "a/b/c a/b/d", "a": "a/b/c a/b/d a/e ab", "a/b": "a/b/c a/b/d", "x/": ""} {
				all, err := b.List(t.Context(), prefix)
				var names []string
				for _, e := range all {
					if names = append(names, e.Name); int(e.Size) != len(e.Name) {
						t.Errorf("listed %+v", e)
					}
				}
				if got := strings.Join(names, " "); got != want || err != nil {
					t.Errorf("below %q are %q, %v; want %q", prefix, got, err, want)
				}
			}
		},
		"remove": func(t *testing.T, b Blobs) {
			mustWrite(t, b, Blob{Name: "a/b/c"}, Blob{Name: "a/d"})
			if err := b.Remove(t.Context(), "a/b/c"); err != nil {
				t.Fatal(err)
			}
			if all, err := b.List(t.Context(), ""); len(all) != 1 || err != nil {
				t.Errorf("left %v, %v", all, err)
			}
		},
		"racing": func(t *testing.T, b Blobs) {
			if _, err := b.Lock(t.Context()); !errors.Is(err, errors.ErrUnsupported) {
				return // one after the other
			}
			won := make(chan error)
			for i := range 8 {
				go func() {
					won <- b.Write(context.Background(), Blob{Name: "pointer", Body: fmt.Append(nil, i), IfAbsent: true})
				}()
			}
			wins := 0
			for range 8 {
				if err := <-won; err == nil {
					wins++
				} else if !errors.Is(err, ErrRefused) {
					t.Error(err)
				}
			}
			if wins != 1 {
				t.Errorf("%d writers have won, want one", wins)
			}
		},
		"stopped": func(t *testing.T, b Blobs) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if err := b.Write(ctx, Blob{Name: "a"}); !errors.Is(err, context.Canceled) {
				t.Errorf("the error is %v", err)
			}
			if _, _, err := b.Read(t.Context(), "a", limit); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("it was written: %v", err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) { each(t, test) })
	}
}

// TestKilledWriter leaves a file half written: no reader sees it, and whoever locks the directory next removes it.
func TestKilledWriter(t *testing.T) {
	root := t.TempDir()
	b, err := store.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	half := filepath.Join(root, staging, "half")
	if err := errors.Join(os.MkdirAll(filepath.Dir(half), 0o755), os.WriteFile(half, []byte("ha"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if all, err := b.List(t.Context(), ""); err != nil || len(all) > 0 {
		t.Errorf("listed %v, %v", all, err)
	}
	unlock, err := b.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	mustWrite(t, b, Blob{Name: "a/b", Modified: time.Unix(1e9, 0)})
	names, err := filepath.Glob(filepath.Join(root, "*"))
	if err != nil || !slices.Equal(names, []string{filepath.Join(root, lockName), filepath.Join(root, "a")}) {
		t.Errorf("there are %v, %v", names, err)
	}
	if info, err := os.Stat(filepath.Join(root, "a", "b")); err != nil || info.ModTime().Unix() != 1e9 {
		t.Errorf("its time is %v, %v", info, err)
	}
}

// TestLinks out of the directory are followed by neither readers nor writers. The directory itself may be one.
func TestLinks(t *testing.T) {
	elsewhere, root := t.TempDir(), filepath.Join(t.TempDir(), "link")
	secret := filepath.Join(elsewhere, "secret")
	if err := errors.Join(os.WriteFile(secret, []byte("secret"), 0o600), os.Symlink(t.TempDir(), root),
		os.Symlink(secret, filepath.Join(root, "file")), os.Symlink(elsewhere, filepath.Join(root, "folder"))); err != nil {
		t.Fatal(err)
	}
	b, err := store.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"file", "folder/secret", "folder"} {
		if body, _, err := b.Read(t.Context(), name, limit); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s holds %q, %v", name, body, err)
		}
	}
	if all, err := b.List(t.Context(), "folder/"); len(all) > 0 {
		t.Errorf("listed %v, %v", all, err)
	}
	wantError(t, b.Remove(t.Context(), "folder/secret"), "cannot be written")
	wantError(t, b.Write(t.Context(), Blob{Name: "folder/other"}), "cannot be written")
	if left, err := os.ReadDir(elsewhere); err != nil || len(left) != 1 {
		t.Errorf("elsewhere there is %v, %v", left, err)
	}
	if err := os.Symlink(secret, filepath.Join(root, lockName)); err != nil {
		t.Fatal(err)
	}
	_, err = b.Lock(t.Context())
	wantError(t, err, lockName+" is a link or no file; move it away")
}

// TestLock keeps a second one out, which is told by whom, until the first is released.
func TestLock(t *testing.T) {
	b, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	release, err := b.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	once, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = b.Lock(once)
	if !errors.Is(err, ErrHeld) || !strings.Contains(err.Error(), fmt.Sprintf("pid %d on ", os.Getpid())) {
		t.Errorf("a second one is told %v, want this process", err)
	}
	nowhere, err := store.Open("/proc/self") // where nobody can make a file
	if err != nil {
		t.Fatal(err)
	}
	_, err = nowhere.Lock(once)
	wantError(t, err, "cannot be written")
	waited := make(chan error)
	go func() {
		release, err := b.Lock(t.Context())
		if err == nil {
			err = release()
		}
		waited <- err
	}()
	if err := errors.Join(release(), <-waited); err != nil {
		t.Error(err)
	}
	if got := holderIn("pid 7 on \x1b[2J since 2026-11-21T03:00:00Z"); strings.Contains(got, "\x1b") {
		t.Errorf("what nobody can print is %+v", got)
	}
}

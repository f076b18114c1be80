package doctor

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
)

// TestDisk looks at a small disk that is full, has no room for files, and can only be read.
func TestDisk(t *testing.T) {
	mount := mountDisk(t, "128m", 400)
	p := patient{store: filepath.Join(mount, "store"), now: time.Date(2026, 1, 12, 0, 0, 0, 0, time.UTC), args: []string{"--listen", "127.0.0.1:0"}}
	if err := os.CopyFS(p.store, os.DirFS(fixture.Halved(t, t.TempDir()))); err != nil {
		t.Fatal(err)
	}
	look := func(want string) {
		t.Helper()
		wantLine(t, examined(t, p), want)
	}
	look(`ok store `)
	takeBytes(t, filepath.Join(mount, "taken"), 15<<20)
	look(`wrong store the disk takes only \d+\.\d MB or \d+ files more; the next refresh may fail -> free some space`)
	if err := os.Remove(filepath.Join(mount, "taken")); err != nil {
		t.Fatal(err)
	}
	takeFiles(t, filepath.Join(mount, "files"), 0)
	look(`wrong store the disk takes only \S+ MB or 0 files more; the next refresh may fail -> free some space`)
	forbidWriting(t, mount)
	look(`wrong store \S+ cannot be written by \w+: read-only file system; no refresh can publish -> mount it for writing; findmnt -T `)
}

// TestRights looks at a store that belongs to another user. Only root can be two of them.
func TestRights(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can become another user")
	}
	whole := fixture.Halved(t, t.TempDir())
	for name, row := range map[string]struct {
		spoil func(store string) error
		want  []string
	}{
		"all-is-well": {func(string) error { return nil }, []string{
			`ok store `, `wrong store \S+ cannot be written by nobody: permission denied; no refresh can publish -> ` +
				`sudo -u root pricepoint doctor --store \S+ if root refreshes; else: sudo chown -R nobody \S+$`}},
		"snapshot": {func(store string) error {
			return os.Chmod(filepath.Join(store, "snapshots", fixture.Newer+".zip"), 0o600)
		}, []string{
			`wrong store .*2026-01-10T000000Z.zip: permission denied; using 2026-01-03T000000Z -> sudo -u root pricepoint doctor`}},
		"archive": {func(store string) error { return os.Chmod(filepath.Join(store, "archive"), 0) }, []string{
			`wrong store .*archive.*permission denied -> sudo -u root pricepoint doctor`}},
		"lock": {func(store string) error {
			return errors.Join(os.Chmod(store, 0o777), os.Chmod(filepath.Join(store, ".lock"), 0o600))
		},
			[]string{`wrong store .*permission denied.*; no refresh can publish -> sudo -u root `}},
		"in-ones-own": {func(store string) error {
			return errors.Join(os.Chown(store, nobody, nobody), os.Chmod(filepath.Join(store, "snapshots", fixture.Newer+".zip"), 0o600))
		}, []string{`wrong store .*permission denied.* -> sudo -u root pricepoint doctor .*; else: sudo chown -R nobody `}},
		"ones-own": {func(store string) error {
			file := filepath.Join(store, "snapshots", fixture.Newer+".zip")
			return errors.Join(os.Chown(file, nobody, nobody), os.Chmod(file, 0))
		}, []string{`wrong store .*permission denied.* -> chmod u\+rwX \S+/snapshots/\S+.zip$`}},
		"no-room-for-it": {func(store string) error { return os.RemoveAll(store) },
			[]string{`wrong store \S+ cannot be written by nobody: permission denied; no refresh can publish -> sudo -u root `}},
	} {
		t.Run(name, func(t *testing.T) {
			p := patient{store: fixture.Copied(t, whole), now: time.Date(2026, 1, 12, 0, 0, 0, 0, time.UTC), args: []string{"--listen", "127.0.0.1:0"}}
			holder := filepath.Dir(p.store)
			if err := errors.Join(os.Chmod(filepath.Dir(holder), 0o755), row.spoil(p.store)); err != nil {
				t.Fatal(err)
			}
			asNobody(func() {
				found := examined(t, p)
				for _, want := range row.want {
					wantLine(t, found, want)
				}
			})
		})
	}
}

const nobody = 65534

// asNobody does something in a thread that has given up its rights, and waits for it to end.
func asNobody(do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // for ever: the thread ends with this
		syscall.RawSyscall(syscall.SYS_SETGROUPS, 0, 0, 0)
		syscall.RawSyscall(syscall.SYS_SETRESGID, nobody, nobody, nobody)
		syscall.RawSyscall(syscall.SYS_SETRESUID, nobody, nobody, nobody)
		do()
	}()
	<-done
}

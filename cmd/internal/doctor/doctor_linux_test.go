package doctor

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
)

// TestDisk looks at small disks: one with room, one that is nearly full, one that is full, and one that can only be read.
func TestDisk(t *testing.T) {
	whole := fixture.Halved(t, t.TempDir())
	const full = `wrong store the disk takes only \d+\.\d MB more; the next refresh may fail -> free some space`
	for name, row := range map[string]struct {
		disk  string // in the words of tmpfs(5)
		flags uintptr
		want  string
	}{
		"roomy":    {"size=128m,nr_inodes=400", 0, `ok store `},
		"scarce":   {"size=64m,nr_inodes=400", 0, `warning store the disk takes only \d+\.\d MB more -> free some space`},
		"full":     {"size=16m,nr_inodes=400", 0, full},
		"readonly": {"size=128m", syscall.MS_RDONLY, `wrong store \S+ cannot be written by this user: read-only file system; no refresh can publish, or no finding be accepted -> mount it for writing; findmnt -T `},
	} {
		t.Run(name, func(t *testing.T) {
			mount := t.TempDir()
			if err := syscall.Mount("none", mount, "tmpfs", 0, row.disk); errors.Is(err, syscall.EPERM) {
				t.Skip("only root can mount a small file system")
			} else if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = syscall.Unmount(mount, 0) })
			p := patient{store: filepath.Join(mount, "store"), now: time.Date(2026, 1, 12, 0, 0, 0, 0, time.UTC), args: []string{"--listen", "127.0.0.1:0"}}
			if err := errors.Join(os.CopyFS(p.store, os.DirFS(whole)), syscall.Mount("none", mount, "tmpfs", syscall.MS_REMOUNT|row.flags, "")); err != nil {
				t.Fatal(err)
			}
			wantLine(t, examined(t, p), row.want)
		})
	}
}

// TestRights looks at a store that belongs to another user. Only root can be two of them.
func TestRights(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can become another user")
	}
	whole := fixture.Halved(t, t.TempDir())
	opened := func(store string) error { return exec.Command("chmod", "-R", "a+rwX", store).Run() }
	const asOwner = `run this as the user who refreshes; if you do: sudo chown -R 65534 \S+$`
	for name, row := range map[string]struct {
		spoil func(store string) error
		want  string
	}{
		"all-is-well": {func(string) error { return nil },
			`wrong store \S+ cannot be written by this user: permission denied; no refresh can publish, or no finding be accepted -> ` + asOwner},
		"snapshot": {func(store string) error {
			return os.Chmod(filepath.Join(store, "snapshots", fixture.Newer+".zip"), 0o600)
		}, `wrong store .*2026-01-10T000000Z.zip: permission denied; using 2026-01-03T000000Z -> ` + asOwner},
		"archive": {func(store string) error { return os.Chmod(filepath.Join(store, "archive"), 0) },
			`wrong store .*archive.*permission denied -> it cannot be read by this user; run this as the user who refreshes`},
		"lock": {func(store string) error {
			lock := filepath.Join(store, ".lock")
			return errors.Join(opened(store), os.WriteFile(lock, nil, 0o640), os.Chmod(lock, 0o640))
		}, `wrong store \S+/.lock cannot be written by this user: permission denied; .* -> ` + asOwner},
		"exports": {func(store string) error {
			return errors.Join(opened(store), os.Chmod(filepath.Join(store, "exports"), 0o755))
		}, `wrong store \S+/exports cannot be written by this user: .* -> ` + asOwner},
		"no-room-for-it": {func(store string) error { return os.RemoveAll(store) },
			`wrong store \S+ cannot be written by this user: permission denied; no refresh can publish, or no finding be accepted -> run this as .*: sudo install -d -o 65534 \S+/copy$`},
	} {
		t.Run(name, func(t *testing.T) {
			p := patient{store: fixture.Copied(t, whole), now: time.Date(2026, 1, 12, 0, 0, 0, 0, time.UTC), args: []string{"--listen", "127.0.0.1:0"}}
			holder := filepath.Dir(p.store)
			if err := errors.Join(os.Chmod(filepath.Dir(holder), 0o755), row.spoil(p.store)); err != nil {
				t.Fatal(err)
			}
			asNobody(func() {
				wantLine(t, examined(t, p), row.want)
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

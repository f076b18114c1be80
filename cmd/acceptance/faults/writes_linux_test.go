//go:build proof

package faults

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// writes counts what happens to the files of a folder, while it happens.
type writes struct {
	file *os.File
	seen atomic.Int64

	mu    sync.Mutex
	until int64
	then  chan time.Time // closed once that many are seen
	done  chan struct{}
}

// watched are the events of inotify that change a folder.
const watched = syscall.IN_CREATE | syscall.IN_DELETE | syscall.IN_MOVED_TO | syscall.IN_CLOSE_WRITE

// watch begins to count, in a folder and those that are in it now. One that is not there is made.
func watch(t testing.TB, root string) *writes {
	t.Helper()
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Fatal(err)
	}
	fd, err := syscall.InotifyInit1(syscall.IN_CLOEXEC | syscall.IN_NONBLOCK)
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			_, err = syscall.InotifyAddWatch(fd, path, watched)
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = nil // removed meanwhile
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	w := &writes{file: os.NewFile(uintptr(fd), "inotify"), done: make(chan struct{})}
	go w.count()
	return w
}

func (w *writes) count() {
	defer close(w.done)
	buffer := make([]byte, 4096)
	for {
		n, err := w.file.Read(buffer)
		if err != nil {
			return
		}
		for at := 0; at+syscall.SizeofInotifyEvent <= n; {
			name := int(buffer[at+12]) | int(buffer[at+13])<<8
			at += syscall.SizeofInotifyEvent + name
			w.see()
		}
	}
}

func (w *writes) see() {
	seen := w.seen.Add(1)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.then != nil && seen >= w.until {
		close(w.then)
		w.then = nil
	}
}

// after is closed when so many writes were seen.
func (w *writes) after(n int) <-chan time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	then := make(chan time.Time)
	if w.seen.Load() >= int64(n) {
		close(then)
		return then
	}
	w.until, w.then = int64(n), then
	return then
}

// stop returns how many there were.
func (w *writes) stop() int {
	w.file.Close()
	<-w.done
	return int(w.seen.Load())
}

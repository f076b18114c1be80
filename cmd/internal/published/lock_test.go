package published

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"pricepoint/data/store"
)

// TestLockIsWaitedFor says who holds the lock, before it waits and when it gives up.
func TestLockIsWaitedFor(t *testing.T) {
	root := t.TempDir()
	var log bytes.Buffer
	open := func() Data {
		s, err := store.Open(root)
		if err != nil {
			t.Fatal(err)
		}
		return Data{Store: s, Log: slog.New(slog.NewTextHandler(&log, nil)), Patience: time.Millisecond}
	}
	unlock, err := open().Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_, err = open().Lock(t.Context())
	holder := fmt.Sprintf("pid %d on ", os.Getpid())
	if !errors.Is(err, store.ErrLocked) || !strings.HasPrefix(err.Error(), "gave up after 1ms: ") || !strings.Contains(err.Error(), holder) {
		t.Errorf("Lock() fails with %v", err)
	}
	if got := log.String(); !strings.Contains(got, "msg=waiting") || !strings.Contains(got, holder) || !strings.Contains(got, "longest=1ms") {
		t.Errorf("logged %s", got)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if _, err := open().Lock(t.Context()); err != nil {
		t.Error(err)
	}
}

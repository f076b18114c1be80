//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestSettingsFromAPipe that nobody writes to: a signal ends the wait.
func TestSettingsFromAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "settings.yaml")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, signal := context.WithCancel(t.Context())
	var out bytes.Buffer
	root := newRoot(&program{stdout: &out, stderr: &out, now: time.Now})
	root.SetArgs([]string{"list", "--config", pipe})
	ended := make(chan error, 1)
	go func() { ended <- root.ExecuteContext(ctx) }()
	signal()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("it ends with %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it waits for ever")
	}
	if w, err := os.OpenFile(pipe, os.O_RDWR, 0); err == nil { // lets go of what still waits
		w.Close()
	}
}

package blob

import (
	"errors"
	"io/fs"
	"syscall"
	"testing"
)

func TestRemedy(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, "; run as the owner of the directory or name another --store"},
		{syscall.EROFS, "; mount it for writing or name another --store"},
		{syscall.ENOSPC, "; free some space or name another --store"},
		{syscall.EDQUOT, "; free some space or name another --store"},
		{syscall.ENOTDIR, "; name a --store that is a directory"},
		{errors.New("no space left on device"), ""},
	} {
		if got := remedy(tt.err, "--store"); got != tt.want {
			t.Errorf("against %v: %q, want %q", tt.err, got, tt.want)
		}
	}
}

package blob

import (
	"errors"
	"io/fs"
	"syscall"
)

// remedy continues a message about a directory that cannot be written with what to do: "; free some space or name another
// --store", where instead is "--store". It is "" when nothing is known to help.
func remedy(err error, instead string) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "; run as the owner of the directory or name another " + instead
	case errors.Is(err, syscall.EROFS):
		return "; mount it for writing or name another " + instead
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "; free some space or name another " + instead
	case errors.Is(err, syscall.ENOTDIR):
		return "; name a " + instead + " that is a directory"
	}
	return ""
}

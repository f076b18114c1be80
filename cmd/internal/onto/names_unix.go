//go:build unix

package onto

import (
	"io/fs"
	"syscall"
)

// namesOf is how many names a file has.
func namesOf(info fs.FileInfo) uint64 {
	if stat, known := info.Sys().(*syscall.Stat_t); known {
		return uint64(stat.Nlink)
	}
	return 1
}

package doctor

import (
	"os"
	"syscall"
)

// mayWrite reports whether this user may make files in a directory, without making one, or write a file.
func mayWrite(path string) error {
	const write, search = 2, 1 // W_OK and X_OK of access(2)
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return syscall.Access(path, write)
	}
	return syscall.Access(path, write|search)
}

// freeSpace is how many bytes a file system still takes from this user.
func freeSpace(path string) (bytes float64, err error) {
	var s syscall.Statfs_t
	err = syscall.Statfs(path, &s)
	return float64(s.Bavail) * float64(s.Bsize), err
}

package doctor

import "syscall"

// mayWrite reports whether this user may make files in a directory, without making one.
func mayWrite(directory string) error {
	const writeAndSearch = 3 // W_OK and X_OK of access(2)
	return syscall.Access(directory, writeAndSearch)
}

// freeSpace is how many bytes a file system still takes from this user.
func freeSpace(path string) (bytes float64, err error) {
	var s syscall.Statfs_t
	err = syscall.Statfs(path, &s)
	return float64(s.Bavail) * float64(s.Bsize), err
}

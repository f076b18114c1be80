package doctor

import (
	"math"
	"os"
	"syscall"
)

// mayWrite reports whether this user may make files in a directory, without making one.
func mayWrite(directory string) error {
	const writeAndSearch = 3 // W_OK and X_OK of access(2)
	return syscall.Access(directory, writeAndSearch)
}

// freeSpace is how many bytes and files a file system still takes from this user.
func freeSpace(path string) (bytes, files uint64, err error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(path, &s); err != nil {
		return 0, 0, err
	}
	if s.Files == 0 { // it sets no limit, as btrfs
		return s.Bavail * uint64(s.Bsize), math.MaxUint64, nil
	}
	return s.Bavail * uint64(s.Bsize), s.Ffree, nil
}

// ownerID is the user a file or directory belongs to, -1 when that cannot be told.
func ownerID(path string) int {
	info, err := os.Stat(path)
	if err != nil {
		return -1
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return -1
	}
	return int(s.Uid)
}

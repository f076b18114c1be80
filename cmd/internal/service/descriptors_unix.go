//go:build unix

package service

import "syscall"

// descriptors is how many files and connections the system lets this program have open; 0: nobody knows.
func descriptors() uint64 {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return 0
	}
	return uint64(limit.Cur)
}

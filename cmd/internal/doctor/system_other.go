//go:build !linux

package doctor

import "errors"

// mayWrite cannot tell here; a refresh does.
func mayWrite(string) error { return nil }

// freeSpace cannot tell here.
func freeSpace(string) (bytes, files uint64, err error) {
	return 0, 0, errors.New("it can be asked on Linux only")
}

// ownerID cannot tell here.
func ownerID(string) int { return -1 }

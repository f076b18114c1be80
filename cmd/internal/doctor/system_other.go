//go:build !linux

package doctor

import "errors"

// mayWrite cannot tell here; a refresh does.
func mayWrite(string) error { return nil }

// freeSpace cannot tell here.
func freeSpace(string) (bytes float64, err error) { return 0, errors.ErrUnsupported }

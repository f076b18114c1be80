//go:build !linux

package service

// dropPages does nothing where the system is not asked for that.
func dropPages() {}

//go:build !linux

package service

// freeMemory gives back the garbage of the start.
func freeMemory() { freeGarbage() }

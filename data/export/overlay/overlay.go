// Package overlay lays our prices over the lists that other programs read: the bytes of a list as its publisher sent it,
// with only those numbers replaced for which we have first-hand evidence.
//
// It is pure: bytes and documents in, bytes and a report out. It adds no row, removes nothing, and asks nobody.
package overlay

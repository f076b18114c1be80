//go:build !race

package built

// Raced tells whether the program has the race detector in it, as these tests have.
const Raced = false

//go:build proof

package commands

import "testing"

// TestLongScripts runs the scripts that start the program again and again.
func TestLongScripts(t *testing.T) { runScripts(t, "long") }

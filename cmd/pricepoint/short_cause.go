package main

import (
	"strings"

	"pricepoint/collectors"
)

// shortCause is why a source could not be read, on one line for the log and for people: what went wrong with the address
// that was asked first, and how many attempts failed too. At the level debug the log has the whole text.
func shortCause(err error) string {
	return strings.Join(strings.Fields(collectors.Cause(err)), " ")
}

package collectors

import (
	"errors"
	"fmt"
)

// Cause is why a source could not be read, short enough for a document: what went wrong with the address that was
// asked first. The error itself tells of every address.
func Cause(err error) string {
	var all failures
	if !errors.As(err, &all) || len(all) == 0 {
		return err.Error()
	}
	first := oneLine(all[0].Error())
	if more := len(all) - 1; more == 1 {
		return first + "; one more attempt failed too"
	} else if more > 1 {
		return fmt.Sprintf("%s; %d more attempts failed too", first, more)
	}
	return first
}

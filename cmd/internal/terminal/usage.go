package terminal

import "errors"

// usageError is a mistake in the words of the command line or in the settings.
type usageError struct{ error }

// Usage marks an error as a mistake in the words of the command line or in the settings: trying again will not help.
func Usage(err error) error { return usageError{err} }

// IsUsage reports whether an error is such a mistake.
func IsUsage(err error) bool {
	var usage usageError
	return errors.As(err, &usage)
}

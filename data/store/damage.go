package store

import (
	"bytes"
	"errors"
	"fmt"
)

// damageOf says what has become of the file of a snapshot, nil when it is as it was written.
func damageOf(file []byte) error {
	const (
		begin, end = "PK\x03\x04", "PK\x05\x06"
		endLength  = 22 // of what comes before the comment
	)
	at := bytes.LastIndex(file, []byte(end))
	sealed, seal := split(file)
	switch {
	case len(file) == 0:
		return errors.New("the file is empty")
	case !bytes.HasPrefix(file, []byte(begin)):
		return errors.New("the file is no zip file, or its beginning was overwritten")
	case at < 0 || at+endLength+sealLength > len(file):
		return fmt.Errorf("the file was cut off after %d bytes", len(file))
	case digest(sealed) != string(seal):
		return fmt.Errorf("bytes of the file have changed since it was written: its last %d are not the digest of those before", sealLength)
	}
	return nil
}

package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"aead.dev/minisign"

	"pricepoint/data"
)

// reader reads what has a name in a store, and believes nothing of it.
type reader struct {
	where string // for messages
	place place
	keys  *Keys // nil: nothing is signed, and no signature asked for
}

// name tells where an object is, for messages.
func (r *reader) name(object string) string { return strings.TrimSuffix(r.where, "/") + "/" + object }

// pointer reads the pointer; fs.ErrNotExist when there is none.
func (r *reader) pointer() (data.Pointer, error) {
	body, err := r.place.read(pointerName)
	if err != nil {
		return data.Pointer{}, err
	}
	pointer, err := decodePointer(body)
	if err != nil {
		return data.Pointer{}, fmt.Errorf("%s is broken: %v", r.name(pointerName), err)
	}
	return pointer, nil
}

// manifestBody reads the bytes of a manifest; ErrNotFound when there is nothing of the version.
func (r *reader) manifestBody(version string) ([]byte, error) {
	body, err := r.object(snapshotName(version), manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		if versions, listErr := versionsIn(r.place); listErr == nil && !slices.Contains(versions, version) {
			return nil, r.notFound(version)
		}
	}
	return body, err
}

// checkSignature is an error unless the manifest of a version has the signature it should have, to the last bit: it
// is errUnsigned when there is none. Without a public key only its form is checked.
func (r *reader) checkSignature(version string, manifest []byte) error {
	text, err := r.object(snapshotName(version), signatureName)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s is missing", errUnsigned, signatureName)
	}
	if err != nil {
		return err
	}
	var signature minisign.Signature
	if err := signature.UnmarshalText(text); err != nil {
		return fmt.Errorf("%s is no signature of minisign", signatureName)
	}
	form, err := signature.MarshalText()
	if err != nil || !bytes.Equal(form, text) || signature.UntrustedComment != untrustedComment {
		return fmt.Errorf("%s is not as it was written", signatureName)
	}
	if signature.TrustedComment != trustedComment(version) {
		return fmt.Errorf("%s is that of %q", signatureName, signature.TrustedComment)
	}
	if key := r.keys.publicKey(); key != nil && !minisign.Verify(*key, manifest, text) {
		return fmt.Errorf("%s is not by the key that is configured, or not of this %s", signatureName, manifestName)
	}
	return nil
}

func (r *reader) notFound(version string) error {
	return fmt.Errorf("%s in %s: %w", version, r.where, ErrNotFound)
}

// broken says which snapshot, unless the store is what is wrong.
func (r *reader) broken(version string, err error) error {
	if errors.Is(err, ErrUnavailable) || errors.Is(err, ErrNotFound) {
		return err
	}
	return fmt.Errorf("snapshot %s in %s is broken: %w", version, r.where, err)
}

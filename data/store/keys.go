package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"aead.dev/minisign"
)

// Keys are the minisign keys of a store: the secret one signs every manifest that is published, the public one is asked
// about every snapshot that is to be the newest. Either may be missing.
type Keys struct {
	public  atomic.Pointer[minisign.PublicKey]  // nil: none is configured, nor was the secret one read
	secret  func() (minisign.PrivateKey, error) // nil: nothing is signed
	adopted string                              // a version that is taken for signed; "" for none
}

// NewKeys reads the public key, which is a file or the text in it, and names the file of the secret key. That is read
// when it is first needed, since to decrypt it takes a second and a gigabyte; password returns what it is encrypted
// with, "" when it is not.
func NewKeys(secretFile, public string, password func() string) (*Keys, error) {
	keys := &Keys{}
	if public != "" {
		key, err := readPublicKey(public)
		if err != nil {
			return nil, err
		}
		keys.public.Store(&key)
	}
	if secretFile != "" {
		keys.secret = sync.OnceValues(func() (minisign.PrivateKey, error) { return keys.readSecretKey(secretFile, password()) })
	}
	return keys, nil
}

// Ready finds out whether snapshots can be signed, before a run spends any time. From then on signatures are checked
// also when only the secret key is configured: whoever signs builds on nothing that this key has not signed.
func (k *Keys) Ready() error {
	if !k.Signs() {
		return nil
	}
	key, err := k.secret()
	if err != nil {
		return err
	}
	if public, is := key.Public().(minisign.PublicKey); is {
		k.public.Store(&public)
	}
	return nil
}

// Adopt takes a version for signed when it is the newest: an operator vouches for it, since nothing was signed before, or
// by another key.
func (k *Keys) Adopt(version string) { k.adopted = version }

// Signs tells whether there is a secret key.
func (k *Keys) Signs() bool { return k != nil && k.secret != nil }

// Checks tells whether signatures can be checked.
func (k *Keys) Checks() bool { return k != nil && k.public.Load() != nil }

// Adopts tells whether a version is that of Adopt.
func (k *Keys) Adopts(version string) bool { return k != nil && k.adopted == version }

// readPublicKey repeats nothing of what it reads, nor a name: either may be the secret key, put in the wrong place.
func readPublicKey(public string) (key minisign.PublicKey, err error) {
	text := []byte(public)
	if !strings.HasPrefix(public, "RW") {
		if text, err = os.ReadFile(public); err != nil {
			return key, fmt.Errorf("the public key is neither a file that can be read (%v) nor the line that begins with RW", errors.Unwrap(err))
		}
	}
	if key.UnmarshalText(text) != nil {
		err = errors.New("it is not the public key of a minisign pair")
	}
	return key, err
}

// readSecretKey repeats nothing of the file: its bytes are a secret.
func (k *Keys) readSecretKey(file, password string) (key minisign.PrivateKey, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return key, fmt.Errorf("the file of the key that signs cannot be read: %v", errors.Unwrap(err))
	}
	if minisign.IsEncrypted(text) {
		key, err = minisign.DecryptKey(password, text)
	} else {
		err = key.UnmarshalText(text)
	}
	switch {
	case err != nil && minisign.IsEncrypted(text):
		return key, fmt.Errorf("the key in %s cannot be decrypted: the password is missing or another one", file)
	case err != nil:
		return key, fmt.Errorf("%s is not the secret key of a minisign pair; minisign -G makes one", file)
	case k.Checks() && !k.public.Load().Equal(key.Public()):
		return key, fmt.Errorf("the key in %s does not belong to the public key that is configured", file)
	}
	return key, nil
}

// trustedComment is what minisign shows to whoever checks a signature.
func trustedComment(version string) string { return "pricepoint snapshot " + version }

// Sign signs the manifest of a version. The same key and manifest give the same bytes.
func (k *Keys) Sign(version string, manifest []byte) ([]byte, error) {
	return k.sign(manifest, trustedComment(version), "signature of a pricepoint manifest")
}

// SignFile signs a file that is published of a version. What minisign then trusts names both, so that no file can stand in for
// another, or for an older one of its name.
func (k *Keys) SignFile(version, name string, body []byte) ([]byte, error) {
	return k.sign(body, trustedComment(version)+" "+name, "signature of a pricepoint file")
}

func (k *Keys) sign(text []byte, trusted, untrusted string) ([]byte, error) {
	key, err := k.secret()
	if err != nil {
		return nil, err
	}
	message := minisign.NewReader(bytes.NewReader(text))
	if _, err := io.Copy(io.Discard, message); err != nil {
		return nil, err
	}
	return message.SignWithComments(key, trusted, untrusted), nil
}

// check is an error unless a text is a signature of the manifest of a version: errUnsigned when there is none, errOtherKey
// when the key has changed since. Without a public key only its form is checked.
func (k *Keys) check(version string, manifest, text []byte) error {
	var signature minisign.Signature
	switch {
	case text == nil:
		return fmt.Errorf("%w: %s is missing", errUnsigned, signatureName)
	case signature.UnmarshalText(text) != nil:
		return fmt.Errorf("%s is no signature of minisign", signatureName)
	case signature.TrustedComment != trustedComment(version):
		return fmt.Errorf("%s is that of %q", signatureName, signature.TrustedComment)
	case k.Checks() && signature.KeyID != k.public.Load().ID():
		return fmt.Errorf("%s %w", signatureName, errOtherKey)
	case k.Checks() && !minisign.Verify(*k.public.Load(), manifest, text):
		return fmt.Errorf("%s is not of this manifest", signatureName)
	}
	return nil
}

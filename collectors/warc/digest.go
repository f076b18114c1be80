package warc

import (
	"crypto/sha1"
	"encoding/base32"
	"encoding/hex"
	"strings"
)

// digest is the labelled digest that WARC fields carry.
func digest(b []byte) string {
	sum := sha1.Sum(b)
	return "sha1:" + base32.StdEncoding.EncodeToString(sum[:])
}

// matches reports whether b has the digest that a WARC field states. A digest of another kind than SHA-1 matches
// anything: it cannot be checked.
func matches(stated string, b []byte) bool {
	kind, value, ok := strings.Cut(stated, ":")
	if !ok || !strings.EqualFold(kind, "sha1") {
		return true
	}
	sum := sha1.Sum(b)
	if len(value) == hex.EncodedLen(len(sum)) {
		return strings.EqualFold(value, hex.EncodeToString(sum[:]))
	}
	return strings.EqualFold(value, base32.StdEncoding.EncodeToString(sum[:]))
}

// verify compares the block and the payload with the digests the record states, if any.
func (r *Record) verify() error {
	if !matches(r.Header.Get("WARC-Block-Digest"), r.Block) {
		return r.fail("is damaged: its bytes do not have the stated %s", r.Header.Get("WARC-Block-Digest"))
	}
	stated := r.Header.Get("WARC-Payload-Digest")
	if stated == "" || !r.isHTTP() {
		return nil
	}
	// Tools disagree on whether the payload is taken before or after chunking is removed.
	if _, body := r.split(); !matches(stated, body) && !matches(stated, unchunk(body)) {
		return r.fail("is damaged: its payload does not have the stated %s", stated)
	}
	return nil
}

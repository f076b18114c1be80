// Package pack turns documents into the bytes that a store keeps, and back: brotli, gzip, zstd, and zip files of them. Start at
// Documents, Exports and Zip. It decides nothing: what may be read or written, and how much, package store says.
package pack

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"path"
	"slices"
	"strings"

	"pricepoint/data"
)

// sealLength is that of the comment of a zip file: a SHA-256 in hexadecimal.
const sealLength = 64

// Zip returns members as a zip file whose comment is the digest of all bytes before it: the same bytes for the same members.
func Zip(version string, members iter.Seq2[string, []byte]) ([]byte, error) {
	made, err := data.ParseVersion(version)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for name, body := range members {
		header := zip.FileHeader{Name: name, Method: zip.Deflate, Modified: made}
		if slices.Contains([]string{".br", gzipSuffix, zstdSuffix}, path.Ext(name)) {
			header.Method = zip.Store
		}
		member, err := w.CreateHeader(&header)
		if err != nil {
			return nil, err
		}
		if _, err := member.Write(body); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(w.SetComment(strings.Repeat("0", sealLength)), w.Close()); err != nil {
		return nil, err
	}
	sealed, seal := split(buf.Bytes())
	copy(seal, digest(sealed))
	return buf.Bytes(), nil
}

func split(file []byte) (sealed, seal []byte) {
	at := max(0, len(file)-sealLength)
	return file[:at], file[at:]
}

func digest(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// Damage says that a file of Zip is not as it was written, nil when it is.
func Damage(file []byte) error {
	if sealed, seal := split(file); digest(sealed) != string(seal) {
		return fmt.Errorf("the file, of %d bytes, was cut off or changed since it was written: its last %d are not the digest of those before", len(file), sealLength)
	}
	return nil
}

// ReadMember reads a member of at most limit bytes, whatever it says of its size.
func ReadMember(m *zip.File, limit int64) ([]byte, error) {
	content, err := m.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return ReadAtMost(content, limit, "it")
}

// ReadAtMost reads to the end, and no further than a limit in bytes.
func ReadAtMost(from io.Reader, limit int64, name string) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(from, limit+1))
	if err == nil && int64(len(body)) > limit {
		err = fmt.Errorf("%s is larger than %d bytes", name, limit)
	}
	return body, err
}

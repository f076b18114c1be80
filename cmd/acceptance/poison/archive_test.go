//go:build proof

package poison

import (
	"archive/zip"
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
)

// isArchive reports whether a page is an archive of several files.
func isArchive(body []byte) bool { return bytes.HasPrefix(body, []byte("PK\x03\x04")) }

// members are the tables of an archive; the one member of any other page has no name.
func members(t testing.TB, body []byte) []string {
	t.Helper()
	if !isArchive(body) {
		return []string{""}
	}
	packed, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range packed.File {
		if strings.HasSuffix(f.Name, ".csv") {
			all = append(all, "/"+f.Name)
		}
	}
	slices.Sort(all)
	return all
}

// body is the text that is edited.
func (s *scene) body(t testing.TB) []byte {
	t.Helper()
	whole := s.docs[s.place].Body
	if s.member == "" {
		return whole
	}
	packed, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	file, err := packed.Open(strings.TrimPrefix(s.member, "/"))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// packed is the page with its text, or the text of its member, in place of what was there.
func (s *scene) packed(text string) []byte {
	if s.member == "" {
		return []byte(text)
	}
	whole := s.docs[s.place].Body
	old, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		panic(err) // members has read it
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range old.File {
		if f.Name != strings.TrimPrefix(s.member, "/") {
			if err := w.Copy(f); err != nil {
				panic(err)
			}
			continue
		}
		member, err := w.Create(f.Name)
		if err != nil {
			panic(err)
		}
		_, _ = io.WriteString(member, text) // into memory
	}
	_ = w.Close() // into memory
	return out.Bytes()
}

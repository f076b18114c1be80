// Package sourcetest is what the tests of sources share. Start at Documents, the fixtures of a source.
// Its folders are found from the packages beside it, so it serves those; others name a folder to Read.
package sourcetest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/web"
)

// Date is when every fixture claims to have been fetched.
var Date = time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)

// Named is the source of a name among some.
func Named(t testing.TB, among []collectors.Source, name string) collectors.Source {
	t.Helper()
	i := slices.IndexFunc(among, func(s collectors.Source) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("no source is named %s", name)
	}
	return among[i]
}

// Folder holds the cases of a source, seen from the packages beside this one.
func Folder(source string) string {
	kind, name, _ := strings.Cut(source, "_")
	return filepath.Join("..", kind, "testdata", name)
}

// Cases are the names of a source's cases.
func Cases(t testing.TB, source string) []string {
	t.Helper()
	folders, err := os.ReadDir(Folder(source))
	if err != nil || len(folders) == 0 {
		t.Fatalf("%s has no fixture: write a small page %s/CASE/1.md (or .html, .json) beside its reader, as collectors/README.md says: %v",
			source, strings.TrimPrefix(Folder(source), "../"), err)
	}
	var names []string
	for _, folder := range folders {
		names = append(names, folder.Name())
	}
	return names
}

// Documents are those of a case of s.
func Documents(t testing.TB, s collectors.Source, name string) []web.Payload {
	t.Helper()
	docs, _ := Read(t, s, filepath.Join(Folder(s.Name), name))
	return docs
}

// Read reads the numbered files of a folder under the addresses that s asks first: those of its requests, then those that
// the pages there name. A file for which there is none stands under the address of the last request. The case is whole if
// there is one file for each address.
func Read(t testing.TB, s collectors.Source, folder string) (docs []web.Payload, whole bool) {
	t.Helper()
	var addresses []string
	for _, alternatives := range s.Requests {
		addresses = append(addresses, alternatives[0].URL)
	}
	for n, file := range numbered(t, folder) {
		address := addresses[len(s.Requests)-1]
		if n < len(addresses) {
			address = addresses[n]
		}
		doc := Payload(t, file, address, Date)
		docs = append(docs, doc)
		if s.Next != nil && n < len(s.Requests) {
			for _, r := range s.Next(doc) {
				addresses = append(addresses, r.URL)
			}
		}
	}
	return docs, len(docs) == len(addresses)
}

// Fuzz gives each registered source the pages of its cases, and anything else: check sees what becomes of it.
func Fuzz(f *testing.F, check func(t *testing.T, s collectors.Source, doc web.Payload)) {
	f.Helper()
	all := collectors.Registered()
	for i, s := range all {
		for _, file := range numbered(f, filepath.Join(Folder(s.Name), "*")) {
			f.Add(uint8(i), Payload(f, file, "", Date).Body)
		}
	}
	f.Fuzz(func(t *testing.T, source uint8, body []byte) {
		s := all[int(source)%len(all)]
		check(t, s, web.Payload{URL: s.Requests[0][0].URL, Body: body, FetchedAt: Date})
	})
}

// numbered are the documents of the folders that a pattern matches, in order.
func numbered(t testing.TB, folders string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folders, "[0-9]*.*")) // sorted
	if err != nil || len(files) == 0 {
		t.Fatalf("%s holds no documents: %v", folders, err)
	}
	return files
}

// Payload reads one file as if it had been fetched from url.
func Payload(t testing.TB, file, url string, fetched time.Time) web.Payload {
	t.Helper()
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(body)
	return web.Payload{URL: url, FetchedAt: fetched, Body: body, SHA256: hex.EncodeToString(sum[:])}
}

// Pages is a Fetcher of fixed pages by address; what it does not hold is not found.
type Pages map[string]string

// Fetch answers with the page of an address.
func (p Pages) Fetch(ctx context.Context, r web.Request) (web.Payload, error) {
	if err := ctx.Err(); err != nil {
		return web.Payload{}, err
	}
	body, ok := p[r.URL]
	if !ok {
		return web.Payload{}, fmt.Errorf("fetch %s: not found", r.URL)
	}
	return web.Payload{URL: r.URL, Body: []byte(body)}, nil
}

// CountedPages are Pages that count how often each address is asked for.
type CountedPages struct {
	Pages
	Asked map[string]int
}

// Fetch answers with the page of an address, and counts it.
func (p CountedPages) Fetch(ctx context.Context, r web.Request) (web.Payload, error) {
	p.Asked[r.URL]++
	return p.Pages.Fetch(ctx, r)
}

package sourcetest

import (
	"crypto/sha256"
	"encoding/hex"
	"mime"
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
		t.Fatalf("%s has no fixture in %s: %v", source, Folder(source), err)
	}
	var names []string
	for _, folder := range folders {
		names = append(names, folder.Name())
	}
	return names
}

// Documents reads the numbered files of a case as the documents of s.
func Documents(t testing.TB, s collectors.Source, name string) []web.Payload {
	t.Helper()
	docs, _ := Case(t, s, name)
	return docs
}

// Case reads the numbered files of a case under the addresses that s asks first: those of its requests, then those that
// the pages there name. The case is whole if it has one file for each of them. A file for which there is none stands under
// the address of the last request.
func Case(t testing.TB, s collectors.Source, name string) (docs []web.Payload, whole bool) {
	t.Helper()
	var addresses []string
	for _, alternatives := range s.Requests {
		addresses = append(addresses, alternatives[0].URL)
	}
	for n, file := range numbered(t, s.Name, name) {
		address := addresses[len(s.Requests)-1]
		if n < len(addresses) {
			address = addresses[n]
		}
		doc := payload(t, file, address, Date)
		docs = append(docs, doc)
		if s.Next != nil && n < len(s.Requests) {
			for _, r := range s.Next(doc) {
				addresses = append(addresses, r.URL)
			}
		}
	}
	return docs, len(docs) == len(addresses)
}

// Text is the first file of a case.
func Text(t testing.TB, source, name string) string {
	t.Helper()
	return string(payload(t, numbered(t, source, name)[0], "", Date).Body)
}

// AddSeeds gives a fuzzer the pages of a source's cases.
func AddSeeds(f *testing.F, source string) {
	f.Helper()
	for _, file := range numbered(f, source, "*") {
		f.Add(payload(f, file, "", Date).Body)
	}
}

// numbered are the documents of the cases that a pattern matches, in order.
func numbered(t testing.TB, source, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(Folder(source), pattern, "[0-9]*.*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s holds no documents: %v", filepath.Join(Folder(source), pattern), err)
	}
	slices.Sort(files)
	return files
}

// payload reads one file as if it had been fetched from url.
func payload(t testing.TB, file, url string, fetched time.Time) web.Payload {
	t.Helper()
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(body)
	return web.Payload{URL: url, ContentType: mime.TypeByExtension(filepath.Ext(file)), FetchedAt: fetched, Body: body, SHA256: hex.EncodeToString(sum[:])}
}

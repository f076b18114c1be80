package built

import (
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"pricepoint/data"
)

// Get asks for an address and returns the whole answer.
func Get(t testing.TB, url string) (status int, body string) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// GetJSON asks for a document, which there must be, and decodes it.
func GetJSON(t testing.TB, url string, into any) {
	t.Helper()
	status, body := Get(t, url)
	if status != http.StatusOK {
		t.Fatalf("GET %s = %d %s", url, status, body)
	}
	if err := json.Unmarshal([]byte(body), into); err != nil {
		t.Fatalf("GET %s: %v", url, err)
	}
}

// Served is the version of the snapshot that a server answers with, "" while it has none.
func Served(t testing.TB, base string) (version string) {
	t.Helper()
	status, body := Get(t, base+"/"+data.FreshnessPath)
	if status != http.StatusOK {
		return ""
	}
	var fresh data.FreshnessDocument
	if err := json.Unmarshal([]byte(body), &fresh); err != nil {
		t.Fatal(err)
	}
	return fresh.Version
}

// ServeStore is Serve over a store, once a snapshot of it is served.
func ServeStore(t testing.TB, store string) (base string) {
	t.Helper()
	base = Serve(t, "serve", "--store", store)
	Eventually(t, "a snapshot is served", func() bool { return Served(t, base) != "" })
	return base
}

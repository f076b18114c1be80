package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestContractWithoutData asks a server that has nothing yet.
func TestContractWithoutData(t *testing.T) {
	base := start(t, "serve", "--store", filepath.Join(t.TempDir(), "store"))
	text := writtenContract(t)
	for path, item := range text.addresses(t, nil) {
		x := exchange{method: "GET", path: path}
		x.send(t, base)
		if err := text.check(item.Get, x); err != nil || x.status != 503 && x.status != 404 && x.status != 200 {
			t.Errorf("%s without data = %d: %v", path, x.status, err)
		}
	}
}

// TestContractCheckCanFail changes an answer in ways that break the contract.
func TestContractCheckCanFail(t *testing.T) {
	c := writtenContract(t)
	operation := c.Paths.Value("/api/platforms.json").Get
	const body = `{"platforms":[{"id":"a","name":"A","description":"d","pricing":"p","url":"https://a.example/"}],"lastUpdated":"2026-11-16T03:00:00.000Z"}`
	good := http.Header{
		"Content-Type": {"application/json"}, "Etag": {`"` + strings.Repeat("0", 64) + `"`}, "Last-Modified": {"Mon, 16 Nov 2026 03:00:00 GMT"},
		"Cache-Control": {"public"}, "Vary": {"Accept-Encoding"}, "Access-Control-Allow-Origin": {"*"},
	}
	for _, test := range []struct {
		name, old, new, header, value string
		status                        int
		fails                         bool
	}{
		{name: "untouched", status: 200},
		{name: "field-missing", old: `"pricing":"p",`, status: 200, fails: true},
		{name: "wrong-type", old: `"id":"a"`, new: `"id":1`, status: 200, fails: true},
		{name: "null", old: `"id":"a"`, new: `"id":null`, status: 200, fails: true},
		{name: "field-too-many", old: `"id":"a"`, new: `"id":"a","rank":1`, status: 200, fails: true},
		{name: "other-timestamp", old: `03:00:00.000Z`, new: `03:00:00Z`, status: 200, fails: true},
		{name: "impossible-timestamp", old: `-11-16T`, new: `-13-16T`, status: 200, fails: true},
		{name: "header-missing", header: "ETag", status: 200, fails: true},
		{name: "header-malformed", header: "ETag", value: "W/x", status: 200, fails: true},
		{name: "other-media-type", header: "Content-Type", value: "text/plain", status: 200, fails: true},
		{name: "no-problem", status: 418, fails: true},
		{name: "unchanged-without-tag", header: "ETag", status: 304, fails: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := good.Clone()
			if test.header != "" {
				h.Del(test.header)
			}
			if test.value != "" {
				h.Set(test.header, test.value)
			}
			x := exchange{method: "GET", path: "/api/platforms.json", status: test.status, header: h, body: []byte(strings.Replace(body, test.old, test.new, 1))}
			if err := c.check(operation, x); (err != nil) != test.fails {
				t.Errorf("check = %v, want an error: %t", err, test.fails)
			}
		})
	}
}

// writtenContract is the contract as it is part of the program.
func writtenContract(t *testing.T) contract {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "server", "schemas", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	return parseContract(t, text)
}

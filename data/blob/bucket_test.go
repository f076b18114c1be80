package blob

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"pricepoint/data/blob/s3test"
)

// store is what the tests keep.
var store = Purpose{"store", "--store"}

func TestMain(m *testing.M) {
	s3test.Environment()
	code := m.Run()
	s3test.Stop()
	os.Exit(code)
}

func wantError(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", words)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("error %q lacks %q", err, word)
		}
	}
}

// opens is the error of opening a bucket, as a user of it would tell.
func opens(t *testing.T, location string) error {
	t.Helper()
	address, err := Parse(location)
	if err != nil {
		return err
	}
	b, err := address.Open(store)
	if err != nil {
		return err
	}
	return b.Close()
}

func TestOpenRefuses(t *testing.T) {
	const secret = "wJalrXUtnFEMI"
	for name, row := range map[string]struct {
		location string
		words    []string
	}{
		"no-bucket":         {"s3://", []string{"s3://bucket/prefix?region="}},
		"no-url":            {"s3://a b%%?x=" + secret, []string{"not the URL of a bucket"}},
		"fragment":          {"s3://prices#" + secret, []string{"not the URL of a bucket"}},
		"credentials":       {"s3://AKIA:" + secret + "@prices", []string{"holds no credentials", "environment"}},
		"endpoint-secret":   {"s3://prices?endpoint=https://AKIA:" + secret + "@s3.example.org", []string{"endpoint", "without credentials"}},
		"endpoint-host":     {"s3://prices?endpoint=s3.example.org", []string{"endpoint", "https://s3.example.org"}},
		"unknown-parameter": {"s3://prices?secret_key=" + secret, []string{"s3://prices", `unknown query parameter "secret_key"`}},
		"prefix-parameter":  {"s3://prices?prefix=a/", []string{"s3://prices/prefix"}},
		"key-parameter":     {"s3://prices?key=a", []string{"s3://prices/prefix"}},
		"parent":            {"s3://prices/a/../b", []string{`"a/../b" is no prefix`}},
		"double-slash":      {"s3://prices/a//b", []string{"is no prefix"}},
		"hidden":            {"s3://prices/.a", []string{"is no prefix"}},
		"google":            {"gs://prices", []string{"gs:// is not supported", "s3://bucket?endpoint=", "a directory"}},
		"azure":             {"azblob://prices", []string{"azblob:// is not supported", "s3://bucket?endpoint=", "a directory"}},
		"web":               {"https://prices.example.org", []string{"https:// is not supported", "s3://"}},
		"directory":         {"/var/lib/pricepoint", []string{"not the URL of a bucket"}},
	} {
		t.Run(name, func(t *testing.T) {
			err := opens(t, row.location)
			wantError(t, err, row.words...)
			if strings.Contains(err.Error(), secret) {
				t.Errorf("the error %q repeats a secret", err)
			}
		})
	}
}

func TestBucketIsNamedWithoutParameters(t *testing.T) {
	for location, want := range map[string]string{
		"s3://prices?region=eu-central-1": "s3://prices",
		"s3://prices/":                    "s3://prices",
		"s3://prices/a/b.c_d-e/?region=us-east-1&endpoint=http://[::1]":                                 "s3://prices/a/b.c_d-e",
		"s3://prices/a?endpoint=https://s3.example.org&use_path_style=false&region=auto&anonymous=true": "s3://prices/a",
	} {
		address, err := Parse(location)
		if err != nil {
			t.Errorf("%s: %v", location, err)
			continue
		}
		b, err := address.Open(store)
		if err != nil {
			t.Errorf("%s: %v", location, err)
			continue
		}
		if b.String() != want {
			t.Errorf("%s is named %s, want %s", location, b, want)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestHeaders are what a cache or a browser in front of a bucket goes by.
func TestHeaders(t *testing.T) {
	got := make(chan http.Header, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { got <- r.Header }))
	t.Cleanup(server.Close)
	b, err := store.Open("s3://prices?region=us-east-1&endpoint=" + server.URL)
	if err != nil {
		t.Fatal(err)
	}
	mustWrite(t, b, Blob{Name: "a", CacheControl: "no-cache", ContentType: "text/csv", ContentEncoding: "br", IfTag: "x"})
	sent := <-got
	for name, want := range map[string]string{"Cache-Control": "no-cache", "Content-Type": "text/csv", "Content-Encoding": "br", "If-Match": `"x"`} {
		if sent.Get(name) != want {
			t.Errorf("%s is %q, want %q", name, sent.Get(name), want)
		}
	}
}

package blob

import (
	"errors"
	"fmt"
	"io/fs"
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
		"endpoint-path":     {"s3://prices?endpoint=https://s3.example.org/a", []string{"without credentials or path"}},
		"unknown-parameter": {"s3://prices?secret_key=" + secret, []string{"s3://prices", `unknown query parameter "secret_key"`}},
		"path-style":        {"s3://prices?use_path_style=perhaps", []string{"use_path_style is true or false"}},
		"parent":            {"s3://prices/a/../b", []string{`"a/../b" is no prefix`}},
		"double-slash":      {"s3://prices/a//b", []string{"is no prefix"}},
		"hidden":            {"s3://prices/.a", []string{"is no prefix"}},
		"google":            {"gs://prices", []string{"gs:// is not supported", "s3://bucket?endpoint=", "a directory"}},
		"azure":             {"azblob://prices", []string{"azblob:// is not supported", "s3://bucket?endpoint=", "a directory"}},
		"web":               {"https://prices.example.org", []string{"https:// is not supported", "s3://"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := store.Open(row.location)
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
		"s3://prices/a/b.c_d-e/?region=us-east-1&endpoint=http://[::1]":                  "s3://prices/a/b.c_d-e",
		"s3://prices/a?endpoint=https://s3.example.org&use_path_style=false&region=auto": "s3://prices/a",
	} {
		b, err := store.Open(location)
		if err != nil {
			t.Errorf("%s: %v", location, err)
			continue
		}
		if b.String() != want {
			t.Errorf("%s is named %s, want %s", location, b, want)
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

// TestOptions are those of the URL, and where it says nothing those of the environment.
func TestOptions(t *testing.T) {
	for name, row := range map[string]struct {
		url  string
		env  map[string]string
		want string // region, host, secure, where the bucket's name goes
	}{
		"amazon":      {"region=eu-central-1", nil, "eu-central-1 s3.amazonaws.com true 0"},
		"variable":    {"", map[string]string{"AWS_REGION": "eu-west-3"}, "eu-west-3 s3.amazonaws.com true 0"},
		"other-one":   {"", map[string]string{"AWS_DEFAULT_REGION": "eu-west-3"}, "eu-west-3 s3.amazonaws.com true 0"},
		"path-style":  {"region=r&use_path_style=true", nil, "r s3.amazonaws.com true 2"},
		"endpoint":    {"region=r&endpoint=https://s3.example.org:9000", nil, "r s3.example.org:9000 true 2"},
		"http":        {"region=r&endpoint=http://[::1]", nil, "r [::1] false 2"},
		"own-host":    {"region=r&endpoint=https://s3.example.org&use_path_style=false", nil, "r s3.example.org true 1"},
		"by-variable": {"region=r", map[string]string{"AWS_ENDPOINT_URL_S3": "http://s3.example.org"}, "r s3.example.org false 2"},
	} {
		t.Run(name, func(t *testing.T) {
			for name, value := range row.env {
				t.Setenv(name, value)
			}
			address, err := parse("s3://prices?" + row.url)
			if err != nil {
				t.Fatal(err)
			}
			o, host, err := address.options()
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(o.Region, " ", host, " ", o.Secure, " ", o.BucketLookup); got != row.want {
				t.Errorf("options are %q, want %q", got, row.want)
			}
		})
	}
}

// TestAnswers of a storage have the error that callers know.
func TestAnswers(t *testing.T) {
	for name, row := range map[string]struct {
		status int
		code   string
		want   error
		words  string
	}{
		"no-object": {404, "NoSuchKey", fs.ErrNotExist, "s3://prices/a/b: file does not exist"},
		"no-bucket": {404, "NoSuchBucket", ErrUnavailable, "there is no such bucket; create it"},
		"forbidden": {403, "AccessDenied", ErrDenied, "check the region, the credentials"},
		"condition": {412, "PreconditionFailed", ErrRefused, "does not hold"},
		"other":     {501, "NotImplemented", ErrUnavailable, "(NotImplemented)"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(row.status)
				fmt.Fprintf(w, "<Error><Code>%s</Code><Message>no</Message></Error>", row.code)
			}))
			t.Cleanup(server.Close)
			b, err := store.Open("s3://prices/a?region=us-east-1&endpoint=" + server.URL)
			if err != nil {
				t.Fatal(err)
			}
			_, _, err = b.Read(t.Context(), "b", 10)
			if wantError(t, err, "s3://prices/a", row.words); !errors.Is(err, row.want) {
				t.Errorf("%v is not %v", err, row.want)
			}
		})
	}
}

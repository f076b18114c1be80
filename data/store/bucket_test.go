package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gocloud.dev/blob"
)

func TestOpenBucketRefuses(t *testing.T) {
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
		"google":            {"gs://prices", []string{"this build has no gs:// buckets", "-tags gcs"}},
		"azure":             {"azblob://prices", []string{"this build has no azblob:// buckets", "-tags azure"}},
		"web":               {"https://prices.example.org", []string{"there are no https:// buckets", "s3://"}},
		"directory":         {"/var/lib/pricepoint", []string{"not the URL of a bucket"}},
	} {
		t.Run(name, func(t *testing.T) {
			if _, known := drivers["gs"]; known && name == "google" {
				return // built in
			}
			if _, known := drivers["azblob"]; known && name == "azure" {
				return
			}
			_, err := OpenBucket(t.Context(), row.location)
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
		"s3://prices/a/b.c_d-e/?region=us-east-1&endpoint=http://[::1]":                                   "s3://prices/a/b.c_d-e",
		"s3://prices/a?endpoint=https://s3.example.org&s3ForcePathStyle=false&region=auto&anonymous=true": "s3://prices/a",
	} {
		b, err := OpenBucket(t.Context(), location)
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

// TestUnreachableBucket tells what is wrong in the same words each time, and never says that a store is empty that
// nobody could read.
func TestUnreachableBucket(t *testing.T) {
	s3 := startS3(t)
	_, bucket := s3.newBucket(t)
	twoOf(t, s3.open(t, bucket, s3.address))
	for name, row := range map[string]struct {
		bucket, region, key, secret string
		words                       []string
	}{
		"wrong-secret":   {bucket, "us-east-1", accessKey, "wrong", []string{"signature", "check the credentials"}},
		"wrong-key":      {bucket, "us-east-1", "nobody", secretKey, []string{"access key"}},
		"no-credentials": {bucket, "us-east-1", "", "", []string{"check the credentials"}},
		"no-region":      {bucket, "", accessKey, secretKey, []string{"name the region in the URL", "?region="}},
		"wrong-region":   {bucket, "eu-west-1", accessKey, secretKey, []string{"us-east-1", "name the region in the URL"}},
		"no-bucket":      {"no-such-bucket", "us-east-1", accessKey, secretKey, []string{"there is no bucket at s3://no-such-bucket", "create it"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("AWS_ACCESS_KEY_ID", row.key)
			t.Setenv("AWS_SECRET_ACCESS_KEY", row.secret)
			b, err := OpenBucket(t.Context(), fmt.Sprintf("s3://%s/some/prefix?endpoint=http://%s&region=%s", row.bucket, s3.address, row.region))
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			_, first := b.Lock(t.Context())
			_, again := b.Pointer()
			_, _, latest := b.Latest()
			_, list := b.List()
			for _, err := range []error{first, again, latest, list} {
				wantError(t, err, append(row.words, "s3://"+row.bucket)...)
				if !errors.Is(err, ErrUnavailable) || errors.Is(err, ErrEmpty) {
					t.Errorf("the error %v is not ErrUnavailable", err)
				}
				if err.Error() != first.Error() {
					t.Errorf("the same trouble is told in other words:\n%v\n%v", first, err)
				}
			}
			if err := b.replace(t.Context(), reportName, nil); err == nil {
				t.Error("something was written")
			}
		})
	}
}

// TestHeaders are what a cache in front of the bucket and a browser behind it go by.
func TestHeaders(t *testing.T) {
	s3 := startS3(t)
	folder, bucket := s3.newBucket(t)
	b := s3.open(t, bucket, s3.address)
	locked(t, b)
	add(t, b, first, "")
	if _, err := b.Accept(acceptance(oneFinding, "ada", "")); err != nil {
		t.Fatal(err)
	}
	const forEver = "public, max-age=31536000, immutable"
	got := map[string][3]string{}
	err := b.list("", "", func(o *blob.ListObject) {
		found, err := b.attributes(t.Context(), o.Key)
		if err != nil {
			t.Fatal(err)
		}
		got[o.Key] = [3]string{found.CacheControl, found.ContentType, found.ContentEncoding}
	})
	want := map[string][3]string{
		"latest.json":                                 {"no-cache", "application/json", ""},
		"accepted/" + oneFinding + ".json":            {"no-cache", "application/json", ""},
		"archive/" + first + ".warc.gz":               {forEver, "application/gzip", ""},
		"snapshots/" + first + "/manifest.json":       {forEver, "application/json", ""},
		"snapshots/" + first + "/api/tools.json.br":   {forEver, "application/json", "br"},
		"snapshots/" + first + "/api/changes.atom.br": {forEver, "application/atom+xml", "br"},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("headers (%v) (-want +got):\n%s", err, diff)
	}
	if _, err := os.Stat(filepath.Join(folder, "some/prefix/latest.json")); err != nil {
		t.Errorf("the prefix of the URL is not where the objects are: %v", err)
	}
}

func TestTypesOfDocuments(t *testing.T) {
	for name, want := range map[string]string{
		"api/tools.csv": "text/csv; charset=utf-8", "api/index.html": "text/html; charset=utf-8", "api/x.unknown": "application/octet-stream",
	} {
		if got := contentTypeOf(name); got != want {
			t.Errorf("%s is of type %q, want %q", name, got, want)
		}
	}
}

// TestTransferOfALargeArchive goes in several parts, and conditions hold for it too.
func TestTransferOfALargeArchive(t *testing.T) {
	s3 := startS3(t)
	_, bucket := s3.newBucket(t)
	b := s3.open(t, bucket, s3.address)
	locked(t, b)
	large := strings.Repeat("0123456789abcdef", 20<<16) // 20 MiB
	if _, err := b.Publish(t.Context(), build(first, ""), strings.NewReader(large)); err != nil {
		t.Fatal(err)
	}
	body, err := b.read(ArchiveName(first))
	if err != nil || string(body) != large {
		t.Errorf("the archive comes back with %d bytes (%v)", len(body), err)
	}
	created, err := b.create(t.Context(), ArchiveName(first), []byte(large), "somebody else")
	if created || err != nil {
		t.Errorf("create() = %v, %v over an object that is there", created, err)
	}
}

package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data/bucket/s3test"
)

// TestUnreachableBucket tells what is wrong in the same words each time, and never says that a store is empty that
// nobody could read.
func TestUnreachableBucket(t *testing.T) {
	s3 := s3test.Start(t)
	_, bucket := s3.NewBucket(t)
	twoOf(t, openBucket(t, s3, bucket, s3.Address))
	for name, row := range map[string]struct {
		bucket, region, key, secret string
		words                       []string
	}{
		"wrong-secret":   {bucket, "us-east-1", s3test.AccessKey, "wrong", []string{"signature", "check the credentials"}},
		"wrong-key":      {bucket, "us-east-1", "nobody", s3test.SecretKey, []string{"access key"}},
		"no-credentials": {bucket, "us-east-1", "", "", []string{"check the credentials"}},
		"no-region":      {bucket, "", s3test.AccessKey, s3test.SecretKey, []string{"name the region in the URL", "?region="}},
		"wrong-region":   {bucket, "eu-west-1", s3test.AccessKey, s3test.SecretKey, []string{"us-east-1", "name the region in the URL"}},
		"no-bucket":      {"no-such-bucket", "us-east-1", s3test.AccessKey, s3test.SecretKey, []string{"there is no bucket at s3://no-such-bucket", "create it"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("AWS_ACCESS_KEY_ID", row.key)
			t.Setenv("AWS_SECRET_ACCESS_KEY", row.secret)
			opened, err := OpenBucket(t.Context(), fmt.Sprintf("s3://%s/some/prefix?endpoint=http://%s&region=%s", row.bucket, s3.Address, row.region))
			if err != nil {
				t.Fatal(err)
			}
			b := &remote{opened, opened.place.(*objects)}
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
	s3 := s3test.Start(t)
	folder, bucket := s3.NewBucket(t)
	b := openBucket(t, s3, bucket, s3.Address)
	locked(t, b)
	add(t, b, first, "")
	if _, err := b.Accept(acceptance(oneFinding, "ada", "")); err != nil {
		t.Fatal(err)
	}
	const forEver = "public, max-age=31536000, immutable"
	got := map[string][3]string{}
	names, err := b.storage.List(t.Context(), "", false)
	for _, e := range names {
		found, err := b.Stat(t.Context(), e.Name)
		if err != nil {
			t.Fatal(err)
		}
		got[e.Name] = [3]string{found.CacheControl, found.ContentType, found.ContentEncoding}
	}
	want := map[string][3]string{
		"latest.json":                                 {"no-cache", "application/json", ""},
		"accepted/" + oneFinding + ".json":            {"no-cache", "application/json", ""},
		"archive/" + first + ".warc.gz":               {forEver, "application/gzip", ""},
		"exports/" + first + ".zip":                   {forEver, "application/zip", ""},
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
		"api/tools.csv": "text/csv; charset=utf-8", "api/changes.ics": "text/calendar; charset=utf-8", "api/index.html": "text/html; charset=utf-8", "api/x.unknown": "application/octet-stream",
	} {
		if got := contentTypeOf(name); got != want {
			t.Errorf("%s is of type %q, want %q", name, got, want)
		}
	}
}

// TestTransferOfALargeArchive goes whole, and conditions hold for it too.
func TestTransferOfALargeArchive(t *testing.T) {
	s3 := s3test.Start(t)
	_, bucket := s3.NewBucket(t)
	b := openBucket(t, s3, bucket, s3.Address)
	locked(t, b)
	large := strings.Repeat("0123456789abcdef", 20<<16) // 20 MiB
	if _, err := b.Publish(t.Context(), build(first, ""), strings.NewReader(large)); err != nil {
		t.Fatal(err)
	}
	body, err := b.read(ArchiveName(first))
	if err != nil || string(body) != large {
		t.Errorf("the archive comes back with %d bytes (%v)", len(body), err)
	}
	created, err := b.createFor(t.Context(), ArchiveName(first), []byte(large), "somebody else")
	if created || err != nil {
		t.Errorf("create() = %v, %v over an object that is there", created, err)
	}
}

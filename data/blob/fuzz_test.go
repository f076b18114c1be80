package blob

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"unicode"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// FuzzParse takes anything for the URL of a bucket: it names no secret, its objects stay below its prefix, and what is shown
// of it is the URL of the same bucket.
func FuzzParse(f *testing.F) {
	for _, location := range []string{
		"s3://prices", "s3://prices/a/b.c_d-e/?region=us-east-1&endpoint=http://[::1]", "s3://b/?%70refix=x", "s3://b/%2e%2e/a", "s3://b/a%2fb", "s3://b:80/a", "s3://[::1]/", "s3://b?endpoint=https://u:hunter2@x",
		"s3://b;c", "S3://B", "s3:b", "s3://b?region=a;b", "s3://b?anonymous=maybe", "s3://b?ssetype=aws:kms&kmskeyid=x", "s3://b?role=arn:a&profile=x", "s3://b?endpoint=http://x\x00", "azblob://b", "gs://b",
	} {
		f.Add(location)
	}
	f.Fuzz(func(t *testing.T, location string) {
		address, err := Parse(location)
		if err != nil {
			return
		}
		if !address.Overlaps(address) {
			t.Errorf("%s is not itself", location)
		}
		shown, err := Parse(address.String())
		if err != nil || shown.prefix != address.prefix || shown.bucket != address.bucket || len(shown.settings) > 0 {
			t.Errorf("%q is shown as %q, which is %+v, %v", location, address, shown, err)
		}
		if address.prefix != "" && !fs.ValidPath(address.prefix) {
			t.Errorf("%q keeps its objects below %q", location, address.prefix)
		}
		b, err := address.Open(store)
		if err != nil {
			return
		}
		if b.String() != address.String() {
			t.Errorf("%q is open as %s", location, b)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
}

// whatever is a storage that answers every request with the same bytes.
type whatever struct{ answer []byte }

func (w whatever) RoundTrip(r *http.Request) (*http.Response, error) {
	return http.ReadResponse(bufio.NewReader(bytes.NewReader(w.answer)), r)
}

// FuzzStorage has a storage answer anything. What is read is within its limit, what is listed is below the prefix, and every
// error says which bucket it was and is of a kind that callers know.
func FuzzStorage(f *testing.F) {
	const ok, listed = "HTTP/1.1 200 OK\r\nLast-Modified: Sat, 21 Nov 2026 03:00:00 GMT\r\nETag: \"x\"\r\n\r\n", "<ListBucketResult><IsTruncated>false</IsTruncated>"
	for _, answer := range []string{
		ok + "{}", ok + strings.Repeat(" ", 2000), "HTTP/1.1 304 Not Modified\r\n\r\n", "HTTP/1.1 404 Not Found\r\n\r\n<Error><Code>NoSuchKey</Code></Error>", "HTTP/1.1 404 x\r\n\r\n", "HTTP/1.1 403 x\r\n\r\n<Error><Message>\x1b[2J</Message></Error>",
		"HTTP/1.1 301 x\r\nLocation: http://b.example/\r\n\r\n", "HTTP/1.1 503 x\r\nRetry-After: 99999\r\n\r\n", "HTTP/1.1 412 x\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nx", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nx", "", "HTTP/1.1 200 OK\r\nLast-Modified: x\r\nETag: x\r\n\r\n",
		ok + listed + "<Contents><Key>a/x</Key><Size>1</Size></Contents></ListBucketResult>", ok + listed + "<Contents><Key>../x</Key></Contents></ListBucketResult>",
		ok + listed + "<CommonPrefixes><Prefix>a/x/</Prefix></CommonPrefixes></ListBucketResult>", ok + listed + "<EncodingType>url</EncodingType><Contents><Key>a%2F%zz</Key></Contents></ListBucketResult>",
		ok + "<ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>a/x</Key></Contents></ListBucketResult>", ok + "<!DOCTYPE x [<!ENTITY a \"b\">]><ListBucketResult>&a;</ListBucketResult>",
	} {
		f.Add([]byte(answer))
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		synctest.Test(t, func(t *testing.T) {
			b := strange(t, answer)
			const limit = 1000
			body, _, err := b.Read(t.Context(), "x", limit)
			if len(body) > limit {
				t.Errorf("%d bytes are read", len(body))
			}
			checkKind(t, err)
			names, err := b.List(t.Context(), "", false)
			checkKind(t, err)
			for _, e := range names {
				if strings.HasPrefix(e.Name, "a/") && !bytes.Contains(answer, []byte("a/a/")) || len(names) > maxListed {
					t.Errorf("%q is listed", e.Name)
				}
			}
			if err := b.Write(t.Context(), Blob{Name: "x", Body: []byte("y"), IfAbsent: true}); err != nil && err.Error() == "" {
				t.Error("a write fails for no reason")
			}
		})
	})
}

// strange is a bucket in a storage that answers everything with the same.
func strange(t *testing.T, answer []byte) *bucket {
	t.Helper()
	settings := s3Settings{region: "us-east-1"}
	client, err := minio.New("s3.example", &minio.Options{
		Creds: credentials.NewStaticV4("a", "b", ""), Transport: bounded{whatever{answer}}, Region: settings.region, BucketLookup: minio.BucketLookupPath, MaxRetries: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	s := &s3Bucket{client: minio.Core{Client: client}, name: "prices", settings: settings}
	return &bucket{Purpose: store, url: "s3://prices/a", prefix: "a/", s3: requests{read: s.read, write: s.write, remove: s.remove, list: s.list}}
}

// checkKind wants an error of reading to be one that callers know, of this bucket.
func checkKind(t *testing.T, err error) {
	t.Helper()
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist), errors.Is(err, ErrUnavailable):
	case strings.Contains(err.Error(), "larger than"), strings.Contains(err.Error(), "more than"):
	default:
		t.Errorf("%v is no error that anybody knows", err)
	}
	if err != nil && (!strings.Contains(err.Error(), "s3://prices/a") || errors.Is(err, context.Canceled)) {
		t.Errorf("%v does not say which bucket", err)
	}
}

// FuzzHolder reads whatever stands in the file of a lock: who holds it can be told in one line, which reads as the same.
func FuzzHolder(f *testing.F) {
	for _, text := range []string{"pid 7 on host since 2026-11-21T03:00:00Z", "pid 7 on host since 2026-11-21T03:00:00+14:00\nmore", "pid -1 on \x1b[2J since 2026-11-21T03:00:00Z", "pid 99999999999999999999 on a since b", "", "pid 1 on a since 0001-01-01T00:00:00Z"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		h := readHolder(text)
		if h == (Holder{}) {
			return
		}
		line := h.String()
		if again := readHolder(line); again.PID != h.PID || again.Host != h.Host || !again.Since.Equal(h.Since) {
			t.Errorf("%q is told as %q, which reads as %+v", text, line, again)
		}
		if strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q is told as %q", text, line)
		}
	})
}

package blob

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/minio/minio-go/v7"
)

// s3Bucket is a bucket of Amazon's S3 or of a storage that speaks like it. Its requests are single ones.
type s3Bucket struct {
	client   minio.Core
	name     string
	settings s3Settings
	opaque   atomic.Bool // its tags are known not to be digests
}

func openS3(name string, parameters url.Values) (requests, error) {
	settings, err := readS3Settings(parameters)
	if err != nil {
		return requests{}, err
	}
	transport, err := minio.DefaultTransport(settings.secure)
	if err != nil {
		return requests{}, err
	}
	client, err := minio.New(settings.host, &minio.Options{
		Creds: settings.credentials(), Secure: settings.secure, Transport: bounded{transport}, Region: settings.region,
		BucketLookup: settings.lookup, MaxRetries: 1, // ask repeats
	})
	if err != nil {
		return requests{}, err
	}
	b := &s3Bucket{client: minio.Core{Client: client}, name: name, settings: settings}
	return requests{b.read, b.write, b.remove, b.list, transport.CloseIdleConnections}, nil
}

// read reads an object once more when it is not what its tag says: what stands between us and a storage cuts answers short
// now and then and calls that all. Equal bytes again mean that the tags of this bucket are no digests.
func (b *s3Bucket) read(ctx context.Context, name string, limit int64) (body []byte, tag string, err error) {
	body, tag, err = b.get(ctx, name, limit)
	if err != nil || b.opaque.Load() || int64(len(body)) > limit || !contradicts(tag, body) {
		return body, tag, err
	}
	again, tag, err := b.get(ctx, name, limit)
	switch {
	case err != nil || !contradicts(tag, again):
		return again, tag, err
	case bytes.Equal(again, body):
		b.opaque.Store(true)
		return body, tag, nil
	}
	return nil, "", errMisread
}

// errMisread says that no two answers were the same. The next may be right.
var errMisread = fmt.Errorf("the storage sends other bytes than it says, each time others: %w", io.ErrUnexpectedEOF)

// get asks for an object.
func (b *s3Bucket) get(ctx context.Context, name string, limit int64) (body []byte, tag string, err error) {
	if b.settings.region == "" {
		return nil, "", errNoRegion
	}
	from, found, _, err := b.client.GetObject(ctx, b.name, name, minio.GetObjectOptions{})
	if err != nil {
		return nil, "", err
	}
	defer from.Close()
	body, err = io.ReadAll(io.LimitReader(from, limit+1))
	return body, found.ETag, err
}

// contradicts reports whether a tag looks like a digest of a whole object, and is not that of the body. S3 makes it by MD5
// unless a key of its own encrypts the object.
func contradicts(tag string, body []byte) bool {
	want, err := hex.DecodeString(tag)
	whole := md5.Sum(body)
	return err == nil && len(want) == md5.Size && !bytes.Equal(want, whole[:])
}

// write sends an object whole, whatever its size, so that its condition is looked at once, and with digests that every
// storage knows: the signature covers the one, and what is stored is compared with the other.
func (b *s3Bucket) write(ctx context.Context, name string, how Blob) error {
	if b.settings.region == "" {
		return errNoRegion
	}
	options := minio.PutObjectOptions{
		CacheControl: how.CacheControl, ContentType: how.ContentType, ContentEncoding: how.ContentEncoding,
		ServerSideEncryption: b.settings.encryption,
		DisableContentSha256: true, // made here: in chunks, some storages keep aws-chunked as the encoding
	}
	if how.IfAbsent {
		options.SetMatchETagExcept("*")
	}
	if how.IfTag != "" {
		options.SetMatchETag(how.IfTag)
	}
	md5, sha256 := md5.Sum(how.Body), sha256.Sum256(how.Body)
	_, err := b.client.PutObject(ctx, b.name, name, bytes.NewReader(how.Body), int64(len(how.Body)),
		base64.StdEncoding.EncodeToString(md5[:]), hex.EncodeToString(sha256[:]), options)
	return err
}

func (b *s3Bucket) remove(ctx context.Context, name string) error {
	if b.settings.region == "" {
		return errNoRegion
	}
	return b.client.RemoveObject(ctx, b.name, name, minio.RemoveObjectOptions{})
}

func (b *s3Bucket) list(ctx context.Context, prefix string, folded bool, visit func(Entry) error) error {
	if b.settings.region == "" {
		return errNoRegion
	}
	options := minio.ListObjectsOptions{Prefix: prefix, Recursive: !folded, MaxKeys: pageSize}
	for found := range b.client.ListObjectsIter(ctx, b.name, options) {
		if found.Err != nil {
			return found.Err
		}
		if err := visit(Entry{Name: found.Key, Size: found.Size, Modified: found.LastModified, Folded: folded && strings.HasSuffix(found.Key, "/")}); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// maxListing is how many bytes a page of a listing may have: a thousand names of a kilobyte, and what S3 says of each.
const maxListing = 8 << 20

// bounded cuts off answers that minio-go would read without end. Objects are bounded where they are read.
type bounded struct{ to http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.to.RoundTrip(r)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, closed{}
	}
	if err == nil && r.URL.Query().Has("list-type") {
		answer.Body = http.MaxBytesReader(nil, answer.Body, maxListing)
	}
	return answer, err
}

// closed is what a connection that breaks off is told by: minio-go puts a bare text in the place of errors that say EOF.
type closed struct{}

func (closed) Error() string { return "the connection was closed" }
func (closed) Unwrap() error { return io.ErrUnexpectedEOF }

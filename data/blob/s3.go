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

// s3Bucket is a bucket of Amazon's S3 or of a storage that speaks like it.
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
	transport, err := settings.transport()
	if err != nil {
		return requests{}, err
	}
	client, err := minio.New(settings.host, &minio.Options{
		Creds: settings.credentials(), Secure: settings.secure, Transport: bounded{transport}, Region: settings.region,
		BucketLookup: settings.lookup, MaxRetries: settings.attempts,
	})
	if err != nil {
		return requests{}, err
	}
	client.SetS3EnableDualstack(settings.dualStack)
	if settings.accelerate {
		client.SetS3TransferAccelerate("s3-accelerate.amazonaws.com")
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
		return nil, "", s3Error(err)
	}
	defer from.Close()
	if body, err = io.ReadAll(io.LimitReader(from, limit+1)); err != nil {
		return nil, "", s3Error(err)
	}
	return body, found.ETag, nil
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
	return s3Error(err)
}

func (b *s3Bucket) remove(ctx context.Context, name string) error {
	if b.settings.region == "" {
		return errNoRegion
	}
	return s3Error(b.client.RemoveObject(ctx, b.name, name, minio.RemoveObjectOptions{}))
}

func (b *s3Bucket) list(ctx context.Context, prefix string, folded bool, visit func(Entry) error) error {
	if b.settings.region == "" {
		return errNoRegion
	}
	options := minio.ListObjectsOptions{Prefix: prefix, Recursive: !folded, MaxKeys: pageSize}
	for found := range b.client.ListObjectsIter(ctx, b.name, options) {
		if found.Err != nil {
			return s3Error(found.Err)
		}
		if err := visit(Entry{Name: found.Key, Size: found.Size, Modified: found.LastModified, Folded: folded && strings.HasSuffix(found.Key, "/")}); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// s3Error is the error of a request, with what the storage has answered if it has.
func s3Error(err error) error {
	var said minio.ErrorResponse
	switch {
	case err == nil:
		return nil
	case errors.As(err, &said) && said.StatusCode == http.StatusNotFound && said.Code != minio.NoSuchKey && said.Code != minio.NoSuchBucket:
		return &answer{status: http.StatusForbidden, code: said.Code, message: said.Message} // such as an unknown access key
	case errors.As(err, &said) && said.StatusCode != 0:
		return &answer{status: said.StatusCode, code: said.Code, message: said.Message}
	}
	return err
}

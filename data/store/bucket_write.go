package store

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"

	"gocloud.dev/blob"
)

// ownerKey is the metadata that says which publication wrote an object.
const ownerKey = "publication"

// upload writes an object, with the headers that a cache or a browser in front of the bucket needs.
func (b blobs) upload(ctx context.Context, name string, body []byte, options blob.WriterOptions) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	options.CacheControl, options.ContentType, options.ContentEncoding = headers(name)
	_, err := ask(ctx, b, func() (struct{}, error) { // not WriteAll: on Azure it panics when the condition fails
		return struct{}{}, b.bucket.Upload(ctx, name, bytes.NewReader(body), &options)
	})
	return err
}

// create writes an object that must not be there yet. It returns false when it is, and somebody else's: after a
// lost answer the repeated request finds our own.
func (b blobs) create(ctx context.Context, name string, body []byte, owner string) (created bool, err error) {
	err = b.upload(ctx, name, body, blob.WriterOptions{IfNotExist: true, Metadata: map[string]string{ownerKey: owner}})
	if isRefused(err) {
		there, err := b.attributes(ctx, name)
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil // another run made it, and has let go since
		}
		return err == nil && there.Metadata[ownerKey] == owner, err
	}
	if err != nil {
		return false, b.cannotWrite(name, err)
	}
	return true, nil
}

// swap writes an object that must still have a tag, or not exist when that is "".
func (b blobs) swap(ctx context.Context, name string, body []byte, tag, owner string) error {
	options := blob.WriterOptions{IfNotExist: tag == "", Metadata: map[string]string{ownerKey: owner}}
	if tag != "" {
		options.BeforeWrite = func(as func(any) bool) error { return b.driver.ifTag(as, tag) }
	}
	return b.upload(ctx, name, body, options)
}

// replace writes an object whatever is there.
func (b blobs) replace(ctx context.Context, name string, body []byte) error {
	if err := b.upload(ctx, name, body, blob.WriterOptions{}); err != nil {
		return b.cannotWrite(name, err)
	}
	return nil
}

// headers of an object: what is published never changes, all else is asked for again each time.
func headers(name string) (cacheControl, contentType, contentEncoding string) {
	cacheControl = "no-cache"
	if strings.HasPrefix(name, snapshotsName+"/") || strings.HasPrefix(name, archiveName+"/") {
		cacheControl = "public, max-age=31536000, immutable"
	}
	plain, isBrotli := strings.CutSuffix(name, brotliSuffix)
	if isBrotli {
		contentEncoding = "br"
	}
	return cacheControl, contentTypeOf(plain), contentEncoding
}

func contentTypeOf(name string) string {
	switch path.Ext(name) {
	case ".json":
		return "application/json"
	case ".atom":
		return "application/atom+xml"
	case ".csv":
		return "text/csv; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".gz":
		return "application/gzip" // not an encoding: the archive is what it is compressed
	case "":
		return "text/plain; charset=utf-8"
	}
	return "application/octet-stream"
}

//go:build gcs || azure

package bucket

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// goCloud is a bucket of another cloud, through gocloud.dev. It reads an object whole each time.
type goCloud struct {
	bucket *blob.Bucket
	// tag identifies the content an object has now, and ifTag makes a write fail unless the object has that tag.
	tag   func(*blob.Attributes) string
	ifTag func(as func(any) bool, tag string) error
}

func (g *goCloud) cloud(noTag string) cloud {
	return cloud{g.read, g.stat, g.write, g.remove, g.list, noTag, g.close}
}

// errNoConditions cannot happen with the pinned version of gocloud.dev, and must not pass silently with another.
var errNoConditions = errors.New("the driver of this bucket gives no access to the conditions of a write")

func (g *goCloud) close() error { return g.bucket.Close() }

func (g *goCloud) read(ctx context.Context, name, _ string, limit int64) (body []byte, tag string, err error) {
	r, err := g.bucket.NewReader(ctx, name, nil)
	if err != nil {
		return nil, "", goCloudError(err)
	}
	defer r.Close()
	body, err = io.ReadAll(io.LimitReader(r, limit+1))
	return body, "", goCloudError(err)
}

func (g *goCloud) stat(ctx context.Context, name string) (Info, error) {
	found, err := g.bucket.Attributes(ctx, name)
	if err != nil {
		return Info{}, goCloudError(err)
	}
	return Info{
		Tag: g.tag(found), Owner: found.Metadata[ownerKey], Modified: found.ModTime,
		CacheControl: found.CacheControl, ContentType: found.ContentType, ContentEncoding: found.ContentEncoding,
	}, nil
}

// write uses Upload and not WriteAll, which on Azure panics when the condition fails.
func (g *goCloud) write(ctx context.Context, name string, body []byte, how Writing) error {
	options := blob.WriterOptions{
		IfNotExist: how.IfAbsent, CacheControl: how.CacheControl, ContentType: how.ContentType, ContentEncoding: how.ContentEncoding,
	}
	if how.Owner != "" {
		options.Metadata = map[string]string{ownerKey: how.Owner}
	}
	if how.IfTag != "" {
		options.BeforeWrite = func(as func(any) bool) error { return g.ifTag(as, how.IfTag) }
	}
	return goCloudError(g.bucket.Upload(ctx, name, bytes.NewReader(body), &options))
}

func (g *goCloud) remove(ctx context.Context, name string) error {
	return goCloudError(g.bucket.Delete(ctx, name))
}

func (g *goCloud) list(ctx context.Context, prefix string, folded bool, visit func(Entry) error) error {
	options := &blob.ListOptions{Prefix: prefix}
	if folded {
		options.Delimiter = "/"
	}
	for token := blob.FirstPageToken; len(token) > 0; {
		page, next, err := g.bucket.ListPage(ctx, token, pageSize, options)
		if err != nil {
			return goCloudError(err)
		}
		for _, o := range page {
			if err := visit(Entry{o.Key, o.Size, o.IsDir}); err != nil {
				return err
			}
		}
		token = next
	}
	return nil
}

// goCloudError has the status that the storage has answered with, or would have.
func goCloudError(err error) error {
	if err == nil {
		return nil
	}
	said := &answer{message: noise.ReplaceAllString(err.Error(), "")}
	var api interface {
		ErrorCode() string
		ErrorMessage() string
	}
	if errors.As(err, &api) {
		said.code, said.message = api.ErrorCode(), api.ErrorMessage()
	}
	var response interface{ HTTPStatusCode() int }
	if errors.As(err, &response) {
		said.status = response.HTTPStatusCode()
	}
	switch gcerrors.Code(err) {
	case gcerrors.NotFound:
		said.status = http.StatusNotFound
	case gcerrors.FailedPrecondition, gcerrors.AlreadyExists:
		said.status = http.StatusPreconditionFailed
	case gcerrors.PermissionDenied:
		said.status = http.StatusForbidden
	}
	if said.status == 0 {
		return err
	}
	return said
}

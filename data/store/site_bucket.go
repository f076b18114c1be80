package store

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"gocloud.dev/blob"
)

// How long caches may keep a file of a site: one that never changes, and any other.
const (
	siteForever = "public, max-age=31536000, immutable"
	siteCached  = "public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800"
)

// bucketSite is a static site in a bucket. A bucket answers with the object of the very name that was asked for, so
// twins are objects of their own, for a server or CDN in front that picks one by Accept-Encoding.
type bucketSite struct{ blobs }

func openBucketSite(ctx context.Context, location, from string) (*Site, io.Closer, error) {
	u, err := parseBucket(location)
	if err != nil {
		return nil, nil, fmt.Errorf("destination: %v", err)
	}
	if store, err := parseBucket(from); err == nil && store.driverURL == u.driverURL && (under(store.prefix, u.prefix) || under(u.prefix, store.prefix)) {
		return nil, nil, fmt.Errorf("destination %s and store %s lie one within the other; name a destination apart from the store", u.where, store.where)
	}
	b, err := OpenBucket(ctx, location)
	if err != nil {
		return nil, nil, err
	}
	return &Site{where: b.url, to: bucketSite{b.blobs}}, b, nil
}

// under tells whether a prefix is another one or below it.
func under(inner, outer string) bool {
	return outer == "" || inner == outer || strings.HasPrefix(inner, outer+"/")
}

// lock keeps nobody out: two publications of one store write the same files.
func (b bucketSite) lock(context.Context) (func() error, error) {
	return func() error { return nil }, nil
}

func (b bucketSite) files() (map[string]int64, error) {
	all := map[string]int64{}
	err := b.list("", "", func(o *blob.ListObject) {
		if o.Key != siteMarkName {
			all[o.Key] = o.Size
		}
	})
	return all, err
}

func (b bucketSite) put(ctx context.Context, files []SiteFile) error {
	for _, f := range files {
		if err := b.putOne(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

func (b bucketSite) putOne(ctx context.Context, f SiteFile) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	options := blob.WriterOptions{ContentType: f.Type, ContentEncoding: f.Encoding, CacheControl: siteCached}
	switch {
	case f.Path == siteMarkName:
		options.CacheControl = "no-cache"
	case f.Forever:
		options.CacheControl = siteForever
	}
	_, err := ask(ctx, b.blobs, func() (struct{}, error) {
		return struct{}{}, b.bucket.Upload(ctx, f.Path, bytes.NewReader(f.Body), &options)
	})
	if err != nil {
		return fmt.Errorf("destination %s cannot be written: %s: %s", b.url, f.Path, because(err))
	}
	return nil
}

func (b bucketSite) remove(ctx context.Context, names []string) error {
	for _, name := range names {
		if err := b.delete(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

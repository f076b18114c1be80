package site

import (
	"context"
	"fmt"
	"io"

	"pricepoint/data/bucket"
)

// How long caches may keep a file of a site: one that never changes, and any other.
const (
	cachedForever = "public, max-age=31536000, immutable"
	cachedBriefly = "public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800"
)

// maxFile is what is read at most of a file, in bytes.
const maxFile = 64 << 20

// objects are a static site in a bucket. A bucket answers with the object of the very name that was asked for, so
// twins are objects of their own, for a server or CDN in front that picks one by Accept-Encoding.
type objects struct {
	*bucket.Bucket
	ctx context.Context // of all reading
}

func openBucket(ctx context.Context, location, from string) (*Site, io.Closer, error) {
	address, err := bucket.Parse(location)
	if err != nil {
		return nil, nil, fmt.Errorf("destination: %v", err)
	}
	if store, err := bucket.Parse(from); err == nil && store.Overlaps(address) {
		return nil, nil, fmt.Errorf("destination %s and store %s lie one within the other; name a destination apart from the store", address, store)
	}
	b, err := address.Open()
	if err != nil {
		return nil, nil, fmt.Errorf("destination %s cannot be opened: %v", address, err)
	}
	return &Site{where: b.String(), to: objects{b, ctx}}, b, nil
}

// lock keeps nobody out: two publications of one store write the same files.
func (o objects) lock(context.Context) (func() error, error) {
	return func() error { return nil }, nil
}

func (o objects) files() (map[string]int64, error) {
	found, err := o.List(o.ctx, "", false)
	all := map[string]int64{}
	for _, e := range found {
		if e.Name != markName {
			all[e.Name] = e.Size
		}
	}
	return all, err
}

func (o objects) read(name string) ([]byte, error) { return o.Read(o.ctx, name, maxFile) }

func (o objects) put(ctx context.Context, files []File) error {
	for _, f := range files {
		how := bucket.Writing{ContentType: f.Type, ContentEncoding: f.Encoding, CacheControl: cachedBriefly}
		switch {
		case f.Path == markName:
			how.CacheControl = "no-cache"
		case f.Forever:
			how.CacheControl = cachedForever
		}
		if err := o.Write(ctx, f.Path, f.Body, how); err != nil {
			return o.trouble(f.Path, err)
		}
	}
	return nil
}

func (o objects) remove(ctx context.Context, names []string) error {
	for _, name := range names {
		if err := o.Remove(ctx, name); err != nil {
			return o.trouble(name, err)
		}
	}
	return nil
}

func (o objects) trouble(name string, err error) error {
	return fmt.Errorf("destination %s cannot be written: %s: %w", o, name, err)
}

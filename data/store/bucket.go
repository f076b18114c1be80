package store

import (
	"context"
	"fmt"
	"sync/atomic"

	"gocloud.dev/blob"

	"pricepoint/data"
)

// Bucket is a store in object storage. Reading needs no right to write.
//
// No lock keeps two runs apart: whoever moves the pointer first has won, since it moves only from what the run began
// with. The other says so and removes what it has uploaded. The storage must honour conditional writes, which
// Publish tries out.
type Bucket struct {
	reader
	blobs
	locked atomic.Bool // by this Bucket
}

// OpenBucket names a bucket, as in s3://bucket/prefix?region=eu-central-1, or with an endpoint=https://… of a storage
// that speaks S3. Other parameters are those of the gocloud.dev driver; credentials come from where the cloud's own
// programs look for them, and never from the URL. It asks the network nothing.
//
// A directory needs no context, so the methods that both kinds share take none where they only read. Each has a time
// limit, and all end with ctx.
func OpenBucket(ctx context.Context, location string) (*Bucket, error) {
	u, err := parseBucket(location)
	if err != nil {
		return nil, fmt.Errorf("store: %v", err)
	}
	opened, err := blob.OpenBucket(ctx, u.driverURL)
	if err != nil {
		return nil, fmt.Errorf("store %s cannot be opened: %s", u.where, u.redact(err))
	}
	if u.prefix != "" {
		opened = blob.PrefixedBucket(opened, u.prefix+"/")
	}
	return newBucket(blobs{ctx: ctx, bucket: opened, url: u.where, driver: u.driver}), nil
}

func newBucket(objects blobs) *Bucket {
	if objects.step == nil {
		objects.step = func() error { return nil }
	}
	objects.pointer = &remembered{}
	return &Bucket{reader: reader{where: objects.url, from: objects}, blobs: objects}
}

// Close ends all connections.
func (b *Bucket) Close() error { return b.bucket.Close() }

// Lock finds out whether the bucket can be reached, before a run spends any time. It keeps nobody out, and returns at
// once.
func (b *Bucket) Lock(context.Context) (unlock func() error, err error) {
	if _, err := b.Pointer(); isFinal(err) {
		return nil, err
	}
	b.locked.Store(true)
	return func() error {
		b.locked.Store(false)
		return nil
	}, nil
}

// WriteReport replaces the report of the last run, whether it published or not.
func (b *Bucket) WriteReport(report data.RunReport) error {
	body, err := data.Encode(report)
	if err != nil {
		return err
	}
	ctx, cancel := lastly(b.ctx) // how a run was stopped is worth knowing
	defer cancel()
	return b.replace(ctx, reportName, body)
}

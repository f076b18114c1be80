package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"pricepoint/data"
	"pricepoint/data/store"
)

// snapshots is the store of a command: a directory, or a bucket. Package store says what each method does.
type snapshots interface {
	fmt.Stringer
	Lock(context.Context) (unlock func() error, err error)
	Publish(context.Context, data.Snapshot, io.Reader) (data.Pointer, error)
	Pointer() (data.Pointer, error)
	Latest() (snapshot data.Snapshot, warning, err error)
	Report() (data.RunReport, error)
	WriteReport(data.RunReport) error
	OpenArchive(path string) (io.ReadCloser, error)
	Accept(data.Acceptance) (data.Acceptance, error)
	Accepted() ([]data.Acceptance, error)
}

// openStore names the store at a location: the URL of a bucket, or a directory.
func openStore(ctx context.Context, location string) (snapshots, error) {
	if strings.Contains(location, "://") {
		return store.OpenBucket(ctx, location)
	}
	return store.Open(location)
}

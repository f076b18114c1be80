package published

import (
	"context"
	"io"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/store"
)

// Store is the store of a command: a directory, or a bucket. Package store says what each method does.
type Store interface {
	Lock(context.Context) (unlock func() error, err error)
	Publish(context.Context, data.Snapshot, io.Reader) (data.Pointer, error)
	Pointer() (data.Pointer, error)
	Latest() (snapshot data.Snapshot, warning, err error)
	List() ([]string, error)
	AsOf(time.Time) (version string, err error)
	Read(version string) (data.Snapshot, error)
	Manifest(version string) (data.Manifest, error)
	Document(m data.Manifest, path string) (data.Document, error)
	Plan(days int) (store.Plan, error)
	Prune(context.Context, store.Plan) error
	ManifestBody(version string) ([]byte, error)
	Signature(version string) ([]byte, error)
	Report() (data.RunReport, error)
	WriteReport(data.RunReport) error
	Restore(context.Context, store.Source) (store.Restored, error)
	store.Source
	OpenArchive(path string) (io.ReadCloser, error)
	Accept(data.Acceptance) (data.Acceptance, error)
	Accepted() ([]data.Acceptance, error)
	Use(*store.Keys)
	Verify(version string) (store.Verification, error)
	CheckArchive(name string, want *data.File) error
	CheckAcceptances(all, newest []data.Acceptance) ([]store.Checked, error)
}

// OpenStore names the store at a location: the URL of a bucket, or a directory.
func OpenStore(ctx context.Context, location string) (Store, error) {
	if strings.Contains(location, "://") {
		return store.OpenBucket(ctx, location)
	}
	return store.Open(location)
}

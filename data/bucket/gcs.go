//go:build gcs

package bucket

import (
	"context"
	"net/url"
	"strconv"

	"cloud.google.com/go/storage"
	"gocloud.dev/blob"
	_ "gocloud.dev/blob/gcsblob" // opens gs:// URLs
)

func init() { schemes["gs"] = openGCS }

func openGCS(ctx context.Context, name string, settings url.Values) (cloud, error) {
	opened, err := blob.OpenBucket(ctx, "gs://"+name+"?"+settings.Encode())
	g := &goCloud{opened, generation, ifGeneration}
	return g.cloud("1"), err
}

// generation is what Google compares: it has no conditional writes by ETag.
func generation(a *blob.Attributes) string {
	var object storage.ObjectAttrs
	if !a.As(&object) {
		return ""
	}
	return strconv.FormatInt(object.Generation, 10)
}

func ifGeneration(as func(any) bool, tag string) error {
	var handle **storage.ObjectHandle
	generation, err := strconv.ParseInt(tag, 10, 64)
	if err != nil || !as(&handle) {
		return errNoConditions
	}
	*handle = (*handle).If(storage.Conditions{GenerationMatch: generation})
	return nil
}

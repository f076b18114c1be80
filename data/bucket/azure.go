//go:build azure

package bucket

import (
	"context"
	"net/url"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	azure "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"gocloud.dev/blob"
	_ "gocloud.dev/blob/azureblob" // opens azblob:// URLs
)

func init() { schemes["azblob"] = openAzure }

func openAzure(ctx context.Context, name string, settings url.Values) (cloud, error) {
	opened, err := blob.OpenBucket(ctx, "azblob://"+name+"?"+settings.Encode())
	g := &goCloud{opened, func(a *blob.Attributes) string { return a.ETag }, ifTagAzure}
	return g.cloud(`"0x0"`), err
}

func ifTagAzure(as func(any) bool, tag string) error {
	var options *azblob.UploadStreamOptions
	if !as(&options) {
		return errNoConditions
	}
	etag := azcore.ETag(tag)
	options.AccessConditions = &azblob.AccessConditions{ModifiedAccessConditions: &azure.ModifiedAccessConditions{IfMatch: &etag}}
	return nil
}

//go:build azure

package store

import (
	"net/url"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	azure "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"gocloud.dev/blob"
	_ "gocloud.dev/blob/azureblob" // opens azblob:// URLs
)

func init() {
	drivers["azblob"] = driver{
		prepare: func(url.Values) error { return nil },
		tag:     func(a *blob.Attributes) string { return a.ETag },
		ifTag:   ifTagAzure,
		never:   `"0x0"`,
	}
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

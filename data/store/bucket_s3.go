package store

import (
	"crypto/md5"
	"errors"
	"fmt"
	"net/url"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"gocloud.dev/blob"
	_ "gocloud.dev/blob/s3blob" // opens s3:// URLs
)

func init() {
	drivers["s3"] = driver{
		prepare: prepareS3,
		tag:     func(a *blob.Attributes) string { return a.ETag },
		ifTag:   ifTagS3,
		readTag: readTagS3, unlessTag: unlessTagS3,
		never: `"00000000000000000000000000000000"`,
	}
}

// prepareS3 makes a storage other than Amazon's work without further parameters: few answer to a bucket's own host
// name, and not all know the checksums that Amazon's library sends by default.
func prepareS3(query url.Values) error {
	endpoint := query.Get("endpoint")
	if endpoint == "" {
		return nil
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return errors.New("the endpoint of a bucket is a web address without credentials, such as https://s3.example.org")
	}
	for name, value := range map[string]string{
		"use_path_style":               "true",
		"request_checksum_calculation": "when_required", "response_checksum_validation": "when_required",
	} {
		if !query.Has(name) && !(name == "use_path_style" && query.Has("s3ForcePathStyle")) {
			query.Set(name, value)
		}
	}
	return nil
}

func ifTagS3(as func(any) bool, tag string) error {
	var request *transfermanager.UploadObjectInput
	if !as(&request) {
		return errNoConditions
	}
	request.IfMatch = &tag
	return nil
}

// readTagS3 returns the tag only if it is that of the body, of which S3 makes it by MD5 unless a key of its own encrypts
// the object. A storage that looks at the two one after the other pairs an old body with a new tag now and then; who
// remembered such a pair would never hear of the change.
func readTagS3(r *blob.Reader, body []byte) string {
	var answer s3.GetObjectOutput
	if !r.As(&answer) {
		return ""
	}
	whole := md5.Sum(body)
	inOnePart := md5.Sum(whole[:])
	tag := aws.ToString(answer.ETag)
	if tag == fmt.Sprintf(`"%x"`, whole) || tag == fmt.Sprintf(`"%x-1"`, inOnePart) {
		return tag
	}
	return ""
}

func unlessTagS3(as func(any) bool, tag string) error {
	var request *s3.GetObjectInput
	if !as(&request) {
		return errNoConditions
	}
	request.IfNoneMatch = &tag
	return nil
}

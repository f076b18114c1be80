package config

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

const bucketURLs = "s3:// (with endpoint=https://… where the storage is not Amazon's)"

var schemeWithoutSlashes = regexp.MustCompile(`^(s3|gs|azblob|https?|file):`)

// WholePath refuses a path that begins with ~: only a shell expands it, and no folder has that name.
func WholePath(path string) error {
	return unless(!strings.HasPrefix(path, "~"), "%q begins with ~, which only a shell replaces by a home directory; write the whole path", path)
}

// location takes a directory or the URL of a bucket. It repeats no URL, which may hold a secret.
func location(value string) error {
	scheme, _, isURL := strings.Cut(value, "://")
	if !isURL && schemeWithoutSlashes.MatchString(value) {
		return fmt.Errorf("the URL of a bucket begins with %s; anything else is a directory", bucketURLs)
	}
	if !isURL {
		return WholePath(value)
	}
	u, err := url.Parse(value)
	switch {
	case err != nil || u.Host == "":
		return errors.New("not the URL of a bucket; write one such as s3://bucket/prefix?region=eu-central-1")
	case u.Scheme != "s3":
		return fmt.Errorf("%q is not a kind of bucket; write a directory, or a URL that begins with %s", scheme, bucketURLs)
	case u.User != nil:
		return errors.New("a URL with credentials; give them in the environment, such as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	return nil
}

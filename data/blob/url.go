package blob

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

const scheme = "s3" // of all URLs

// Address is the URL of a bucket, taken apart.
type Address struct {
	bucket   string
	settings url.Values
	where    string // as messages show it: without parameters
	prefix   string // of every name, without slashes around it
}

var prefixPath = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*$`)

// Parse takes the URL of a bucket apart, as s3://bucket/prefix?region=eu-central-1, or with an endpoint=https://… of a
// storage that speaks S3. It holds no credentials, and the error repeats nothing of it that may be a secret.
func Parse(location string) (Address, error) {
	u, err := url.Parse(location)
	if err != nil || u.Host == "" || u.Opaque != "" || u.Fragment != "" {
		return Address{}, errors.New("not the URL of a bucket, which look like s3://bucket/prefix?region=eu-central-1")
	}
	if u.User != nil {
		return Address{}, errors.New("the URL of a bucket holds no credentials; give them in the environment or in the files of the cloud's own programs")
	}
	if u.Scheme != scheme {
		return Address{}, fmt.Errorf("%s:// is not supported; use a directory, or a storage that speaks S3: s3://bucket?endpoint=https://… (without endpoint: Amazon's)", u.Scheme)
	}
	prefix := strings.Trim(u.Path, "/")
	if prefix != "" && !prefixPath.MatchString(prefix) {
		return Address{}, fmt.Errorf("%q is no prefix in a bucket; write names of letters, digits, dots, dashes and underscores with slashes between them", prefix)
	}
	settings := u.Query()
	if settings.Has("prefix") || settings.Has("key") {
		return Address{}, fmt.Errorf("write the prefix as a path: %s://%s/prefix", scheme, u.Host)
	}
	where := strings.TrimSuffix(scheme+"://"+u.Host+"/"+prefix, "/")
	return Address{bucket: u.Host, settings: settings, where: where, prefix: prefix}, nil
}

// String returns the URL as messages show it, without parameters.
func (a Address) String() string { return a.where }

// Overlaps tells whether two URLs name the same objects of a bucket, or one names some of the other's.
func (a Address) Overlaps(b Address) bool {
	return a.bucket == b.bucket && a.endpoint() == b.endpoint() && (under(a.prefix, b.prefix) || under(b.prefix, a.prefix))
}

// endpoint is what tells apart two buckets of one name.
func (a Address) endpoint() string { return a.settings.Get("endpoint") }

// under tells whether a prefix is another one or below it.
func under(inner, outer string) bool {
	return outer == "" || inner == outer || strings.HasPrefix(inner, outer+"/")
}

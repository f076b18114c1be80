package bucket

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// schemes open the buckets that this build knows, by the scheme of their URLs. Each cloud adds its own.
var schemes = map[string]func(ctx context.Context, bucket string, settings url.Values) (cloud, error){}

// builtWith are the schemes that need a build tag, and the tag.
var builtWith = map[string]string{"gs": "gcs", "azblob": "azure"}

// Address is the URL of a bucket, taken apart.
type Address struct {
	scheme, bucket string
	settings       url.Values
	where          string // as messages show it: without parameters
	prefix         string // of every name, without slashes around it
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
	if schemes[u.Scheme] == nil {
		return Address{}, unknownScheme(u.Scheme)
	}
	prefix := strings.Trim(u.Path, "/")
	if prefix != "" && !prefixPath.MatchString(prefix) {
		return Address{}, fmt.Errorf("%q is no prefix in a bucket; write names of letters, digits, dots, dashes and underscores with slashes between them", prefix)
	}
	settings := u.Query()
	if settings.Has("prefix") || settings.Has("key") {
		return Address{}, fmt.Errorf("write the prefix as a path: %s://%s/prefix", u.Scheme, u.Host)
	}
	where := strings.TrimSuffix(u.Scheme+"://"+u.Host+"/"+prefix, "/")
	return Address{scheme: u.Scheme, bucket: u.Host, settings: settings, where: where, prefix: prefix}, nil
}

func unknownScheme(scheme string) error {
	if tag := builtWith[scheme]; tag != "" {
		return fmt.Errorf("this build has no %s:// buckets; build it with -tags %s", scheme, tag)
	}
	return fmt.Errorf("there are no %s:// buckets; use s3://, gs:// or azblob://", scheme)
}

// String returns the URL as messages show it, without parameters.
func (a Address) String() string { return a.where }

// Overlaps tells whether two URLs name the same objects of a bucket, or one names some of the other's.
func (a Address) Overlaps(b Address) bool {
	return a.scheme == b.scheme && a.bucket == b.bucket && a.host() == b.host() && (under(a.prefix, b.prefix) || under(b.prefix, a.prefix))
}

// host is what tells apart two buckets of one name: of S3 the endpoint alone.
func (a Address) host() string {
	if a.scheme == "s3" {
		return a.settings.Get("endpoint")
	}
	return a.settings.Encode()
}

// under tells whether a prefix is another one or below it.
func under(inner, outer string) bool {
	return outer == "" || inner == outer || strings.HasPrefix(inner, outer+"/")
}

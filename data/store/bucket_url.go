package store

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"gocloud.dev/blob"
)

// driver is what a cloud does in a way of its own. Each file of a cloud adds one to drivers.
type driver struct {
	// prepare checks the parameters of a URL and adds what most people would forget.
	prepare func(url.Values) error
	// tag identifies the content an object has now.
	tag func(*blob.Attributes) string
	// ifTag makes a write fail unless the object has that tag; as gives access to the cloud's own request.
	ifTag func(as func(any) bool, tag string) error
	// readTag is tag for a body that was read, "" if that is not sure, and unlessTag makes reading fail with the status
	// 304 while the object has that tag; both nil: a read is always whole.
	readTag   func(r *blob.Reader, body []byte) string
	unlessTag func(as func(any) bool, tag string) error
	// never is a tag that no object has.
	never string
}

// errNoConditions cannot happen with the pinned version of gocloud.dev, and must not pass silently with another.
var errNoConditions = errors.New("the driver of this bucket gives no access to the conditions of a write")

// drivers are those of this build, by the scheme of their URLs.
var drivers = map[string]driver{}

// builtWith are the schemes that need a build tag, and the tag.
var builtWith = map[string]string{"gs": "gcs", "azblob": "azure"}

// bucketURL is the URL of a store, taken apart.
type bucketURL struct {
	driver    driver
	driverURL string // as the driver takes it: without the prefix
	where     string // as messages show it: without parameters
	prefix    string // of every name, without slashes around it
}

var prefixPath = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*$`)

// parseBucket repeats nothing of a URL that may hold a secret.
func parseBucket(location string) (bucketURL, error) {
	u, err := url.Parse(location)
	if err != nil || u.Host == "" || u.Opaque != "" || u.Fragment != "" {
		return bucketURL{}, errors.New("not the URL of a bucket, which look like s3://bucket/prefix?region=eu-central-1")
	}
	if u.User != nil {
		return bucketURL{}, errors.New("the URL of a bucket holds no credentials; give them in the environment or in the files of the cloud's own programs")
	}
	known, ok := drivers[u.Scheme]
	if !ok {
		return bucketURL{}, unknownScheme(u.Scheme)
	}
	prefix := strings.Trim(u.Path, "/")
	if prefix != "" && !prefixPath.MatchString(prefix) {
		return bucketURL{}, fmt.Errorf("%q is no prefix in a bucket; write names of letters, digits, dots, dashes and underscores with slashes between them", prefix)
	}
	query := u.Query()
	if query.Has("prefix") || query.Has("key") {
		return bucketURL{}, fmt.Errorf("write the prefix as a path: %s://%s/prefix", u.Scheme, u.Host)
	}
	if err := known.prepare(query); err != nil {
		return bucketURL{}, err
	}
	parsed := bucketURL{driver: known, prefix: prefix, where: strings.TrimSuffix(u.Scheme+"://"+u.Host+"/"+prefix, "/")}
	u.Path, u.RawPath, u.RawQuery = "", "", query.Encode()
	parsed.driverURL = u.String()
	return parsed, nil
}

func unknownScheme(scheme string) error {
	if tag := builtWith[scheme]; tag != "" {
		return fmt.Errorf("this build has no %s:// buckets; build it with -tags %s", scheme, tag)
	}
	return fmt.Errorf("there are no %s:// buckets; use s3://, gs:// or azblob://", scheme)
}

// redact keeps the parameters out of a driver's message.
func (u bucketURL) redact(err error) string {
	return strings.ReplaceAll(err.Error(), u.driverURL, u.where)
}

package blob

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

const scheme = "s3" // of all URLs

// address is the URL of a bucket, taken apart.
type address struct {
	bucket   string
	settings url.Values
	where    string // as messages show it: without parameters
	prefix   string // of every name: "" or ending in a slash
}

var prefixPath = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*$`)

// parse takes the URL of a bucket apart. The error repeats nothing of it that may be a secret.
func parse(location string) (a address, err error) {
	u, err := url.Parse(location)
	if err != nil || u.Host == "" || u.Opaque != "" || u.Fragment != "" {
		return a, errors.New("not the URL of a bucket, which look like s3://bucket/prefix?region=eu-central-1")
	}
	prefix := strings.Trim(u.Path, "/")
	a = address{u.Host, u.Query(), strings.TrimSuffix(scheme+"://"+u.Host+"/"+prefix, "/"), prefix}
	if prefix != "" {
		a.prefix += "/"
	}
	switch {
	case u.User != nil:
		err = errors.New("the URL of a bucket holds no credentials; give them in the environment or in the files of the cloud's own programs")
	case u.Scheme != scheme:
		err = fmt.Errorf("%s:// is not supported; use a directory, or a storage that speaks S3: s3://bucket?endpoint=https://… (without endpoint: Amazon's)", u.Scheme)
	case prefix != "" && !prefixPath.MatchString(prefix):
		err = fmt.Errorf("%q is no prefix in a bucket; write names of letters, digits, dots, dashes and underscores with slashes between them", prefix)
	}
	return a, err
}

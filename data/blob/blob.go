// Package blob keeps named blobs, each whole or not at all: in a directory, or in a bucket of Amazon's S3 and what speaks
// like it. Start at Open. What a blob means is nothing to this package: package store keeps snapshots in blobs, package site a
// static mirror.
//
// Whoever writes can ask that a name be new, or that it still hold what was read: so two writers never overwrite one another.
// In a directory a lock of the kernel keeps a second writer out besides.
package blob

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// Blobs is a directory or a bucket. A name is a path with slashes, as in api/tools.json. Reading needs no lock.
type Blobs interface {
	// Read returns a whole blob of at most limit bytes, and the tag of that content. The error is fs.ErrNotExist when there
	// is none, ErrUnavailable when nobody can tell now.
	Read(ctx context.Context, name string, limit int64) (body []byte, tag string, err error)
	// List returns the names that begin with a prefix, in their order.
	List(ctx context.Context, prefix string) ([]Entry, error)
	// Write writes a blob whole or not at all. The error is ErrRefused when its condition does not hold; after any other error but
	// ErrDenied a bucket may yet write what it was sent.
	Write(ctx context.Context, b Blob) error
	// Remove removes what has a name; nothing there is not an error.
	Remove(ctx context.Context, name string) error
	// Lock keeps other writers out until unlock is called or the process ends. It tries at least once, then until ctx ends: then
	// the error is ErrHeld. It is errors.ErrUnsupported where nobody can be kept out.
	Lock(ctx context.Context) (unlock func() error, err error)
	// String is what messages call it.
	String() string
}

// Blob is what is written under a name.
type Blob struct {
	Name string
	Body []byte

	IfAbsent bool   // fail with ErrRefused when the name is taken
	IfTag    string // fail with ErrRefused unless the content has this tag; "" for no condition

	CacheControl, ContentType, ContentEncoding string    // what a bucket tells those who ask for it
	Modified                                   time.Time // what a directory says of the file; zero: now
}

// Entry is a name in a listing.
type Entry struct {
	Name string
	Size int64
}

// What callers tell apart, besides fs.ErrNotExist.
var (
	ErrUnavailable = errors.New("the store cannot be reached") // now: what was read from it before is as good as ever
	ErrRefused     = errors.New("the condition of the write does not hold")
	ErrDenied      = errors.New("the storage does not allow it")
)

// Purpose says in messages what blobs are for.
type Purpose struct {
	Name  string // "store"
	Other string // what names another one: "--store"
}

// Open names a directory, which need not exist yet, or a bucket by its URL, as s3://bucket/prefix?region=eu-central-1, or with an
// endpoint=https://… of a storage that speaks S3. A URL holds no credentials. It asks the network nothing.
func (p Purpose) Open(location string) (Blobs, error) {
	if !strings.Contains(location, "://") {
		return p.openDirectory(location)
	}
	a, err := parse(location)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	return p.openBucket(a)
}

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

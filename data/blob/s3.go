package blob

import (
	"bytes"
	"cmp"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

const (
	tries        = 5 // of a request before its failure counts
	readTimeout  = time.Minute
	writeTimeout = 5 * time.Minute
)

// bucket is a bucket of Amazon's S3 or of a storage that speaks like it, or what is below a prefix in one.
type bucket struct {
	Purpose
	address
	client *minio.Core
}

// openBucket opens a bucket. Credentials come from where the cloud's own programs look for them. It asks the network nothing.
func (p Purpose) openBucket(a address) (Blobs, error) {
	options, host, err := a.options()
	var client *minio.Core
	if err == nil {
		client, err = minio.NewCore(host, options)
	}
	if err != nil {
		return nil, fmt.Errorf("%s %s cannot be opened: %v", p.Name, a.where, err)
	}
	return &bucket{p, a, client}, nil
}

// put sends an object whole, whatever its size, so that its condition is looked at once, and with digests that every
// storage knows: the signature covers the one, and what is stored is compared with the other.
func (b *bucket) put(ctx context.Context, one Blob) error {
	options := minio.PutObjectOptions{
		CacheControl: one.CacheControl, ContentType: one.ContentType, ContentEncoding: one.ContentEncoding,
		DisableContentSha256: true, // made here: in chunks, some storages keep aws-chunked as the encoding
	}
	if one.IfAbsent {
		options.SetMatchETagExcept("*")
	}
	if one.IfTag != "" {
		options.SetMatchETag(one.IfTag)
	}
	md5, sha256 := md5.Sum(one.Body), sha256.Sum256(one.Body)
	_, err := b.client.PutObject(ctx, b.bucket, b.prefix+one.Name, bytes.NewReader(one.Body), int64(len(one.Body)),
		base64.StdEncoding.EncodeToString(md5[:]), hex.EncodeToString(sha256[:]), options)
	return err
}

// amazon is the host of Amazon's storage; minio-go puts the region in.
const amazon = "s3.amazonaws.com"

// parameters are those that a URL may have.
var parameters = []string{"region", "endpoint", "use_path_style"}

// options are what the parameters of the URL say, and the environment where they say nothing, and the host of the storage.
func (a address) options() (o *minio.Options, host string, err error) {
	for name := range a.settings {
		if !slices.Contains(parameters, name) {
			return nil, "", fmt.Errorf("unknown query parameter %q; there are %s", name, strings.Join(parameters, ", "))
		}
	}
	endpoint := cmp.Or(a.settings.Get("endpoint"), os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"), "https://"+amazon)
	u, err := url.Parse(endpoint)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.Path != "" && u.Path != "/" {
		return nil, "", errors.New("the endpoint of a bucket is a web address without credentials or path, such as https://s3.example.org")
	}
	pathStyle := a.settings.Get("use_path_style")
	byPath, err := strconv.ParseBool(cmp.Or(pathStyle, strconv.FormatBool(u.Host != amazon))) // few others answer to a bucket's own host name
	if err != nil {
		return nil, "", fmt.Errorf("use_path_style is true or false, not %q", pathStyle)
	}
	lookup := minio.BucketLookupAuto
	switch {
	case byPath:
		lookup = minio.BucketLookupPath
	case u.Host != amazon:
		lookup = minio.BucketLookupDNS
	}
	region := cmp.Or(a.settings.Get("region"), os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"))
	return &minio.Options{Creds: credentialsIn(region), Secure: u.Scheme == "https", Region: region, BucketLookup: lookup, MaxRetries: tries}, u.Host, nil
}

// credentialsIn come from where Amazon's own programs look for them: the environment, the files in ~/.aws with $AWS_PROFILE,
// a token that Kubernetes has put into a file, and the container or machine itself. Where there are none, the storage is
// asked without.
func credentialsIn(region string) *credentials.Credentials {
	places := []credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}}
	if !strings.EqualFold(os.Getenv("AWS_EC2_METADATA_DISABLED"), "true") {
		places = append(places, &credentials.IAM{Region: region, Client: &http.Client{Timeout: 5 * time.Second}})
	}
	return credentials.NewChainCredentials(places)
}

// String returns the URL without parameters.
func (b *bucket) String() string { return b.where }

// Lock keeps nobody out.
func (b *bucket) Lock(context.Context) (func() error, error) { return nil, errors.ErrUnsupported }

func (b *bucket) Read(ctx context.Context, name string, limit int64) (body []byte, tag string, err error) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	from, found, _, err := b.client.GetObject(ctx, b.bucket, b.prefix+name, minio.GetObjectOptions{})
	if err == nil {
		defer from.Close()
		body, err = io.ReadAll(io.LimitReader(from, limit+1))
	}
	switch err = failed(err); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", fmt.Errorf("%s/%s: %w", b.where, name, err)
	case err != nil:
		return nil, "", b.unavailable(err)
	case int64(len(body)) > limit:
		return nil, "", fmt.Errorf("%s/%s is larger than %d bytes", b.where, name, limit)
	}
	return body, found.ETag, nil
}

func (b *bucket) Write(ctx context.Context, one Blob) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	return b.cannotWrite(one.Name, failed(b.put(ctx, one)))
}

func (b *bucket) Remove(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	err := failed(b.client.RemoveObject(ctx, b.bucket, b.prefix+name, minio.RemoveObjectOptions{}))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return b.cannotWrite(name, err)
}

func (b *bucket) cannotWrite(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s cannot be written: %s: %w", b.Name, b.where, name, err)
}

func (b *bucket) List(ctx context.Context, prefix string) (names []Entry, err error) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	for o := range b.client.ListObjectsIter(ctx, b.bucket, minio.ListObjectsOptions{Prefix: b.prefix + prefix, Recursive: true}) {
		if err = o.Err; err != nil {
			break
		}
		names = append(names, Entry{strings.TrimPrefix(o.Key, b.prefix), o.Size})
	}
	err = cmp.Or(err, ctx.Err())
	if err = failed(err); err != nil {
		return nil, b.unavailable(err)
	}
	return names, nil
}

// unavailable is the error of a bucket that may be as it was, but does not say so.
func (b *bucket) unavailable(err error) error {
	return fmt.Errorf("%s: %w: %w", b.where, ErrUnavailable, err)
}

// failed is the error of a request in the same words each time the same goes wrong, without port numbers, and with what to do.
func failed(err error) error {
	var said minio.ErrorResponse
	var operation *net.OpError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return errors.New("no answer in time")
	case errors.As(err, &operation) && operation.Addr != nil:
		return fmt.Errorf("%s %s: %w", operation.Op, operation.Addr, operation.Err)
	case !errors.As(err, &said) || said.StatusCode == 0:
		return err
	}
	words := fmt.Sprintf("%s (%s)", said.Message, cmp.Or(said.Code, strconv.Itoa(said.StatusCode)))
	switch {
	case said.Code == minio.NoSuchKey:
		return fs.ErrNotExist
	case said.Code == minio.NoSuchBucket:
		return errors.New("there is no such bucket; create it or name another")
	case said.StatusCode == http.StatusPreconditionFailed:
		return fmt.Errorf("%s: %w", words, ErrRefused)
	case slices.Contains([]int{301, 400, 401, 403, 404}, said.StatusCode):
		return fmt.Errorf("%s: %w; check the region, the credentials and what they allow", words, ErrDenied)
	}
	return errors.New(words)
}

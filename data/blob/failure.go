package blob

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/minio/minio-go/v7"
)

// failure is the error of a request, in the same words each time the same goes wrong: without port numbers, and with what to do.
type failure struct {
	status int // of HTTP; 0 when there was no answer
	words  string
	cause  error
}

func (f *failure) Error() string { return f.words }
func (f *failure) Unwrap() error { return f.cause }

// Is tells what a failure means.
func (f *failure) Is(target error) bool {
	switch f.status {
	case http.StatusNotFound:
		return target == fs.ErrNotExist
	case http.StatusPreconditionFailed:
		return target == ErrRefused
	case http.StatusForbidden, http.StatusUnauthorized:
		return target == ErrDenied
	}
	return false
}

// failed is the failure of a request, nil for none.
func failed(err error) error {
	if err == nil || errors.Is(err, errTooMany) {
		return err
	}
	f := &failure{words: err.Error(), cause: err}
	var said minio.ErrorResponse
	var operation *net.OpError
	var lookup *net.DNSError
	var request *url.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		f.words = "no answer in time"
	case errors.As(err, &said) && said.StatusCode != 0:
		f.status, f.words = said.StatusCode, said.Message
		if said.Code != "" {
			f.words += " (" + said.Code + ")"
		}
		if f.status == http.StatusNotFound && said.Code != minio.NoSuchKey && said.Code != minio.NoSuchBucket {
			f.status = http.StatusForbidden // such as an unknown access key
		}
	case errors.As(err, &lookup):
		f.words = lookup.Name + ": " + lookup.Err
	case errors.As(err, &operation) && operation.Addr != nil:
		f.words = fmt.Sprintf("%s %s: %v", operation.Op, operation.Addr, operation.Err)
	case errors.As(err, &request):
		f.words = request.Err.Error()
	}
	switch {
	case strings.Contains(f.words, "region"):
		f.words += "; name the region in the URL, as in ?region=eu-central-1"
	case errors.Is(f, ErrDenied), strings.Contains(f.words, "credentials"):
		f.words += "; check the credentials and what they allow"
	}
	return f
}

// isPassing tells whether the same request may succeed a moment later.
func isPassing(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	var network net.Error
	var brokenOff *xml.SyntaxError // a listing
	if errors.As(err, &network) || errors.As(err, &brokenOff) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) {
		return true
	}
	var f *failure
	return errors.As(err, &f) &&
		(f.status >= 500 || f.status == http.StatusConflict || f.status == http.StatusTooManyRequests || f.status == http.StatusRequestTimeout)
}

const (
	tries      = 5 // of a request before its failure counts
	firstPause = 100 * time.Millisecond
)

// ask makes a request, and again when it may succeed a moment later: what stands between us and a storage breaks off now and then.
func ask(ctx context.Context, limit time.Duration, request func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for try := 1; ; try++ {
		err := failed(request(ctx))
		if try == tries || !isPassing(err) || !pause(ctx, firstPause<<(try-1)) {
			return err
		}
	}
}

// pause waits for about as long as it is told, so that not everybody asks again at once; false means that ctx has ended.
func pause(ctx context.Context, about time.Duration) bool {
	select {
	case <-time.After(about*4/5 + rand.N(about*2/5)):
		return true
	case <-ctx.Done():
		return false
	}
}

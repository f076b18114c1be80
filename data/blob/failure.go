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
)

// answer is what a storage says instead of doing what it was asked.
type answer struct {
	status  int    // of HTTP
	code    string // in the storage's own words; "" when it has none
	message string
}

func (a *answer) Error() string {
	if a.code == "" {
		return a.message
	}
	return fmt.Sprintf("%s (%s)", a.message, a.code)
}

// failure is the error of a request. It reads the same each time the same goes wrong.
type failure struct{ cause error }

func (f *failure) Error() string { return because(f.cause) }
func (f *failure) Unwrap() error { return f.cause }

// Is tells what a failure means.
func (f *failure) Is(target error) bool {
	switch status(f.cause) {
	case http.StatusNotFound:
		return target == fs.ErrNotExist
	case http.StatusPreconditionFailed:
		return target == ErrRefused
	case http.StatusForbidden, http.StatusUnauthorized:
		return target == ErrDenied
	}
	return false
}

const (
	tries      = 3 // of a request before its failure counts
	firstPause = 100 * time.Millisecond
)

// ask makes a request, and again when it may succeed a moment later. The library repeats requests too, three
// times or so; this adds a body that breaks off, and an outage of some seconds.
func ask[T any](ctx context.Context, request func() (T, error)) (T, error) {
	for try := 1; ; try++ {
		got, err := request()
		if err == nil || errors.Is(err, errTooMany) {
			return got, err
		}
		if try == tries || !isPassing(err) || !pause(ctx, firstPause<<(try-1)) {
			return got, &failure{err}
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

// isPassing tells whether an error says nothing about the request itself.
func isPassing(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	var network net.Error
	var brokenOff *xml.SyntaxError // a listing
	if errors.As(err, &network) || errors.As(err, &brokenOff) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) {
		return true
	}
	status := status(err)
	return status >= 500 || status == http.StatusConflict || status == http.StatusTooManyRequests || status == http.StatusRequestTimeout
}

// status is that of an answer, 0 when there was none.
func status(err error) int {
	var a *answer
	if errors.As(err, &a) {
		return a.status
	}
	return 0
}

// because tells the cause of an error in the same words each time it happens, without port numbers.
func because(err error) string {
	var said *answer
	var operation *net.OpError
	var lookup *net.DNSError
	var request *url.Error
	cause := err.Error()
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		cause = "no answer in time"
	case errors.As(err, &said):
		cause = said.Error()
	case errors.As(err, &lookup):
		cause = fmt.Sprintf("%s: %s", lookup.Name, lookup.Err)
	case errors.As(err, &operation) && operation.Addr != nil:
		cause = fmt.Sprintf("%s %s: %v", operation.Op, operation.Addr, operation.Err)
	case errors.As(err, &request):
		cause = request.Err.Error()
	}
	status := status(err)
	switch {
	case strings.Contains(cause, "region"):
		cause += "; name the region in the URL, as in ?region=eu-central-1"
	case status == http.StatusForbidden, status == http.StatusUnauthorized, strings.Contains(cause, "credentials"):
		cause += "; check the credentials and what they allow"
	}
	return cause
}

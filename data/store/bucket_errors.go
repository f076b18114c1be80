package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"gocloud.dev/gcerrors"
)

// ask makes a request, and again when it may succeed a moment later. The library of each cloud repeats requests too,
// three times or so; this adds a body that breaks off, and an outage of some seconds.
func ask[T any](ctx context.Context, b blobs, request func() (T, error)) (T, error) {
	policy := retrypolicy.NewBuilder[T]().
		HandleIf(func(_ T, err error) bool { return isPassing(err) }).
		WithBackoff(100*time.Millisecond, 2*time.Second).WithJitterFactor(0.2).
		WithMaxRetries(2).ReturnLastFailure().Build()
	return failsafe.With(policy).WithContext(ctx).Get(func() (answer T, err error) {
		if err := b.step(); err != nil {
			return answer, err
		}
		return request()
	})
}

// isPassing tells whether an error says nothing about the request itself.
func isPassing(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	var network net.Error
	if errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) {
		return true
	}
	status := httpStatus(err)
	return status >= 500 || status == http.StatusConflict || status == http.StatusTooManyRequests || status == http.StatusRequestTimeout
}

// httpStatus is the status of an answer, 0 when there was none.
func httpStatus(err error) int {
	var answer interface{ HTTPStatusCode() int }
	if errors.As(err, &answer) {
		return answer.HTTPStatusCode()
	}
	return 0
}

func isMissing(err error) bool { return err != nil && gcerrors.Code(err) == gcerrors.NotFound }

// isRefused says that the condition of a write does not hold.
func isRefused(err error) bool {
	if err == nil {
		return false
	}
	code := gcerrors.Code(err)
	return code == gcerrors.FailedPrecondition || code == gcerrors.AlreadyExists
}

// isDenied says that the storage does not let us.
func isDenied(err error) bool {
	status := httpStatus(err)
	return gcerrors.Code(err) == gcerrors.PermissionDenied || status == http.StatusForbidden || status == http.StatusUnauthorized
}

// noise is what the libraries put around an error, other with each request.
var noise = regexp.MustCompile(`^blob (\(.*?\) )?\(code=\w+\): |RequestID: [^,]*, HostID: [^,]*, `)

// because tells the cause of an error in the same words each time it happens, without request ids and port numbers.
func because(err error) string {
	var api interface {
		ErrorCode() string
		ErrorMessage() string
	}
	var operation *net.OpError
	var lookup *net.DNSError
	cause := noise.ReplaceAllString(err.Error(), "")
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		cause = "no answer in time"
	case errors.As(err, &api):
		cause = fmt.Sprintf("%s (%s)", api.ErrorMessage(), api.ErrorCode())
	case errors.As(err, &lookup):
		cause = fmt.Sprintf("%s: %s", lookup.Name, lookup.Err)
	case errors.As(err, &operation) && operation.Addr != nil:
		cause = fmt.Sprintf("%s %s: %v", operation.Op, operation.Addr, operation.Err)
	}
	switch {
	case strings.Contains(cause, "region"):
		cause += "; name the region in the URL, as in ?region=eu-central-1"
	case isDenied(err), strings.Contains(cause, "credentials"):
		cause += "; check the credentials and what they allow"
	}
	return cause
}

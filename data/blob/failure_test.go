package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"syscall"
	"testing"

	"github.com/minio/minio-go/v7"

	"pricepoint/data/blob/s3test"
)

func answered(status int, message string) error {
	return minio.ErrorResponse{StatusCode: status, Code: "Code", Message: message}
}

var (
	resetByPeer = &url.Error{Op: "Get", URL: "http://s3.example/b", Err: &net.OpError{
		Op: "read", Net: "tcp", Source: &net.TCPAddr{Port: 51234}, Addr: &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 80}, Err: syscall.ECONNRESET}}
	noSuchHost = &net.OpError{Op: "dial", Err: &net.DNSError{Name: "s3.example", Err: "no such host"}}
)

func TestFailed(t *testing.T) {
	for name, row := range map[string]struct {
		err  error
		want string
	}{
		"time":     {fmt.Errorf("operation: %w", context.DeadlineExceeded), "no answer in time"},
		"busy":     {fmt.Errorf("operation: %w", answered(503, "slow down")), "slow down (Code)"},
		"denied":   {answered(403, "no"), "no (Code); check the credentials and what they allow"},
		"region":   {answered(301, "the region is another"), "the region is another (Code); name the region in the URL, as in ?region=eu-central-1"},
		"reset":    {resetByPeer, "read 192.0.2.1:80: connection reset by peer"},
		"unknown":  {noSuchHost, "s3.example: no such host"},
		"identity": {errors.New("no credentials found"), "no credentials found; check the credentials and what they allow"},
		"other":    {errors.New("bad body"), "bad body"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := failed(row.err).Error(); got != row.want {
				t.Errorf("failed() = %q, want %q", got, row.want)
			}
		})
	}
}

func TestIsPassing(t *testing.T) {
	for name, row := range map[string]struct {
		err  error
		want bool
	}{
		"none":        {nil, false},
		"stopped":     {context.Canceled, false},
		"time-is-up":  {context.DeadlineExceeded, false},
		"not-found":   {answered(404, ""), false},
		"forbidden":   {answered(403, ""), false},
		"refused":     {answered(412, ""), false},
		"conflict":    {answered(409, ""), true},
		"too-many":    {answered(429, ""), true},
		"slow-down":   {answered(503, ""), true},
		"reset":       {resetByPeer, true},
		"cut":         {errors.Join(answered(200, ""), io.ErrUnexpectedEOF), true},
		"no-identity": {errors.New("no credentials"), false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := isPassing(failed(row.err)); got != row.want {
				t.Errorf("isPassing() = %v, want %v", got, row.want)
			}
		})
	}
}

// TestClosedConnectionIsPassing asks a server that hangs up before it answers.
func TestClosedConnectionIsPassing(t *testing.T) {
	s3test.Environment()
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	t.Cleanup(server.Close)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	c, err := openS3("bucket", url.Values{"region": {s3test.Region}, "endpoint": {server.URL}})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.read(t.Context(), "a", 1); !isPassing(failed(err)) || failed(err).Error() != "the connection was closed" {
		t.Errorf("read = %v, want a passing failure: the connection was closed", err)
	}
}

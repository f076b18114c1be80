package blob

import (
	"errors"
	"fmt"
	"io"
	"net/http"
)

// maxListing is how many bytes a page of a listing may have: a thousand names of a kilobyte, and what S3 says of each.
const maxListing = 8 << 20

// bounded cuts off answers that minio-go would read without end. Objects are bounded where they are read.
type bounded struct{ to http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.to.RoundTrip(r)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, closed{}
	}
	if err == nil && r.URL.Query().Has("list-type") {
		answer.Body = &bound{answer.Body, maxListing}
	}
	return answer, err
}

// closed is what a connection that breaks off is told by: minio-go puts a bare text in the place of errors that say EOF.
type closed struct{}

func (closed) Error() string { return "the connection was closed" }
func (closed) Unwrap() error { return io.ErrUnexpectedEOF }

// bound is a body that fails when it is longer than it may be.
type bound struct {
	io.ReadCloser
	left int
}

func (b *bound) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("%w: a listing of more than %d bytes", errGarbage, maxListing)
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

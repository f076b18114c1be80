package server

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"pricepoint/server/prepared"
)

// longestTarget is how many bytes the address of a request may have.
const longestTarget = 8000

// refusal says why a request is not even looked at.
type refusal struct {
	status int
	detail string
	wait   time.Duration // before it may be tried again; 0: that would not help
}

// refuse returns nil for a request that is looked at.
func (s *Server) refuse(r *http.Request) *refusal {
	limits := s.options.Limits
	if n := len(r.RequestURI); n > longestTarget {
		return &refusal{status: http.StatusRequestURITooLong, detail: fmt.Sprintf(
			"the address is %d bytes long and may have %d; no document takes parameters, so leave them out", n, longestTarget)}
	}
	if n := headerBytes(r); n > limits.HeaderBytes {
		return &refusal{status: http.StatusRequestHeaderFieldsTooLarge, detail: fmt.Sprintf(
			"the header of the request is %d bytes long and may have %d; nothing here needs cookies or tokens, so leave them out", n, limits.HeaderBytes)}
	}
	if s.clients == nil || s.fixed[r.URL.Path] != nil {
		return nil
	}
	wait := s.clients.Wait(r.RemoteAddr, s.options.Now())
	if wait <= 0 {
		return nil
	}
	return &refusal{status: http.StatusTooManyRequests, wait: wait, detail: fmt.Sprintf(
		"one client may ask %d times a second; ask again in %s, and let an ETag save you from asking for what you have",
		limits.RatePerClient, wait.Round(time.Millisecond))}
}

func (f *refusal) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f.wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(f.wait.Seconds()))))
	}
	prepared.WriteProblem(w, r, f.status, f.detail)
}

// headerBytes is about how long the header of a request was.
func headerBytes(r *http.Request) int {
	const separators = len(": \r\n")
	n := len(r.Method) + len(r.RequestURI) + len(r.Host)
	for name, values := range r.Header {
		for _, value := range values {
			n += len(name) + len(value) + separators
		}
	}
	return n
}

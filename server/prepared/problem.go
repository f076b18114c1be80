package prepared

import (
	"maps"
	"math"
	"net/http"
	"strconv"
	"time"

	"pricepoint/data"
)

// Uncached is the header of an answer that is made for one request.
var Uncached = http.Header{"Cache-Control": {"no-store"}, "X-Content-Type-Options": {"nosniff"}, "Access-Control-Allow-Origin": {"*"}}

// Problem is an error answer (RFC 9457).
type Problem struct {
	Type   string        `json:"type"`
	Title  string        `json:"title"`
	Status int           `json:"status"`
	Detail string        `json:"detail"` // what is wrong with the request, and what to do
	Wait   time.Duration `json:"-"`      // before it may be asked again; 0: that would not help
}

// NewProblem returns a problem with a status.
func NewProblem(status int, detail string) *Problem {
	return &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: detail}
}

// Unavailable is a 503 that says when to ask again.
func Unavailable(wait time.Duration, detail string) *Problem {
	p := NewProblem(http.StatusServiceUnavailable, detail)
	p.Wait = wait
	return p
}

// NoSnapshot is the answer before anything is loaded.
var NoSnapshot = Unavailable(10*time.Second, "no snapshot is loaded yet; if this lasts, the log of the server tells why, and pricepoint doctor what to do")

// WriteProblem sends a problem with a status.
func WriteProblem(w http.ResponseWriter, r *http.Request, status int, detail string) {
	NewProblem(status, detail).ServeHTTP(w, r)
}

func (p *Problem) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body := data.EncodeLine(p)
	h := w.Header()
	maps.Copy(h, Uncached)
	h.Set("Content-Type", "application/problem+json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if p.Wait > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(p.Wait.Seconds()))))
	}
	w.WriteHeader(p.Status)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

// WritePreflight answers OPTIONS, to a browser that asks before it sends a request of another site, and to anybody else. headers
// are those that such a request may have; "*": any.
func WritePreflight(w http.ResponseWriter, methods, headers string) {
	h := w.Header()
	h.Set("Allow", methods)
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Methods", methods)
	h.Set("Access-Control-Allow-Headers", headers)
	h.Set("Access-Control-Max-Age", "86400")
	w.WriteHeader(http.StatusNoContent)
}

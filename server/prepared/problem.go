package prepared

import (
	"maps"
	"net/http"
	"strconv"

	"pricepoint/data"
)

// problem is an error answer (RFC 9457).
type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
}

// Uncached is the header of an answer that is made for one request.
var Uncached = http.Header{"Cache-Control": {"no-store"}, "X-Content-Type-Options": {"nosniff"}, "Access-Control-Allow-Origin": {"*"}}

// WriteProblem sends an error; detail says what is wrong with the request and what to do.
func WriteProblem(w http.ResponseWriter, r *http.Request, status int, detail string) {
	body, err := data.EncodeLine(problem{"about:blank", http.StatusText(status), status, detail})
	if err != nil {
		panic(err) // strings and a number always encode
	}
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	maps.Copy(h, Uncached)
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

// WriteUnavailable sends a 503 that says after how many seconds to ask again.
func WriteUnavailable(w http.ResponseWriter, r *http.Request, seconds int, detail string) {
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	WriteProblem(w, r, http.StatusServiceUnavailable, detail)
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

package server

import (
	"net/http"
	"strconv"
	"time"
)

// Retirement says that a document is on its way out: it still answers, with headers that programs can watch for.
type Retirement struct {
	Since  time.Time // from when on nobody should begin to use it (RFC 9745)
	Sunset time.Time // when it will be gone (RFC 8594); zero: not settled
	Link   string    // where people read why, and what to use in its place
}

// Retiring are the addresses that are on their way out, such as /api/old.json. At least half a year passes between
// Since and Sunset.
var Retiring = map[string]Retirement{}

// fields are the headers of every answer of a retiring address.
func (r Retirement) fields() []field {
	lines := []field{
		line("Deprecation", "@"+strconv.FormatInt(r.Since.Unix(), 10)),
		line("Link", "<"+r.Link+`>; rel="deprecation"`),
	}
	if !r.Sunset.IsZero() {
		lines = append(lines, line("Sunset", r.Sunset.UTC().Format(http.TimeFormat)))
	}
	return lines
}

// readable are the headers that a browser lets programs of other sites see.
func readable(retires bool) field {
	const always = "ETag, Last-Modified"
	if retires {
		return line("Access-Control-Expose-Headers", always+", Deprecation, Sunset, Link")
	}
	return line("Access-Control-Expose-Headers", always)
}

package server

import (
	"net/http"
	"slices"
	"strings"

	"github.com/golang/gddo/httputil/header"
)

// usualAccepts are the values of Accept-Encoding that browsers, command-line tools and HTTP libraries send. What
// they lead to is worked out when a snapshot is loaded.
var usualAccepts = []string{
	"gzip", "identity", "", "*", "*/*", "gzip, deflate", "gzip,deflate", "gzip, deflate, br", "gzip, deflate, br, zstd",
	"gzip, deflate, zstd", "deflate, gzip", "deflate, gzip, br", "deflate, gzip, br, zstd", "br", "br, gzip", "gzip, br",
	"br, gzip, deflate", "br;q=1.0, gzip;q=0.9, *;q=0.8", "gzip, compress, deflate, br", "gzip;q=1.0, deflate;q=0.6, identity;q=0.3",
	"zstd", "zstd, br, gzip, deflate", "gzip, x-gzip, deflate",
}

// negotiate picks the representation that the client weights highest, nil when it refuses all.
func (r *resource) negotiate(h http.Header) *representation {
	accepts := h["Accept-Encoding"]
	if len(accepts) == 0 {
		return r.usual[""]
	}
	if len(accepts) == 1 {
		if rep, known := r.usual[accepts[0]]; known {
			return rep
		}
	}
	return r.choose(h)
}

// choose parses what the client accepts.
func (r *resource) choose(h http.Header) *representation {
	accepted := header.ParseAccept(h, "Accept-Encoding")
	var best *representation
	bestWeight := 0.0
	for i := range r.representations {
		rep := &r.representations[i]
		if weight := weigh(accepted, rep.encoding); weight > bestWeight {
			best, bestWeight = rep, weight
		}
	}
	return best
}

// unlisted is the weight of plain bytes that a client did not mention: acceptable, but the last choice.
const unlisted = 1e-6

func weigh(accepted []header.AcceptSpec, encoding string) float64 {
	weight := 0.0
	if encoding == identity {
		weight = unlisted
	}
	for _, a := range accepted {
		if strings.EqualFold(a.Value, encoding) {
			return a.Q
		}
		if a.Value == "*" {
			weight = a.Q
		}
	}
	return weight
}

// has tells whether the client already has the representation.
func (r *resource) has(rep *representation, h http.Header) bool {
	if tags := h["If-None-Match"]; len(tags) > 0 {
		return slices.ContainsFunc(tags, func(list string) bool { return listed(list, rep.etag) })
	}
	dates := h["If-Modified-Since"]
	if len(dates) == 0 {
		return false
	}
	if dates[0] == r.lastModified {
		return true
	}
	since, err := http.ParseTime(dates[0])
	return err == nil && !r.modified.After(since)
}

// listed compares an entity tag with a list of them, weakly, as If-None-Match asks for. Tags may hold commas.
func listed(list, etag string) bool {
	for {
		list = strings.TrimLeft(list, " \t,")
		if strings.HasPrefix(list, "*") {
			return true
		}
		list = strings.TrimPrefix(list, "W/")
		if !strings.HasPrefix(list, `"`) {
			return false
		}
		end := strings.IndexByte(list[1:], '"')
		if end < 0 {
			return false
		}
		if list[:end+2] == etag {
			return true
		}
		list = list[end+2:]
	}
}

package server

import (
	"net/http"
	"slices"
	"strings"

	"github.com/golang/gddo/httputil/header"
)

// negotiate picks the representation that the client weights highest, nil when it refuses all.
func (r *resource) negotiate(h http.Header) *representation {
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

// known tells whether the client already has the representation.
func (r *resource) known(rep *representation, h http.Header) bool {
	if tags := h["If-None-Match"]; len(tags) > 0 {
		return slices.ContainsFunc(tags, func(list string) bool { return listed(list, rep.etag) })
	}
	date := h.Get("If-Modified-Since")
	if date == "" {
		return false
	}
	since, err := http.ParseTime(date)
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

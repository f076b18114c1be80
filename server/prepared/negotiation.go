package prepared

import (
	"net/http"
	"slices"
	"strings"

	"github.com/golang/gddo/httputil/header"
)

// negotiate picks the representation that the client weights highest, nil when it refuses all.
func (r *Resource) negotiate(h http.Header) *Representation {
	accepted := header.ParseAccept(h, "Accept-Encoding")
	var best *Representation
	bestWeight := 0.0
	for _, rep := range r.forms {
		if weight := weigh(accepted, rep.Encoding); weight > bestWeight {
			best, bestWeight = rep, weight
		}
	}
	return best
}

// unlisted is the weight of plain bytes that a client did not mention: acceptable, but the last choice.
const unlisted = 1e-6

func weigh(accepted []header.AcceptSpec, encoding string) float64 {
	weight := 0.0
	if encoding == Identity {
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
func (r *Resource) has(rep *Representation, h http.Header) bool {
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
	return err == nil && !r.Modified.After(since)
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

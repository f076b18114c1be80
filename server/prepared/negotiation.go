package prepared

import (
	"io"
	"net/http"
	"strconv"
	"strings"
)

// negotiate picks the full answer that the client weights highest, nil when it refuses all (RFC 9110, section 12.5.3).
func (r *Resource) negotiate(h http.Header) *Answer {
	wishes := acceptEncoding(h["Accept-Encoding"])
	var best *Answer
	heaviest := 0.0
	for _, rep := range r.forms {
		weight, named := wishes[rep.Encoding]
		if !named {
			weight, named = wishes["*"]
		}
		if !named && rep.Encoding == Identity {
			weight = lastChoice
		}
		if weight > heaviest {
			best, heaviest = rep, weight
		}
	}
	return best
}

// lastChoice is the weight of plain bytes that nobody has asked for and nobody has refused: less than can be stated.
const lastChoice = 0.0001

const space = " \t"

// acceptEncoding reads the lines of the header: the weight of each coding that they name. An element that is not of its
// grammar says nothing; of two that name one coding the first counts.
func acceptEncoding(lines []string) map[string]float64 {
	weights := map[string]float64{}
	for _, line := range lines {
		for element := range strings.SplitSeq(line, ",") {
			name, parameter, stated := strings.Cut(strings.Trim(element, space), ";")
			weight, ok := 1.0, true
			if stated {
				weight, ok = quality(strings.TrimLeft(parameter, space))
			}
			name = strings.ToLower(strings.TrimRight(name, space))
			if name == "x-gzip" {
				name = "gzip"
			}
			if _, twice := weights[name]; ok && !twice {
				weights[name] = weight
			}
		}
	}
	return weights
}

// quality reads a parameter q with a number from 0 to 1 that has up to three decimals.
func quality(parameter string) (weight float64, ok bool) {
	name, text, _ := strings.Cut(parameter, "=")
	whole, decimals, _ := strings.Cut(text, ".")
	if !strings.EqualFold(name, "q") || whole != "0" && whole != "1" || len(decimals) > 3 || strings.Trim(decimals, "0123456789") != "" {
		return 0, false
	}
	weight, err := strconv.ParseFloat(text, 64)
	return weight, err == nil && weight <= 1
}

// conditions are the headers that ask for an answer only if the client has, or has not, a representation.
var conditions = []string{"If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"}

// outcome is what becomes of a request with conditions: 200, 304 or 412, as package net/http decides of a file.
func (r *Resource) outcome(a *Answer, h http.Header) int {
	conditional := http.Request{Method: http.MethodGet, Header: http.Header{}}
	for _, name := range conditions {
		if lines := h[name]; len(lines) > 0 {
			conditional.Header[name] = []string{strings.Join(lines, ", ")}
		}
	}
	if len(conditional.Header) == 0 {
		return http.StatusOK
	}
	said := statusWriter{Writer: io.Discard, header: http.Header{"Etag": a.Header["Etag"], "Content-Type": {""}}}
	http.ServeContent(&said, &conditional, "", r.Modified, strings.NewReader(""))
	return said.status
}

// statusWriter keeps nothing of an answer but its status.
type statusWriter struct {
	io.Writer
	header http.Header
	status int
}

func (s *statusWriter) Header() http.Header { return s.header }

func (s *statusWriter) WriteHeader(status int) { s.status = status }

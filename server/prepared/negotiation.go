package prepared

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

// negotiate picks the representation that the client weights highest, nil when it refuses all.
func (r *Resource) negotiate(h http.Header) *Representation {
	wishes := acceptEncoding(h["Accept-Encoding"])
	var best *Representation
	heaviest := weight(0)
	for _, rep := range r.forms {
		if w := wishes.of(rep.Encoding); w > heaviest {
			best, heaviest = rep, w
		}
	}
	return best
}

// weight is how much a client wants a coding: ten times the thousandths in which it says so.
type weight int

const (
	unmentioned weight = -1
	refused     weight = 0
	lastChoice  weight = 1 // of plain bytes that nobody has asked for and nobody has refused
	thousandth  weight = 10
)

// codings are what a header can weigh here. What else it names is of no interest, since nothing is sent so.
var codings = [...]string{Identity, "gzip", "zstd", "br", "*"}

const anyOther = len(codings) - 1

// weights are what a client says of each of the codings.
type weights [len(codings)]weight

// of is the weight of a coding (RFC 9110, section 12.5.3).
func (all *weights) of(encoding string) weight {
	n := slices.Index(codings[:], encoding)
	switch {
	case n >= 0 && all[n] != unmentioned:
		return all[n]
	case all[anyOther] != unmentioned:
		return all[anyOther]
	case encoding == Identity:
		return lastChoice
	}
	return refused
}

// acceptEncoding reads the lines of the header. An element that is not of its grammar says nothing; of two that name one
// coding the first counts.
func acceptEncoding(lines []string) weights {
	var all weights
	for n := range all {
		all[n] = unmentioned
	}
	for _, line := range lines {
		for element := range strings.SplitSeq(line, ",") {
			name, w, ok := acceptedCoding(element)
			if n := codingNumber(name); ok && n >= 0 && all[n] == unmentioned {
				all[n] = w
			}
		}
	}
	return all
}

// codingNumber finds a coding by a name that a client gives it, -1 when it is none of ours.
func codingNumber(name string) int {
	if strings.EqualFold(name, "x-gzip") {
		name = "gzip"
	}
	return slices.IndexFunc(codings[:], func(c string) bool { return strings.EqualFold(c, name) })
}

const space = " \t"

// acceptedCoding reads a coding with its weight, which is 1 unless it is stated.
func acceptedCoding(element string) (name string, w weight, ok bool) {
	name, parameter, stated := strings.Cut(strings.Trim(element, space), ";")
	if !stated {
		return name, 1000 * thousandth, true
	}
	parameter = strings.TrimLeft(parameter, space)
	if len(parameter) < 2 || parameter[0]|' ' != 'q' || parameter[1] != '=' {
		return "", 0, false
	}
	w, ok = quality(parameter[2:])
	return strings.TrimRight(name, space), w, ok
}

// quality reads a number from 0 to 1 with up to three decimals.
func quality(text string) (weight, bool) {
	if len(text) == 0 || len(text) > len("0.000") || text[0] != '0' && text[0] != '1' || len(text) > 1 && text[1] != '.' {
		return 0, false
	}
	w, worth := 1000*weight(text[0]-'0'), weight(100)
	for _, digit := range []byte(text[min(2, len(text)):]) {
		if digit < '0' || digit > '9' {
			return 0, false
		}
		w += worth * weight(digit-'0')
		worth /= 10
	}
	return w * thousandth, w <= 1000
}

// failed tells whether the client asks only for what the representation is not (RFC 9110, section 13.2.2, steps 1 and 2).
func (r *Resource) failed(rep *Representation, h http.Header) bool {
	if tags := h["If-Match"]; len(tags) > 0 {
		return !listed(tags, rep.etag, false)
	}
	until, stated := date(h["If-Unmodified-Since"])
	return stated && r.Modified.After(until)
}

// has tells whether the client already has the representation (steps 3 and 4).
func (r *Resource) has(rep *Representation, h http.Header) bool {
	if tags := h["If-None-Match"]; len(tags) > 0 {
		return listed(tags, rep.etag, true)
	}
	dates := h["If-Modified-Since"]
	if len(dates) == 1 && dates[0] == r.lastModified {
		return true
	}
	since, stated := date(dates)
	return stated && !r.Modified.After(since)
}

// date reads the date of a condition; what is not one date is as if it were not there.
func date(lines []string) (time.Time, bool) {
	if len(lines) != 1 {
		return time.Time{}, false
	}
	t, err := http.ParseTime(lines[0])
	return t, err == nil
}

// listed tells whether the lines of a condition name an entity tag, or all of them with a lone asterisk. Where weak tags
// do not count, only a strong one is equal. Lines that are no list name nothing.
func listed(lines []string, etag string, weakCounts bool) bool {
	if len(lines) == 1 && strings.Trim(lines[0], space) == "*" {
		return true
	}
	found := false
	for _, line := range lines {
		for line = strings.TrimLeft(line, space+","); line != ""; {
			tag, rest, ok := firstTag(line)
			if !ok {
				return false
			}
			strong, weak := strings.CutPrefix(tag, "W/")
			found = found || strong == etag && (weakCounts || !weak)
			line = rest
		}
	}
	return found
}

// firstTag takes an entity tag off a list, with what separates it from the next. Tags may hold commas.
func firstTag(list string) (tag, rest string, ok bool) {
	opaque, _ := strings.CutPrefix(list, "W/")
	if !strings.HasPrefix(opaque, `"`) {
		return "", "", false
	}
	length := strings.IndexByte(opaque[1:], '"')
	if length < 0 || strings.ContainsFunc(opaque[1:1+length], func(c rune) bool { return c <= ' ' || c == 0x7f }) {
		return "", "", false
	}
	end := len(list) - len(opaque) + length + 2
	rest = strings.TrimLeft(list[end:], space)
	if rest != "" && rest[0] != ',' {
		return "", "", false
	}
	return list[:end], strings.TrimLeft(rest, space+","), true
}

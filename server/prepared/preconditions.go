package prepared

import (
	"net/http"
	"strings"
	"time"
)

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

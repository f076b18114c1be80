package server

import (
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agnivade/levenshtein"

	"pricepoint/data"
	"pricepoint/server/page"
	"pricepoint/server/prepared"
)

// longestTarget is how many bytes the address of a request may have.
const longestTarget = 8000

// refuse says why a request is refused before its address is looked at; nil for one that is within the limits.
func (s *Server) refuse(r *http.Request) *prepared.Problem {
	limits := s.options.Limits
	if n := len(r.RequestURI); n > longestTarget {
		return prepared.NewProblem(http.StatusRequestURITooLong, fmt.Sprintf(
			"the address is %d bytes long and may have %d; no document takes parameters, so leave them out", n, longestTarget))
	}
	if n := headerBytes(r); limits.HeaderBytes > 0 && n > limits.HeaderBytes {
		return prepared.NewProblem(http.StatusRequestHeaderFieldsTooLarge, fmt.Sprintf(
			"the header of the request is %d bytes long and may have %d; nothing here needs cookies or tokens, so leave them out", n, limits.HeaderBytes))
	}
	if s.clients == nil || r.URL.Path == healthPath || r.URL.Path == readyPath {
		return nil // a supervisor asks whatever the limits
	}
	wait := s.clients.wait(r.RemoteAddr, s.options.Now())
	if wait <= 0 {
		return nil
	}
	p := prepared.NewProblem(http.StatusTooManyRequests, fmt.Sprintf(
		"one client may ask %d times a second; ask again in %s, and let an ETag save you from asking for what you have",
		limits.RatePerClient, wait.Round(time.Millisecond)))
	p.Wait = wait
	return p
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

// notFound names the address that was probably meant, or what became of a tool. It looks for them only if it is not refused.
func (s *Server) notFound(current *state) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		gone, near := withdrawn(r.URL.Path, current), ""
		detail := "/api/ lists every address"
		if gone != "" {
			detail = gone
		} else if near = nearest(r.URL.Path, s.paths(current)); near != "" {
			detail = "the nearest address is " + near
		}
		if isBrowser(r) {
			writeMissing(w, r, gone, near)
			return
		}
		prepared.WriteProblem(w, r, http.StatusNotFound, "nothing is served here; "+detail)
	})
}

// isBrowser reports whether somebody looks at an answer: programs that read the API do not ask for HTML.
func isBrowser(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/html") && !strings.HasPrefix(r.URL.Path, "/api/")
}

// writeMissing says with a page that nothing is served at an address.
func writeMissing(w http.ResponseWriter, r *http.Request, gone, near string) {
	body, err := page.Missing(gone, near)
	if err != nil {
		prepared.WriteProblem(w, r, http.StatusNotFound, "nothing is served here; "+gone)
		return
	}
	h := w.Header()
	maps.Copy(h, prepared.Uncached)
	maps.Copy(h, pageKind.Header)
	h.Set("Content-Type", pageKind.Type)
	h.Set("Vary", "Accept")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusNotFound)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

// withdrawn tells what became of a tool that an address names and that was listed once; "" when it names none.
func withdrawn(address string, current *state) string {
	if current == nil {
		return ""
	}
	name := strings.TrimSuffix(path.Base(address), ".json")
	for _, w := range current.snapshot.Manifest.Withdrawn {
		switch {
		case w.ID != name:
		case w.Successor == "":
			return w.Name + " is no longer listed"
		default:
			return w.Name + " is no longer listed; its successor is " + w.Successor
		}
	}
	return ""
}

// paths lists what exists, in a fixed order.
func (s *Server) paths(current *state) []string {
	all := slices.Collect(maps.Keys(s.fixed))
	for _, d := range requiredDocuments {
		all = append(all, "/"+d)
	}
	if current != nil {
		all = slices.AppendSeq(all, maps.Keys(current.resources))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Paths longer than this are not compared, since that would cost the square of it.
const longestCompared = 64

// Paths that differ by more edits than this are not alike.
const mostEdits = 3

// nearest returns the path that was probably meant, "" when none is near: it looks past letter case, stray slashes
// and dots, and a missing /api or .json.
func nearest(asked string, known []string) string {
	if len(asked) > longestCompared {
		return ""
	}
	cleaned := strings.ToLower(path.Clean("/" + asked))
	guess := "/api/" + strings.TrimSuffix(strings.TrimPrefix(cleaned, "/api/"), ".json") + ".json"
	best, fewest := "", mostEdits+1
	for _, k := range known {
		for _, meant := range []string{cleaned, guess} {
			if apart := len(meant) - len(k); k == "/" || max(apart, -apart) >= fewest {
				continue // a comparison costs as much as the rest of an answer
			}
			if n := levenshtein.ComputeDistance(meant, k); n < fewest {
				best, fewest = k, n
			}
		}
	}
	return best
}

const (
	pricesElsewhere = "no file takes its place; /" + data.TariffsPath + " has every price, and " + exportsPath + " lists the formats that there are"
	inTheList       = exportsPath + "models.dev/api.json takes its place: the whole list, with our prices in it"
)

// gone are the addresses that were served once, and what to ask instead; all below one that ends in a slash are gone.
var gone = map[string]string{
	"/api/audit.csv":                     "/" + data.AuditPath + " has the same rows",
	exportsPath + "bifrost.json":         pricesElsewhere,
	exportsPath + "catwalk/":             pricesElsewhere,
	exportsPath + "codeburn.json":        pricesElsewhere,
	exportsPath + "langfuse.json":        pricesElsewhere,
	exportsPath + "litellm-bare.json":    pricesElsewhere,
	exportsPath + "litellm.json":         pricesElsewhere,
	exportsPath + "mlflow/":              pricesElsewhere,
	exportsPath + "models.dev/bare.json": inTheList,
	exportsPath + "new-api.json":         pricesElsewhere,
	exportsPath + "opencode.json":        inTheList,
	exportsPath + "openlit.json":         pricesElsewhere,
}

// goneAnswer says what to ask instead of an address that is gone; nil for any other address.
func goneAnswer(address string) http.Handler {
	address = strings.TrimSuffix(address, digestSuffix)
	for was, instead := range gone {
		if address == was || strings.HasSuffix(was, "/") && strings.HasPrefix(address, was) {
			return prepared.NewProblem(http.StatusGone, "this is served no more; "+instead)
		}
	}
	return nil
}

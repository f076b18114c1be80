package server

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"pricepoint/server/prepared"
)

// notFound names the address that was probably meant.
func (s *Server) notFound(current *state) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		detail := "nothing is served here; / lists every address"
		if near := nearest(r.URL.Path, s.paths(current)); near != "" {
			detail = "nothing is served here; the nearest address is " + near
		}
		prepared.WriteProblem(w, r, http.StatusNotFound, detail)
	})
}

// paths lists what exists, in a fixed order.
func (s *Server) paths(current *state) []string {
	var all []string
	for p := range s.fixed {
		all = append(all, p)
	}
	for _, d := range requiredDocuments {
		all = append(all, "/"+d)
	}
	if current != nil {
		for p := range current.resources {
			all = append(all, p)
		}
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
		if k == "/" {
			continue
		}
		if n := min(levenshtein.ComputeDistance(cleaned, k), levenshtein.ComputeDistance(guess, k)); n < fewest {
			best, fewest = k, n
		}
	}
	return best
}

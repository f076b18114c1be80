package past

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/store"
	"pricepoint/server/prepared"
)

// How long the answer to a question about the past may be kept. The newest snapshot is the answer for now only.
const (
	finalAnswer   = "public, max-age=2592000"
	currentAnswer = "no-cache"
)

// documentName is what a document may be called. Nothing else gets into the address that an answer leads to.
var documentName = regexp.MustCompile(`^(prices/)?[a-z0-9][a-z0-9._-]*$`)

// isName reports whether anything in the folder of a version may be called so.
func isName(name string) bool {
	_, served := prepared.KindOf("api/" + name)
	return Vouches(name) || served && documentName.MatchString(name)
}

// answerAsOf leads from a time to the document that was current then. Once a later snapshot is published the answer
// stays the same until retention drops that snapshot. Then the answer says so and names no other.
func (h *History) answerAsOf(w http.ResponseWriter, r *http.Request, rest string) {
	date, name, _ := strings.Cut(rest, "/")
	at, err := parseAsOf(date, h.now())
	if err != nil {
		prepared.WriteProblem(w, r, http.StatusNotFound, err.Error())
		return
	}
	if !isName(name) {
		prepared.WriteProblem(w, r, http.StatusNotFound, "name one document, such as "+asOfPrefix+date+"/tools.json")
		return
	}
	list := h.List()
	if len(list.Versions) == 0 {
		prepared.WriteProblem(w, r, http.StatusNotFound, list.unknown(""))
		return
	}
	version, err := store.VersionAsOf(list.Versions, at, h.replaced(list))
	if err != nil {
		h.refuseAsOf(w, r, list, version, err)
		return
	}
	answer := w.Header()
	answer.Set("Location", Folder(version)+"/"+name)
	answer.Set("Cache-Control", finalAnswer)
	if version == list.newest() {
		answer.Set("Cache-Control", currentAnswer)
	}
	answer.Set("Access-Control-Allow-Origin", "*")
	answer.Set("Content-Length", "0")
	w.WriteHeader(http.StatusTemporaryRedirect)
}

// replaced finds out which version another one replaced: from memory, or from its manifest.
func (h *History) replaced(list *List) func(version string) (data.Manifest, error) {
	return func(version string) (data.Manifest, error) {
		if previous, ok := list.previous[version]; ok {
			return data.Manifest{Version: version, Previous: previous}, nil
		}
		from := h.from.Load()
		if from == nil {
			return data.Manifest{}, store.ErrUnavailable
		}
		select {
		case h.read.turns <- struct{}{}:
			defer func() { <-h.read.turns }()
			return (*from).Manifest(version)
		default:
			return data.Manifest{}, errBusy
		}
	}
}

// refuseAsOf says why nobody can tell what was current then.
func (h *History) refuseAsOf(w http.ResponseWriter, r *http.Request, list *List, version string, err error) {
	var gap *store.GapError
	switch {
	case errors.As(err, &gap):
		prepared.WriteProblem(w, r, http.StatusGone, fmt.Sprintf("%v, so nobody can tell what was current then; next to it are %s and %s",
			gap, Folder(gap.Before), Folder(gap.After)))
	case errors.Is(err, store.ErrNotFound):
		prepared.WriteProblem(w, r, http.StatusNotFound, fmt.Sprintf("nothing that early is kept; the oldest snapshot is %s", list.Versions[0]))
	default:
		h.refuse(w, r, version, err)
	}
}

// parseAsOf reads the time of a question. A day means its end, in UTC. What has not come yet has no answer that lasts.
func parseAsOf(date string, now time.Time) (time.Time, error) {
	if day, err := time.Parse(time.DateOnly, date); err == nil {
		end := day.AddDate(0, 0, 1)
		if day.After(now) {
			return end, fmt.Errorf("%s has not begun in UTC; ask for the current documents", date)
		}
		if end.After(now) {
			return end, fmt.Errorf("%s is not over in UTC; ask for a time of it, such as %s, or for the current documents", date, data.At(now).Truncate(time.Second).Format(time.RFC3339))
		}
		return end.Add(-time.Nanosecond), nil
	}
	at, err := time.Parse(time.RFC3339, date)
	if err != nil {
		return at, errors.New("the address names no time: give a day such as 2026-11-21, which means its end in UTC, or a time such as 2026-11-21T03:00:00Z")
	}
	if at.After(now) {
		return at, fmt.Errorf("%s has not come yet", date)
	}
	return at, nil
}

package collectors

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
)

// challengeMarks appear in the pages that bot protection serves in place of the page that was asked for.
var challengeMarks = []string{"cf-chl", "_cf_chl_opt", "challenge-platform", "Just a moment...", "captcha-delivery", "px-captcha", "Enable JavaScript and cookies to continue"}

// statusError says in an operator's words what a status other than 200 means, nil for 200.
func statusError(status int, header http.Header, body []byte) error {
	if status == http.StatusOK {
		return nil
	}
	return fmt.Errorf("status %d: %s", status, statusMeaning(status, header, body))
}

func statusMeaning(status int, header http.Header, body []byte) string {
	switch {
	case status >= 400 && isChallenge(header, body):
		return "the site answers with a bot challenge instead of the page; a program cannot read it there"
	case status == http.StatusUnauthorized:
		return "the page needs a login"
	case status == http.StatusForbidden:
		return "the site refuses this program"
	case status == http.StatusNotFound, status == http.StatusGone:
		return "there is no such page; it has moved or, in a replay, is not in the file"
	case status == http.StatusTooManyRequests:
		return "too many requests, also after waiting"
	case status >= 500:
		return "the site itself has failed, also when asked again"
	}
	return "not the 200 of a page"
}

func isChallenge(header http.Header, body []byte) bool {
	return header.Get("Cf-Mitigated") == "challenge" ||
		slices.ContainsFunc(challengeMarks, func(mark string) bool { return bytes.Contains(body, []byte(mark)) })
}

package contract

import (
	"fmt"
	"mime"
	"net/http"
	"strings"
)

// headerFaults says what of the rules that keep browsers, caches and readers safe an answer of the server breaks.
func headerFaults(resp *http.Response) (faults []string) {
	h := resp.Header
	want := func(ok bool, format string, args ...any) {
		if !ok {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	for _, name := range []string{"Set-Cookie", "Server", "X-Powered-By", "Via", "Access-Control-Allow-Credentials", "Strict-Transport-Security"} {
		want(h.Get(name) == "", "it has the header %s: %s", name, h.Get(name))
	}
	if resp.StatusCode == http.StatusNoContent || resp.StatusCode == http.StatusNotModified || h.Get("Content-Length") == "0" {
		return faults // it has no body
	}
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if resp.StatusCode == http.StatusBadRequest && resp.Close && kind == "text/plain" {
		return faults // net/http has answered
	}
	want(err == nil, "its type is %q", h.Get("Content-Type"))
	want(h.Get("X-Content-Type-Options") == "nosniff", "a browser may guess another type than %s", kind)
	if kind == "text/html" || kind == "image/svg+xml" || strings.HasSuffix(kind, "/xml") || strings.HasSuffix(kind, "+xml") {
		policy := h.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"} {
			want(strings.Contains(policy, part), "its policy %q lacks %s", policy, part)
		}
		want(!strings.Contains(policy, "unsafe") && !strings.Contains(policy, "*"), "its policy is %q", policy)
		want(h.Get("Referrer-Policy") == "no-referrer", "its links tell where readers come from: %q", h.Get("Referrer-Policy"))
	}
	if resp.StatusCode >= 400 {
		want(h.Get("Cache-Control") == "no-store", "an error may be kept: %q", h.Get("Cache-Control"))
		want(kind == "application/problem+json", "an error is %q", kind)
	}
	want(resp.StatusCode != http.StatusMethodNotAllowed || h.Get("Allow") != "", "it does not say which methods are allowed")
	return faults
}

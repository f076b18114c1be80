package config

import (
	"net/url"
	"regexp"
	"strings"
)

// userinfo is what stands before the host in a URL, up to the last @ there; also where the URL is escaped, since it is the
// parameter of another and ends at the next.
var userinfo = regexp.MustCompile(`(?i)(://)[^/?#\s"<>]*(?:@|%40)|(:|%3A)(//|%2F%2F)[^/?#&\s"'<>]*(?:@|%40)`)

// WithoutUserinfo takes the names and passwords out of all URLs in a text. Whatever the program prints or logs goes through it.
func WithoutUserinfo(text string) string {
	if !strings.ContainsAny(text, "@%") {
		return text
	}
	return userinfo.ReplaceAllString(text, "$1$2$3")
}

var secretParameter = regexp.MustCompile(`(?i)secret|token|password|passwd|signature|credential|key`)

// redact takes out of a URL what may be a secret: who asks, and parameters that are named like one.
func redact(value string) string {
	value = WithoutUserinfo(value)
	u, err := url.Parse(value)
	if err != nil || !strings.Contains(value, "://") {
		return value
	}
	hidden := false
	parameters := strings.Split(u.RawQuery, "&")
	for i, p := range parameters {
		if name, _, ok := strings.Cut(p, "="); ok && namesSecret(name) {
			parameters[i], hidden = name+"=redacted", true
		}
	}
	if !hidden {
		return value
	}
	u.RawQuery = strings.Join(parameters, "&")
	return u.String()
}

// namesSecret tells whether a parameter is named like a secret, also where its name is escaped or cannot be read.
func namesSecret(name string) bool {
	plain, err := url.QueryUnescape(name)
	return err != nil || secretParameter.MatchString(plain)
}

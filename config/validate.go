package config

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// rule is what one value must keep to; the mistake is "" when it does.
type rule struct{ key, mistake string }

// validate checks every value whose type alone does not make it valid. Without known sources it takes any.
func (l *loader) validate(sources []string) error {
	var mistakes []error
	for _, r := range slices.Concat(l.sizes(), rules(l.cfg, sources), combinations(l.cfg)) {
		if r.mistake == "" {
			continue
		}
		err := fmt.Errorf("%s: %s", r.key, r.mistake)
		if where := l.where[r.key]; where != "" {
			err = fmt.Errorf("%s: %v", where, err)
		}
		mistakes = append(mistakes, err)
	}
	return errors.Join(mistakes...)
}

// least are the numbers below which a setting makes no sense; that of all others is 0.
var least = map[string]int{
	"server.max_header_bytes": 1024, "server.send_buffer": 4096, "server.least_rate": 1, "server.rate_burst": 1,
}

// mayBeNone are the time spans that may be 0s.
var mayBeNone = []string{"collect.pause", "server.max_age", "server.drain"}

// sizes are the rules about numbers and time spans.
func (l *loader) sizes() (all []rule) {
	for _, key := range l.keys() {
		mistake := ""
		switch value := l.fields[key].(type) {
		case *int:
			mistake = unless(*value >= least[key], "%d is too small; it must be %d or more", *value, least[key])
		case *time.Duration:
			if slices.Contains(mayBeNone, key) {
				mistake = unless(*value >= 0, "%s is negative; it must be 0 or more", *value)
			} else {
				mistake = unless(*value > 0, "%s is not a time span; it must be more than 0s", *value)
			}
		}
		all = append(all, rule{key, mistake})
	}
	return all
}

func rules(cfg Config, sources []string) []rule {
	return []rule{
		{"store", location(cfg.Store)},
		{"output", oneOf(cfg.Output, "table", "json", "csv")},
		{"log.format", oneOf(cfg.Log.Format, "text", "json")},
		{"log.level", oneOf(cfg.Log.Level, "debug", "info", "warn", "error")},
		{"collect.contact", webAddress(cfg.Collect.Contact)},
		{"collect.only", allKnown(cfg.Collect.Only, sources)},
		{"collect.disable", allKnown(cfg.Collect.Disable, sources)},
		{"sign.key", wholePath(cfg.Sign.Key)},
		{"sign.public_key", wholePath(cfg.Sign.PublicKey)},
		{"server.listen", address(cfg.Server.Listen)},
		{"server.metrics_listen", address(cmp.Or(cfg.Server.MetricsListen, ":0"))},
		{"server.public_url", webAddress(cfg.Server.PublicURL)},
		{"server.report_url", reportAddress(cfg.Server.ReportURL)},
		{"server.tls_cert", wholePath(cfg.Server.TLSCert)},
		{"server.tls_key", wholePath(cfg.Server.TLSKey)},
	}
}

// unless is a mistake where something does not hold.
func unless(holds bool, format string, values ...any) string {
	if holds {
		return ""
	}
	return fmt.Sprintf(format, values...)
}

func allKnown(names, known []string) string {
	i := slices.IndexFunc(names, func(name string) bool { return !slices.Contains(known, name) })
	if i < 0 || len(known) == 0 {
		return ""
	}
	return fmt.Sprintf("no source is named %q; there are %s", names[i], strings.Join(known, ", "))
}

func oneOf(value string, allowed ...string) string {
	return unless(slices.Contains(allowed, value), "%q is not one of %s", value, strings.Join(allowed, ", "))
}

func address(value string) string {
	_, port, err := net.SplitHostPort(value)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	return unless(err == nil, "%q is not an address to listen on; write host:port, such as 127.0.0.1:8080 or :8080", value)
}

// reportAddress takes a page or a mail address.
func reportAddress(value string) string {
	to, isMail := strings.CutPrefix(value, "mailto:")
	if !isMail {
		return webAddress(value)
	}
	a, err := mail.ParseAddress(to)
	return unless(err == nil && a.Address == to, "%q is not a mail address; write one such as mailto:prices@example.org, or a web address", value)
}

// webAddress also refuses characters that could break a header or a page.
func webAddress(value string) string {
	if value == "" {
		return ""
	}
	u, err := url.Parse(value)
	if err == nil && u.User != nil {
		return "a web address with credentials, which everybody would read; leave them out"
	}
	is := err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && !strings.ContainsAny(value, " ()<>\"'")
	return unless(is, "%q is not a web address; write one such as https://example.org/about, or nothing", value)
}

// combinations are the rules about two settings at once: each refuses what could never have the effect it was set for.
// The key is that of the setting to change.
func combinations(cfg Config) []rule {
	s := cfg.Server
	const both = "it and %s need each other; set both or neither"
	return []rule{
		{"server.tls_cert", unless(s.TLSCert == "" || s.TLSKey != "", both, "server.tls_key")},
		{"server.tls_key", unless(s.TLSKey == "" || s.TLSCert != "", both, "server.tls_cert")},
		{"server.metrics_listen", unless(!sameAddress(s.MetricsListen, s.Listen),
			"%q is where server.listen (%q) serves the documents; choose another port, or leave it empty to serve the metrics there too", s.MetricsListen, s.Listen)},
		{"server.rate_burst", unless(s.RateLimit != 0 || s.RateBurst == Default().Server.RateBurst, // the documented file repeats the default
			"%d requests at once mean nothing without server.rate_limit; set that too, or remove this", s.RateBurst)},
		{"server.max_age", unless(s.MaxAge <= 0 || s.MaxAge >= cfg.Refresh.Every,
			"%s is shorter than refresh.every (%s), so /readyz would fail before each refresh; make it longer, or 0s for never", s.MaxAge, cfg.Refresh.Every)},
		{"collect.only", neverVisited(cfg.Collect)},
	}
}

// sameAddress reports whether two listeners would be at one place. Port 0 is a different port each time.
func sameAddress(metrics, documents string) bool {
	host, port, err := net.SplitHostPort(metrics)
	other, otherPort, otherErr := net.SplitHostPort(documents)
	return err == nil && otherErr == nil && port == otherPort && port != "0" && (host == other || everywhere(host) || everywhere(other))
}

// everywhere recognises the hosts that mean all addresses of the machine.
func everywhere(host string) bool {
	ip := net.ParseIP(host)
	return host == "" || ip != nil && ip.IsUnspecified()
}

// neverVisited says that a source is both chosen and switched off.
func neverVisited(c Collect) string {
	i := slices.IndexFunc(c.Only, func(name string) bool { return slices.Contains(c.Disable, name) })
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("%q is switched off by collect.disable; remove it from one of the two", c.Only[i])
}

const (
	bucketURLs = "s3:// (with endpoint=https://… where the storage is not Amazon's)"
	moved      = "copy what it holds to a storage that speaks S3 and write s3://bucket?endpoint=https://…, or begin anew in a directory"
)

var schemeWithoutSlashes = regexp.MustCompile(`^(s3|gs|azblob|https?|file):`)

// WholePath refuses a path that begins with ~: only a shell expands it, and no folder has that name.
func WholePath(path string) error {
	if mistake := wholePath(path); mistake != "" {
		return errors.New(mistake)
	}
	return nil
}

func wholePath(path string) string {
	return unless(!strings.HasPrefix(path, "~"), "%q begins with ~, which only a shell replaces by a home directory; write the whole path", path)
}

// location takes a directory or the URL of a bucket. It repeats no URL, which may hold a secret.
func location(value string) string {
	scheme, _, isURL := strings.Cut(value, "://")
	if !isURL && schemeWithoutSlashes.MatchString(value) {
		return fmt.Sprintf("the URL of a bucket begins with %s; anything else is a directory", bucketURLs)
	}
	if !isURL {
		return wholePath(value)
	}
	u, err := url.Parse(value)
	switch {
	case err != nil || u.Host == "":
		return "not the URL of a bucket; write one such as s3://bucket/prefix?region=eu-central-1"
	case u.Scheme == "gs", u.Scheme == "azblob":
		return scheme + ":// is not supported; " + moved
	case u.Scheme != "s3":
		return fmt.Sprintf("%q is not a kind of bucket; write a directory, or a URL that begins with %s", scheme, bucketURLs)
	case u.User != nil:
		return "a URL with credentials; give them in the environment, such as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
	}
	return ""
}

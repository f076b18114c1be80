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

// validate checks every value whose type alone does not make it valid.
func (l *loader) validate(cfg Config) error {
	var mistakes []error
	refuse := func(key string, mistake error) {
		if mistake == nil {
			return
		}
		err := fmt.Errorf("%s: %v", key, mistake)
		if where := l.where[key]; where != "" {
			err = fmt.Errorf("%s: %v", where, err)
		}
		mistakes = append(mistakes, err)
	}
	for _, s := range settingsOf(cfg) {
		if name, words, _ := strings.Cut(s.check, " "); name != "" {
			refuse(s.key, checks[name](s.value, strings.Fields(words)))
		}
	}
	checkCombinations(cfg, l.sources, refuse)
	return errors.Join(mistakes...)
}

// checks are what the tags of Config name. Each gets the words behind its name, and says what is wrong with a value.
var checks = map[string]func(value any, words []string) error{
	"location": ofText(location), "wholePath": ofText(WholePath), "address": ofText(address),
	"webAddress": ofText(webAddress), "reportAddress": ofText(reportAddress),
	"optionalAddress": func(value any, _ []string) error {
		if value == "" {
			return nil
		}
		return address(value.(string))
	},
	"oneOf": func(value any, allowed []string) error {
		return unless(slices.Contains(allowed, value.(string)), "%q is not one of %s", value, strings.Join(allowed, ", "))
	},
	"positive": func(value any, _ []string) error {
		return unless(value.(time.Duration) > 0, "%s is not a time span; it must be more than 0s", value)
	},
	"notNegative": func(value any, _ []string) error {
		return unless(!strings.HasPrefix(fmt.Sprint(value), "-"), "%v is negative; it must be 0 or more", value)
	},
	"atLeast": func(value any, least []string) error {
		n, err := strconv.Atoi(least[0])
		return unless(err == nil && value.(int) >= n, "%d is too small; it must be %s or more", value, least[0])
	},
}

func ofText(check func(string) error) func(any, []string) error {
	return func(value any, _ []string) error { return check(value.(string)) }
}

func unless(right bool, mistake string, words ...any) error {
	if right {
		return nil
	}
	return fmt.Errorf(mistake, words...)
}

// checkCombinations refuses two settings at once that could never have the effect they were set for. The key is that of the
// setting to change. Without known sources the names of them are not checked.
func checkCombinations(cfg Config, sources []string, refuse func(key string, mistake error)) {
	s := cfg.Server
	const both = "it and %s need each other; set both or neither"
	refuse("server.tls_cert", unless(s.TLSCert == "" || s.TLSKey != "", both, "server.tls_key"))
	refuse("server.tls_key", unless(s.TLSKey == "" || s.TLSCert != "", both, "server.tls_cert"))
	refuse("server.metrics_listen", unless(!sameAddress(s.MetricsListen, s.Listen),
		"%q is where server.listen (%q) serves the documents; choose another port, or leave it empty to serve the metrics there too", s.MetricsListen, s.Listen))
	refuse("server.max_age", unless(s.MaxAge <= 0 || s.MaxAge >= cfg.Refresh.Every,
		"%s is shorter than refresh.every (%s), so /readyz would fail before each refresh; make it longer, or 0s for never", s.MaxAge, cfg.Refresh.Every))
	refuse("collect.only", allKnown(cfg.Collect.Only, sources))
	refuse("collect.try", allKnown(cfg.Collect.Try, sources))
	refuse("collect.disable", allKnown(cfg.Collect.Disable, sources))
}

// sameAddress says that two listeners would be at one place. Port 0 is a different port each time.
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

func allKnown(names, known []string) error {
	i := slices.IndexFunc(names, func(name string) bool { return !slices.Contains(known, name) })
	if i < 0 || len(known) == 0 {
		return nil
	}
	return fmt.Errorf("no source is named %q; there are %s", names[i], strings.Join(known, ", "))
}

func address(value string) error {
	_, port, err := net.SplitHostPort(value)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	return unless(err == nil, "%q is not an address to listen on; write host:port, such as 127.0.0.1:8080 or :8080", value)
}

// reportAddress takes a page or a mail address.
func reportAddress(value string) error {
	to, isMail := strings.CutPrefix(value, "mailto:")
	if !isMail {
		return webAddress(value)
	}
	a, err := mail.ParseAddress(to)
	return unless(err == nil && a.Address == to, "%q is not a mail address; write one such as mailto:prices@example.org, or a web address", value)
}

// SiteAddress refuses what is no address of a whole site, to which those of its pages can be added. "" is nobody's.
func SiteAddress(value string) error {
	return cmp.Or(webAddress(value), unless(!strings.ContainsAny(value, "?#"), "%q has a query or a fragment, behind which no page can be; leave it out", value))
}

// webAddress also refuses characters that could break a header or a page.
func webAddress(value string) error {
	if value == "" {
		return nil
	}
	u, err := url.Parse(value)
	if err == nil && u.User != nil {
		return errors.New("a web address with credentials, which everybody would read; leave them out")
	}
	return unless(err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && !strings.ContainsAny(value, " ()<>\"'"),
		"%q is not a web address; write one such as https://example.org/about, or nothing", redact(value))
}

const bucketURLs = "s3:// (with endpoint=https://… where the storage is not Amazon's)"

var schemeWithoutSlashes = regexp.MustCompile(`^(s3|gs|azblob|https?|file):`)

// WholePath refuses a path that begins with ~: only a shell expands it, and no folder has that name.
func WholePath(path string) error {
	return unless(!strings.HasPrefix(path, "~"), "%q begins with ~, which only a shell replaces by a home directory; write the whole path", path)
}

// location takes a directory or the URL of a bucket. It repeats no URL, which may hold a secret.
func location(value string) error {
	scheme, _, isURL := strings.Cut(value, "://")
	if !isURL && schemeWithoutSlashes.MatchString(value) {
		return fmt.Errorf("the URL of a bucket begins with %s; anything else is a directory", bucketURLs)
	}
	if !isURL {
		return WholePath(value)
	}
	u, err := url.Parse(value)
	switch {
	case err != nil || u.Host == "":
		return errors.New("not the URL of a bucket; write one such as s3://bucket/prefix?region=eu-central-1")
	case u.Scheme != "s3":
		return fmt.Errorf("%q is not a kind of bucket; write a directory, or a URL that begins with %s", scheme, bucketURLs)
	case u.User != nil:
		return errors.New("a URL with credentials; give them in the environment, such as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	return nil
}

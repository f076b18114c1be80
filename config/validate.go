package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// rule is what one value must keep to; the mistake is "" when it does.
type rule struct{ key, mistake string }

// validate checks every value whose type alone does not make it valid.
func (l *loader) validate(cfg Config) error {
	var mistakes []error
	for _, r := range slices.Concat(rules(cfg), combinations(cfg), sourceNames(cfg.Collect, l.sources)) {
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

func rules(cfg Config) []rule {
	return []rule{
		{"store", location(cfg.Store)},
		{"output", oneOf(cfg.Output, "table", "json", "csv")},
		{"log.format", oneOf(cfg.Log.Format, "text", "json")},
		{"log.level", oneOf(cfg.Log.Level, "debug", "info", "warn", "error")},
		{"collect.contact", webAddress(cfg.Collect.Contact)},
		{"collect.pause", notNegative(cfg.Collect.Pause)},
		{"collect.timeout", positive(cfg.Collect.Timeout)},
		{"collect.deadline", positive(cfg.Collect.Deadline)},
		{"refresh.every", positive(cfg.Refresh.Every)},
		{"keep.days", notNegative(cfg.Keep.Days)},
		{"sign.key", wholePath(cfg.Sign.Key)},
		{"sign.public_key", wholePath(cfg.Sign.PublicKey)},
		{"server.listen", address(cfg.Server.Listen)},
		{"server.metrics_listen", optional(cfg.Server.MetricsListen, address)},
		{"server.public_url", webAddress(cfg.Server.PublicURL)},
		{"server.report_url", reportAddress(cfg.Server.ReportURL)},
		{"server.tls_cert", wholePath(cfg.Server.TLSCert)},
		{"server.tls_key", wholePath(cfg.Server.TLSKey)},
		{"server.poll", positive(cfg.Server.Poll)},
		{"server.max_age", notNegative(cfg.Server.MaxAge)},
		{"server.access_log", notNegative(cfg.Server.AccessLog)},
		{"server.read_header_timeout", positive(cfg.Server.ReadHeaderTimeout)},
		{"server.read_timeout", positive(cfg.Server.ReadTimeout)},
		{"server.write_timeout", positive(cfg.Server.WriteTimeout)},
		{"server.idle_timeout", positive(cfg.Server.IdleTimeout)},
		{"server.max_header_bytes", atLeast(1024, cfg.Server.MaxHeaderBytes)},
		{"server.max_connections", notNegative(cfg.Server.MaxConnections)},
		{"server.max_connections_per_client", notNegative(cfg.Server.MaxConnectionsPerClient)},
		{"server.send_buffer", atLeast(4096, cfg.Server.SendBuffer)},
		{"server.rate_limit", notNegative(cfg.Server.RateLimit)},
		{"server.rate_burst", atLeast(1, cfg.Server.RateBurst)},
		{"server.drain", notNegative(cfg.Server.Drain)},
		{"server.shutdown", positive(cfg.Server.Shutdown)},
	}
}

// sourceNames wants every name to be known. Without known names it checks nothing.
func sourceNames(c Collect, known []string) []rule {
	if len(known) == 0 {
		return nil
	}
	return []rule{{"collect.only", allKnown(c.Only, known)}, {"collect.disable", allKnown(c.Disable, known)}}
}

func allKnown(names, known []string) string {
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Sprintf("no source is named %q; there are %s", name, strings.Join(known, ", "))
		}
	}
	return ""
}

func oneOf(value string, allowed ...string) string {
	if slices.Contains(allowed, value) {
		return ""
	}
	return fmt.Sprintf("%q is not one of %s", value, strings.Join(allowed, ", "))
}

func positive(d time.Duration) string {
	if d > 0 {
		return ""
	}
	return fmt.Sprintf("%s is not a time span; it must be more than 0s", d)
}

func notNegative[N int | time.Duration](n N) string {
	if n >= 0 {
		return ""
	}
	return fmt.Sprintf("%v is negative; it must be 0 or more", n)
}

func atLeast(least, n int) string {
	if n >= least {
		return ""
	}
	return fmt.Sprintf("%d is too small; it must be %d or more", n, least)
}

func optional(value string, check func(string) string) string {
	if value == "" {
		return ""
	}
	return check(value)
}

func address(value string) string {
	_, port, err := net.SplitHostPort(value)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return fmt.Sprintf("%q is not an address to listen on; write host:port, such as 127.0.0.1:8080 or :8080", value)
	}
	return ""
}

// reportAddress takes a page or a mail address.
func reportAddress(value string) string {
	to, isMail := strings.CutPrefix(value, "mailto:")
	if !isMail {
		return webAddress(value)
	}
	if a, err := mail.ParseAddress(to); err != nil || a.Address != to {
		return fmt.Sprintf("%q is not a mail address; write one such as mailto:prices@example.org, or a web address", value)
	}
	return ""
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
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || strings.ContainsAny(value, " ()<>\"'") {
		return fmt.Sprintf("%q is not a web address; write one such as https://example.org/about, or nothing", value)
	}
	return ""
}

package config

import (
	"fmt"
	"net"
	"time"
)

// combinations are the rules about two settings at once: each refuses what could never have the effect it was set for.
// The key is that of the setting to change.
func combinations(cfg Config) []rule {
	s := cfg.Server
	return []rule{
		{"server.tls_cert", alone(s.TLSCert, "server.tls_key", s.TLSKey)},
		{"server.tls_key", alone(s.TLSKey, "server.tls_cert", s.TLSCert)},
		{"server.metrics_listen", sameAddress(s.MetricsListen, s.Listen)},
		{"server.max_age", tooYoung(s.MaxAge, cfg.Refresh.Every)},
	}
}

// alone says that a value needs another one beside it.
func alone(value, other, otherValue string) string {
	if value == "" || otherValue != "" {
		return ""
	}
	return fmt.Sprintf("it and %s need each other; set both or neither", other)
}

// sameAddress says that two listeners would be at one place. Port 0 is a different port each time.
func sameAddress(metrics, documents string) string {
	host, port, err := net.SplitHostPort(metrics)
	other, otherPort, otherErr := net.SplitHostPort(documents)
	if err != nil || otherErr != nil || port != otherPort || port == "0" {
		return ""
	}
	if host != other && !everywhere(host) && !everywhere(other) {
		return ""
	}
	return fmt.Sprintf("%q is where server.listen (%q) serves the documents; choose another port, or leave it empty to serve the metrics there too", metrics, documents)
}

// everywhere recognises the hosts that mean all addresses of the machine.
func everywhere(host string) bool {
	ip := net.ParseIP(host)
	return host == "" || ip != nil && ip.IsUnspecified()
}

func tooYoung(maxAge, every time.Duration) string {
	if maxAge <= 0 || maxAge >= every {
		return ""
	}
	return fmt.Sprintf("%s is shorter than refresh.every (%s), so /readyz would fail before each refresh; make it longer, or 0s for never", maxAge, every)
}

package web

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// reaching answers some hosts and fails for the others after a while.
type reaching struct {
	answers string
	takes   time.Duration
}

func (w reaching) RoundTrip(req *http.Request) (*http.Response, error) {
	time.Sleep(w.takes)
	if req.URL.Host == w.answers {
		return &http.Response{StatusCode: http.StatusServiceUnavailable, Body: http.NoBody, Request: req}, nil
	}
	return nil, &net.OpError{Op: "dial", Err: &net.DNSError{IsTimeout: true}}
}

func TestReach(t *testing.T) {
	for name, row := range map[string]struct {
		hosts string
		takes time.Duration
		ended bool
	}{
		"nobody":              {"a b c", 4 * time.Second, true},
		"nobody-of-many":      {"a b c d e f g h", 2 * time.Second, true},
		"nobody-of-few":       {"a b a b a b", 4 * time.Second, false},
		"nobody-for-a-moment": {"a b c", 3 * time.Second, false},
		"somebody-at-last":    {"a b ok c d", 4 * time.Second, false},
		"somebody-before":     {"ok a b c d e f", 4 * time.Second, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := NewReach(reaching{"ok", row.takes})
				ctx, end := r.Run(t.Context())
				defer end()
				for host := range strings.FieldsSeq(row.hosts) {
					request, _ := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+host+"/", nil)
					r.RoundTrip(request)
				}
				if ended := ctx.Err() != nil; ended != row.ended || ended && !strings.Contains(context.Cause(ctx).Error(), "no site could be reached for 10s: the name of the host cannot be resolved") {
					t.Errorf("ended: %t, %v; want %t", ended, context.Cause(ctx), row.ended)
				}
			})
		})
	}
}

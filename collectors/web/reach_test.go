package web

import (
	"context"
	"net"
	"net/http"
	"net/http/httptrace"
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
	trace := httptrace.ContextClientTrace(req.Context())
	if req.URL.Host == w.answers {
		trace.ConnectDone("tcp", "192.0.2.1:443", nil)
		return &http.Response{StatusCode: http.StatusServiceUnavailable, Body: http.NoBody, Request: req}, nil
	}
	err := &net.DNSError{IsTimeout: true}
	trace.DNSDone(httptrace.DNSDoneInfo{Err: err})
	return nil, &net.OpError{Op: "dial", Err: err}
}

func TestReach(t *testing.T) {
	for name, row := range map[string]struct {
		hosts string
		takes time.Duration
		ended bool
	}{
		"nobody":                 {"a b c", 7 * time.Second, true},
		"nobody-of-many":         {"a b c d e f g h", 3 * time.Second, true},
		"nobody-of-few":          {"a b a b a b", 7 * time.Second, false},
		"nobody-for-a-moment":    {"a b c", 6 * time.Second, false},
		"somebody-at-last":       {"a b ok c d", 7 * time.Second, false},
		"somebody-before":        {"ok a b c d e f", 7 * time.Second, false},
		"a-line-that-comes-back": {"a b c d e f ok a b c", 3 * time.Second, false},
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
				if ended := ctx.Err() != nil; ended != row.ended || ended && !strings.Contains(context.Cause(ctx).Error(), "no site could be reached for 20s: the name of the host cannot be resolved") {
					t.Errorf("ended: %t, %v; want %t", ended, context.Cause(ctx), row.ended)
				}
			})
		})
	}
}

// TestReachKnowsConnections: whoever is connected has been reached, though it does not answer.
func TestReachKnowsConnections(t *testing.T) {
	s := serve(t, map[string]any{"/": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }})
	r := NewReach(LiveOptions{AllowPrivate: true}.transport())
	ctx, end := r.Run(t.Context())
	defer end()
	r.begun = r.begun.Add(-lostAfter)
	for _, url := range []string{s.URL, "http://127.0.0.1:1", "http://127.0.0.2:1", "http://127.0.0.3:1"} {
		request, _ := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if _, err := r.RoundTrip(request); err == nil {
			t.Fatal(url, "answers")
		}
	}
	if ctx.Err() != nil {
		t.Error(context.Cause(ctx))
	}
}

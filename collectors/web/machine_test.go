package web

import (
	"context"
	"fmt"
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

func TestMachineWithoutNetwork(t *testing.T) {
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
				r := NewMachine(reaching{"ok", row.takes}, time.Now)
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

// answering is a transport that answers each host with headers of its own.
type answering map[string]http.Header

func (a answering) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: a[req.URL.Host], Body: http.NoBody, Request: req}, nil
}

func TestMachineWithAWrongClock(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	said := func(ahead time.Duration) http.Header {
		return http.Header{"Date": {now.Add(-ahead).Format(http.TimeFormat)}}
	}
	for name, row := range map[string]struct {
		hosts []http.Header
		ahead time.Duration
		said  int
	}{
		"nobody":            {nil, 0, 0},
		"no-date":           {[]http.Header{{}, {"Date": {"yesterday"}}}, 0, 0},
		"right":             {[]http.Header{said(0)}, 0, 1},
		"one-host-is-wrong": {[]http.Header{said(0), said(9000 * time.Hour), said(time.Second)}, time.Second, 3},
		"ahead":             {[]http.Header{said(48 * time.Hour), said(48 * time.Hour), {}}, 48 * time.Hour, 2},
		"behind":            {[]http.Header{said(-48 * time.Hour)}, -48 * time.Hour, 1},
		"half-are-wrong":    {[]http.Header{said(9000 * time.Hour), said(9000 * time.Hour), said(0), said(0)}, 0, 4},
		"half-are-behind":   {[]http.Header{said(-48 * time.Hour), said(time.Second)}, time.Second, 2},
	} {
		t.Run(name, func(t *testing.T) {
			web := answering{}
			for i, h := range row.hosts {
				web[fmt.Sprint(i)] = h
			}
			d := NewMachine(web, func() time.Time { return now })
			for host := range web {
				request, _ := http.NewRequest(http.MethodGet, "https://"+host+"/", nil)
				if _, err := d.RoundTrip(request); err != nil {
					t.Fatal(err)
				}
			}
			if ahead, said := d.Ahead(); ahead != row.ahead || said != row.said {
				t.Errorf("Ahead() = %s, %d; want %s, %d", ahead, said, row.ahead, row.said)
			}
		})
	}
}

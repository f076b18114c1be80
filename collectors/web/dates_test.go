package web

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

// answering is a transport that answers each host with headers of its own.
type answering map[string]http.Header

func (a answering) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: a[req.URL.Host], Body: http.NoBody, Request: req}, nil
}

func TestDates(t *testing.T) {
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
			d := NewDates(web, func() time.Time { return now })
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

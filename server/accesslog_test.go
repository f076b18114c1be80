package server_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"pricepoint/server"
)

// lockedBuffer may be written to while it is read.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

func TestAccessLog(t *testing.T) {
	for _, test := range []struct {
		name        string
		every, want int // lines for ten requests
	}{{"off", 0, 0}, {"all", 1, 10}, {"one in three", 3, 3}} {
		t.Run(test.name, func(t *testing.T) {
			var log lockedBuffer
			address, stop := serve(t, server.Options{Now: clock(monday), AccessLog: test.every, Log: slog.New(slog.NewTextHandler(&log, nil))})
			w := dial(t, address)
			for range 6 {
				w.ask("GET", "/api/tools.json", "Accept-Encoding: gzip")
			}
			for range 2 {
				w.ask("HEAD", "/api/tools.json")
			}
			w.ask("GET", "/absent/"+strings.Repeat("long", 100)+"?secret=1")
			w.ask("BREW", "/healthz")
			w.Close()
			if err := stop(); err != nil {
				t.Error(err)
			}
			text := log.String()
			if got := strings.Count(text, "msg=request"); got != test.want {
				t.Errorf("%d lines, want %d:\n%s", got, test.want, text)
			}
			if test.every != 1 {
				return
			}
			for _, want := range []string{
				"method=GET path=/api/tools.json status=200 bytes=", "method=HEAD path=/api/tools.json status=200 bytes=0",
				"method=GET path=/absent/longlong", "status=404", "method=other path=/healthz status=405", "client=127.0.0.1:",
			} {
				if !strings.Contains(text, want) {
					t.Errorf("the log lacks %q:\n%s", want, text)
				}
			}
			if strings.Contains(text, "secret") || strings.Contains(text, strings.Repeat("long", 60)) {
				t.Errorf("the log has too much of an address:\n%s", text)
			}
		})
	}
}

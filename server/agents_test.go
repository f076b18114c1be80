package server_test

import (
	"net/http"
	"strings"
	"testing"

	"pricepoint/server"
)

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// tell sends a message as agents do. headers are name, value; a Host among them is that of the request.
func tell(t testing.TB, base, message string, headers ...string) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/mcp", strings.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	return read(t, transport, req)
}

// TestAgentsBehindAProxy: a proxy passes on the name that its clients know. Without a public address, a request by a
// loopback address that names another host was sent by somebody's page.
func TestAgentsBehindAProxy(t *testing.T) {
	for _, tt := range []struct {
		name, public, host string
		status             int
	}{
		{"a foreign host", "", "prices.example", 403},
		{"a foreign host on this machine", "http://127.0.0.1:8080", "prices.example", 403},
		{"our own host", "", "localhost:8080", 200},
		{"behind a proxy", "https://prices.example", "prices.example", 200},
		{"behind a proxy under another name", "https://prices.example", "www.prices.example", 200},
	} {
		t.Run(tt.name, func(t *testing.T) {
			srv := with(t, server.Options{Now: clock(monday), PublicURL: tt.public}, snapshot(t, monday), nil)
			if a := tell(t, start(t, srv), ping, "Host", tt.host); a.StatusCode != tt.status {
				t.Errorf("%d %s; want %d", a.StatusCode, a.body, tt.status)
			}
		})
	}
}

// TestAgentsWithoutASnapshot are told to come back.
func TestAgentsWithoutASnapshot(t *testing.T) {
	a := tell(t, start(t, server.New(server.Options{})), ping)
	if a.StatusCode != 503 || a.Header.Get("Retry-After") == "" {
		t.Errorf("%d %v", a.StatusCode, a.Header)
	}
}

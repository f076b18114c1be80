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

// TestAgentsAreAnswered: over HTTP as the protocol wants it, within limits, and counted.
func TestAgentsAreAnswered(t *testing.T) {
	base, _ := loaded(t)
	for _, tt := range []struct {
		name, message string
		status        int
		want          string
	}{
		{"a ping", ping, 200, `"result"`},
		{"a tool", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, 200, `"choose"`},
		{"a document that cannot be read", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"price","arguments":{"model":"x"}}}`, 200, `"isError":true`},
		{"no message", "", 400, `"status":400`},
		{"no JSON", "{", 400, "the message is no JSON object"},
		{"deep JSON", strings.Repeat("[", 60000), 400, `"status":400`},
		{"a list", "[" + ping + "]", 400, "send one message a request"},
		{"a long message", `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 64<<10) + `"}`, 413, "65536"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := tell(t, base, tt.message)
			if a.StatusCode != tt.status || !strings.Contains(a.body, tt.want) {
				t.Errorf("%d %.300s; want %d and %s", a.StatusCode, a.body, tt.status, tt.want)
			}
			if a.Header.Get("Access-Control-Allow-Origin") != "*" || a.Header.Get("X-Content-Type-Options") != "nosniff" || a.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%v", a.Header)
			}
			if kind := a.Header.Get("Content-Type"); tt.status >= 400 && kind != "application/problem+json" {
				t.Errorf("the error is %s", kind)
			}
		})
	}
	counted := ask(t, http.MethodGet, base+"/metrics").body
	for _, want := range []string{
		`pricepoint_http_requests_total{code="200",method="POST",route="/mcp"} 3`,
		`pricepoint_http_requests_total{code="413",method="POST",route="/mcp"} 1`,
	} {
		if !strings.Contains(counted, want) {
			t.Errorf("the metrics have no %s", want)
		}
	}
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

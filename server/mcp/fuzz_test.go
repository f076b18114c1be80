package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
)

// watched answers from a book, and fails the test when a panic was caught on the way.
func watched(t testing.TB, book *Book) *Server {
	return New(Options{Version: "v1.2.3", Current: func() *Book { return book }, Now: func() time.Time { return later }, Log: slog.New(slog.NewTextHandler(failing{t}, nil))})
}

// failing is a log that may stay empty.
type failing struct{ testing.TB }

func (f failing) Write(line []byte) (int, error) {
	f.Errorf("%s", line)
	return len(line), nil
}

// messages that agents send, and what comes close to them.
var said = []string{
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"price","arguments":{"model":"gear"}}}`,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"cost","arguments":{"models":["gear"],"input_tokens":1e99}}}`,
	`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`,
	`[{"jsonrpc":"2.0","method":"notifications/initialized"}]`, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x"}}`,
	`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{}}`, "", "[", `{"jsonrpc":"2.0","id":null,"method":""}`, `{"jsonrpc":"2.0","id":"a","method":"ping"}`, `{"jsonrpc":"2.0","id":1,"result":{}}`,
	strings.Repeat("[", 20000), strings.Repeat(`{"a":`, 10000), `{"jsonrpc":"2.0","id":` + strings.Repeat("9", 10000) + `,"method":"ping"}`, "\xef\xbb\xbf{}",
}

// FuzzHandler sends anything as a message. The answer has a promised status and is JSON that no cache keeps, and nothing failed
// on the way.
func FuzzHandler(f *testing.F) {
	for _, body := range said {
		f.Add(body, "2025-06-18")
		f.Add(body, "2026-07-28")
	}
	book := Open(snapshotOf(f, documents()))
	f.Fuzz(func(t *testing.T, body, version string) {
		w := sent(t, watched(t, book).Handler(true), body, version)
		if !slices.Contains([]int{200, 202, 400, 404, 413, 415}, w.Code) || w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
		}
		said := strings.TrimPrefix(w.Body.String(), "event: message\ndata: ") // where the protocol wants a stream
		mediaType, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
		if said != "" && (!json.Valid([]byte(said)) || !slices.Contains([]string{"application/json", "application/problem+json", "text/event-stream"}, mediaType)) {
			t.Errorf("%s is %q", mediaType, said)
		}
	})
}

// sent is the answer to a message.
func sent(t *testing.T, handler http.Handler, body, version string) *httptest.ResponseRecorder {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/mcp", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Mcp-Protocol-Version", version)
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if ctx.Err() != nil {
		t.Error("there is no answer within a minute")
	}
	return w
}

// FuzzTool asks each tool with any arguments: it answers or says what is wrong, as briefly as promised, and the same as data and
// as text.
func FuzzTool(f *testing.F) {
	for _, arguments := range []string{
		`{"model":"gear","at":"2026-01-01","prompt_tokens":200001,"service":"batch","region":"us"}`, `{"models":["gear","acme-nut"],"input_tokens":9223372036854775807,"output_tokens":1,"requests":0}`,
		`{"models":["gear"],"input_tokens":1,"cache_read_tokens":-1,"requests":1000000000}`, `{"use_case":"bug-fixing","context":1e99,"budget_usd":1e-9999,"provider":"x"}`, `{"since":"0000-01-01","provider":"\u001b[2J"}`, `{"since":"9999-12-31T23:59:59+14:00"}`, `{}`, `null`, `[]`, `{"model":""}`,
		`{"model":"` + strings.Repeat("x", 5000) + `"}`, `{"models":[` + strings.Repeat(`"gear",`, 500) + `"gear"],"input_tokens":1}`,
	} {
		for n := range 5 {
			f.Add(n, arguments)
		}
	}
	book := Open(snapshotOf(f, documents()))
	f.Fuzz(func(t *testing.T, n int, arguments string) {
		if !json.Valid([]byte(arguments)) || len(arguments) > maxMessage/2 {
			return // no message at all, which FuzzHandler sends
		}
		tool := []string{"price", "cost", "choose", "changes", "solved"}[uint(n)%5]
		w := sent(t, watched(t, book).Handler(true), fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments), "2025-06-18")
		var got struct {
			Error  json.RawMessage
			Result struct {
				IsError           bool
				Content           []struct{ Text string }
				StructuredContent json.RawMessage
			}
		}
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusOK && w.Code != http.StatusBadRequest {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		if len(got.Error) > 0 || w.Code != http.StatusOK {
			return
		}
		text := got.Result.Content[0].Text
		if len(text) == 0 || len(text) > MaxAnswer || !got.Result.IsError && !sameJSON(text, got.Result.StructuredContent) {
			t.Errorf("%s %s: %d bytes: %s", tool, arguments, len(text), w.Body)
		}
	})
}

// sameJSON tells whether a text is a value, whatever the spaces.
func sameJSON(text string, value json.RawMessage) bool {
	var a, b bytes.Buffer
	return json.Compact(&a, []byte(text)) == nil && json.Compact(&b, value) == nil && a.String() == b.String()
}

// TestPipesGoOn: a line that is no message, or that cannot be answered as the library would, gets an error. The next is
// answered as ever.
func TestPipesGoOn(t *testing.T) {
	const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	const last = "\n" + `{"jsonrpc":"2.0","id":"last","method":"ping"}`
	for _, tt := range []struct{ name, line string }{
		{"no JSON", "{"},
		{"two messages", `{"jsonrpc":"2.0","id":1,"method":"ping"} {"jsonrpc":"2.0","id":2,"method":"ping"}`},
		{"a list", `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`},
		{"no message", `{"a":1}`},
		{"bytes", "\x00\xff\xfe"},
		{"a deep line", strings.Repeat("[", 20000)},
		{"an unknown method", `{"jsonrpc":"2.0","id":"\u009b8m\u202e","method":"\u0001"}`},
		{"an unknown tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\u0001"}}`},
		{"many questions", strings.Repeat(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}}`+"\n", 200)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			if err := watched(t, Open(snapshotOf(t, documents()))).Run(t.Context(), strings.NewReader(hello+tt.line+last), &out); err != nil {
				t.Error(err)
			}
			lines := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
			failed, went := false, false
			for _, line := range lines {
				var m struct {
					ID            any
					Error, Result json.RawMessage
				}
				if err := json.Unmarshal(line, &m); err != nil || !data.IsVisible(string(line)) {
					t.Errorf("%q: %v", line, err)
				}
				failed = failed || m.Error != nil
				went = went || m.ID == "last" && m.Result != nil
			}
			if !failed || !went {
				t.Errorf("%.2000s", out.Bytes())
			}
		})
	}
}

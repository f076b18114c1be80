package mcp

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"pricepoint/data"
)

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
		{"more questions than wait", strings.Repeat(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}}`+"\n", 3*mostOpen)},
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

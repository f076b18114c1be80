package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"pricepoint/data"
)

// reads asks for a document.
func reads(uri string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":%q}}`, uri)
}

// TestAnswersAreBounded: no document is longer than promised, and of one that is its address is told.
func TestAnswersAreBounded(t *testing.T) {
	s := snapshotOf(t, documents())
	for name, text := range map[string]string{
		"long": `"` + strings.Repeat("x", maxAnswer) + `"`, "quotes": "[" + strings.Repeat(`"",`, maxAnswer/3-2) + `""]`, "short": `"` + strings.Repeat("x", maxAnswer/2) + `"`,
	} {
		s.Documents = append(s.Documents, data.Document{Path: "api/" + name + ".json", Body: []byte(text)})
	}
	handler := served(Open(s)).Handler(true)
	for name, want := range map[string]string{"short": "xxx", "long": "get it from /api/long.json", "quotes": "get it from /api/quotes.json"} {
		w := sent(t, handler, reads("pricepoint://api/"+name+".json"), "2025-06-18")
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) || w.Body.Len() > maxAnswer {
			t.Errorf("%s: %d, %d bytes: %.300s", name, w.Code, w.Body.Len(), w.Body)
		}
	}
}

// TestResourcesSayThatAWarningComesFirst where it does: the type in the list is that of the document.
func TestResourcesSayThatAWarningComesFirst(t *testing.T) {
	book := Open(snapshotOf(t, documents()))
	for _, r := range book.resources().Resources {
		read, err := book.resource(r.URI)
		if err == nil && (len(read.(*sdk.ReadResourceResult).Contents) > 1) != strings.Contains(r.Description, "two contents") {
			t.Errorf("%s: %q, and %d contents", r.URI, r.Description, len(read.(*sdk.ReadResourceResult).Contents))
		}
	}
}

// TestPipesGoOn: a line that is no message, or that cannot be answered as the library would, gets an error. The next is
// answered as ever.
func TestPipesGoOn(t *testing.T) {
	const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	const last = "\n" + `{"jsonrpc":"2.0","id":"last","method":"ping"}`
	for _, tt := range []struct{ name, line string }{
		{"a control character in an address", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"pricepoint://api/\u0001\u007f\u0085"}}`},
		{"no JSON", "{"},
		{"two messages", `{"jsonrpc":"2.0","id":1,"method":"ping"} {"jsonrpc":"2.0","id":2,"method":"ping"}`},
		{"a list", `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`},
		{"no message", `{"a":1}`},
		{"bytes", "\x00\xff\xfe"},
		{"a deep line", strings.Repeat("[", 20000)},
		{"an unknown method", `{"jsonrpc":"2.0","id":"\u009b8m\u202e","method":"\u0001"}`},
		{"an unknown tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\u0001"}}`},
		{"more questions than wait", strings.Repeat(reads("pricepoint://api/none.json")+"\n", 3*mostOpen)},
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

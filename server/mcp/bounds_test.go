package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
)

const protocol = "2025-03-26" // the last that takes several messages at once

func readsOf(uri string, times int) string {
	var all []string
	for id := range times {
		all = append(all, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"resources/read","params":{"uri":%q}}`, id+1, uri))
	}
	if times == 1 {
		return all[0]
	}
	return "[" + strings.Join(all, ",") + "]"
}

// TestAnswersAreBounded: whatever is asked for at once, no answer is longer than promised, and says where the rest is.
func TestAnswersAreBounded(t *testing.T) {
	all := documents()
	s := snapshotOf(t, all)
	long := data.Document{Path: "api/long.json", Body: []byte(`"` + strings.Repeat("x", maxAnswers) + `"`)}
	quotes := data.Document{Path: "api/quotes.json", Body: []byte("[" + strings.Repeat(`"",`, maxAnswers/3-2) + `""]`)}
	short := data.Document{Path: "api/short.json", Body: []byte(`"` + strings.Repeat("x", maxAnswers/2) + `"`)}
	s.Documents = append(s.Documents, long, quotes, short)
	handler := served(Open(s)).Handler(true, room)
	var lists []string
	for id := range 20 {
		lists = append(lists, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/list"}`, id))
	}
	for _, tt := range []struct {
		name, message string
		status        int
		want          string
	}{
		{"a document", readsOf("pricepoint://api/short.json", 1), 200, "xxx"},
		{"a long document", readsOf("pricepoint://api/long.json", 1), 200, "get it from /api/long.json"},
		{"a document that becomes long", readsOf("pricepoint://api/quotes.json", 1), 200, "get it from /api/quotes.json"},
		{"a document that becomes short, many times", readsOf("pricepoint://api/short.json", 20), 200, `"id":20,"result":`},
		{"other long answers", "[" + strings.Join(lists, ",") + "]", 400, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := sent(t, handler, tt.message, protocol)
			if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.want) || w.Body.Len() > maxAnswers {
				t.Errorf("%d, %d bytes: %.300s", w.Code, w.Body.Len(), w.Body)
			}
		})
	}
}

// TestTheFirstThatFits is served of several documents that are too long together.
func TestTheFirstThatFits(t *testing.T) {
	s := snapshotOf(t, documents())
	body := []byte(`"` + strings.Repeat("x", maxAnswers*4/5) + `"`)
	s.Documents = append(slices.DeleteFunc(s.Documents, func(d data.Document) bool { return d.Path == data.FreshnessPath }), data.Document{Path: data.FreshnessPath, Body: body})
	handler := served(Open(s)).Handler(true, room)
	for _, times := range []int{1, 2, 3, 20} {
		w := sent(t, handler, readsOf(uriOf(data.FreshnessPath), times), protocol)
		answers, refused := strings.Count(w.Body.String(), `"contents"`), strings.Count(w.Body.String(), `"error"`)
		if w.Code != http.StatusOK || answers != 1 || refused != times-1 || w.Body.Len() > maxAnswers {
			t.Errorf("%d times: %d, %d answers and %d refused in %d bytes: %.200s", times, w.Code, answers, refused, w.Body.Len(), w.Body)
		}
	}
}

// TestResourcesSayThatAWarningComesFirst where it does: the type in the list is that of the document.
func TestResourcesSayThatAWarningComesFirst(t *testing.T) {
	book := Open(snapshotOf(t, documents()))
	for _, r := range book.resources().Resources {
		read, _, err := book.resource(r.URI, maxAnswers)
		if err == nil && (len(read.Contents) > 1) != strings.Contains(r.Description, "two contents") {
			t.Errorf("%s: %q, and %d contents", r.URI, r.Description, len(read.Contents))
		}
	}
}

// TestNoRoomForAnAnswer: where too much waits already, an agent is told to come back, and nothing of its request is read.
func TestNoRoomForAnAnswer(t *testing.T) {
	w := sent(t, served(Open(snapshotOf(t, documents()))).Handler(true, func(string, int) func() { return nil }), readsOf("pricepoint://api/tools.json", 1), protocol)
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %v", w.Code, w.Header())
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
		{"a long line", `"` + strings.Repeat("x", 2*longestLine) + `"`},
		{"an unknown method", `{"jsonrpc":"2.0","id":"\u009b8m\u202e","method":"\u0001"}`},
		{"an unknown tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\u0001"}}`},
		{"more questions than wait", strings.Join(strings.Split(strings.Trim(readsOf("pricepoint://api/none.json", 3*mostOpen), "[]"), "},{"), "}\n{")},
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

package acceptance

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
)

// A script of requests is text that anyone can read. A request begins with its method and path; what follows it says what
// is sent and what is expected. "#" begins a comment. A line that begins with "server" or "mirror" holds only there.
//
//	GET /api/tools.json                          METHOD and PATH
//	send If-None-Match {etag}                    a header of the request
//	code == 304                                  200 unless a line says otherwise
//	header Cache-Control == no-store             exactly; "" means that it is absent
//	header Etag ~ ^"[0-9a-f]{64}"$               a regular expression
//	body contains "tools": [                     also !contains, and == for the whole body
//	keep etag Etag                               a header of the answer, for the requests below
//
// Names in braces stand for what was kept, and for what the caller knows of the snapshot.

// scriptedRequest is one request and what its answer has to be.
type scriptedRequest struct {
	line         int
	method, path string
	sent         [][2]string
	wanted       []expectation
	kept         [][2]string // name, header
}

// expectation is one line about an answer.
type expectation struct {
	line             int
	what, how, value string // code, body or the name of a header; ==, ~, contains, !contains
}

var (
	requestLine = regexp.MustCompile(`^(GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH) (/\S*)$`)
	sendLine    = regexp.MustCompile(`^send (\S+) (.+)$`)
	keepLine    = regexp.MustCompile(`^keep (\w+) (\S+)$`)
	wantLine    = regexp.MustCompile(`^(?:(code|body)|header (\S+)) (==|~|contains|!contains) ?(.*)$`)
	onlyLine    = regexp.MustCompile(`^(server|mirror) (.*)$`)
)

// readScript reads the lines that hold at a place, "server" or "mirror".
func readScript(text, place string) (all []scriptedRequest, err error) {
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if only := onlyLine.FindStringSubmatch(line); only != nil {
			if only[1] != place {
				continue
			}
			line = only[2]
		}
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if m := requestLine.FindStringSubmatch(line); m != nil {
			all = append(all, scriptedRequest{line: n + 1, method: m[1], path: m[2]})
			continue
		}
		if len(all) == 0 {
			return nil, fmt.Errorf("line %d stands before any request: %s", n+1, line)
		}
		if !all[len(all)-1].understand(n+1, line) {
			return nil, fmt.Errorf("line %d is no line of a script: %s", n+1, line)
		}
	}
	return all, nil
}

func (e *scriptedRequest) understand(n int, line string) bool {
	if m := sendLine.FindStringSubmatch(line); m != nil {
		e.sent = append(e.sent, [2]string{m[1], m[2]})
	} else if m := keepLine.FindStringSubmatch(line); m != nil {
		e.kept = append(e.kept, [2]string{m[1], m[2]})
	} else if m := wantLine.FindStringSubmatch(line); m != nil {
		e.wanted = append(e.wanted, expectation{n, m[1] + m[2], m[3], m[4]})
	} else {
		return false
	}
	return true
}

// follow makes the requests of a script one after the other and reports every line that does not hold.
func follow(t *testing.T, base, file, place string, known map[string]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all, err := readScript(string(text), place)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	client := &http.Client{
		Transport:     &http.Transport{DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	defer client.CloseIdleConnections()
	for _, e := range all {
		got, body, err := e.ask(t, client, base, known)
		if err != nil {
			t.Fatalf("%s:%d: %s %s: %v", file, e.line, e.method, e.path, err)
		}
		for _, w := range append(e.wanted, e.usual()...) {
			if problem := w.holds(got, body, known); problem != "" {
				t.Errorf("%s:%d: %s %s: %s", file, w.line, e.method, e.path, problem)
			}
		}
		for _, k := range e.kept {
			known[k[0]] = got.Header.Get(k[1])
		}
	}
	t.Logf("%s at the %s: %d requests", file, place, len(all))
}

// usual is what holds for an answer of which a script says nothing else: that it is 200.
func (e scriptedRequest) usual() []expectation {
	for _, w := range e.wanted {
		if w.what == "code" {
			return nil
		}
	}
	return []expectation{{e.line, "code", "==", "200"}}
}

func (e scriptedRequest) ask(t *testing.T, client *http.Client, base string, known map[string]string) (*http.Response, []byte, error) {
	req, err := http.NewRequestWithContext(t.Context(), e.method, base+filled(e.path, known), nil)
	if err != nil {
		return nil, nil, err
	}
	for _, h := range e.sent {
		if h[0] == "Host" {
			req.Host = h[1]
		}
		req.Header.Add(h[0], filled(h[1], known))
	}
	res, err := client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return res, body, err
}

// filled puts what is known in the place of its name.
func filled(text string, known map[string]string) string {
	for name, value := range known {
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	return text
}

// holds says what of an answer is not as it has to be, "" for nothing.
func (w expectation) holds(res *http.Response, body []byte, known map[string]string) string {
	got, want := strings.Join(res.Header.Values(w.what), ", "), filled(w.value, known)
	switch w.what {
	case "code":
		got = fmt.Sprint(res.StatusCode)
	case "body":
		got = string(body)
	}
	held := false
	switch w.how {
	case "==":
		held = got == want
	case "~":
		pattern, err := regexp.Compile(want)
		if err != nil {
			return err.Error()
		}
		held = pattern.MatchString(got)
	case "contains":
		held = strings.Contains(got, want)
	case "!contains":
		held = !strings.Contains(got, want)
	}
	if held {
		return ""
	}
	return fmt.Sprintf("%s is %.300q, want %s %s", w.what, got, w.how, want)
}

// TestScriptsCanFail holds the reader of scripts to what it says of itself.
func TestScriptsCanFail(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"no request":     {"code == 200", "line 1 stands before any request: code == 200"},
		"no such line":   {"GET /\nbody has x", "line 2 is no line of a script: body has x"},
		"no such method": {"GET /\nFETCH /x", "line 2 is no line of a script: FETCH /x"},
	} {
		if _, err := readScript(c.script, "server"); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	res := &http.Response{StatusCode: 404, Header: http.Header{"Etag": {`"x"`}}}
	for _, c := range []struct {
		line  string
		holds bool
	}{
		{"code == 404", true}, {"code == 200", false}, {"header ETag == \"x\"", true}, {"header ETag ~ ^y", false},
		{"header Age ==", true}, {"header Age == 1", false}, {"body contains {what}", true}, {"body !contains text", false}, {"body == a text", true},
	} {
		var e scriptedRequest
		if !e.understand(1, c.line) {
			t.Fatalf("%q is not understood", c.line)
		}
		if problem := e.wanted[0].holds(res, []byte("a text"), map[string]string{"what": "text"}); (problem == "") != c.holds {
			t.Errorf("%s: %q", c.line, problem)
		}
	}
}

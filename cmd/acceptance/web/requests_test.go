package web

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"pricepoint/cmd/internal/fixture"
)

// A script of requests is text that anyone can read. A request begins with its method and address; what follows it says
// what is sent and what is expected. "#" begins a comment. A line that begins with "server" or "mirror" holds only there,
// one that begins with "stored" or "first" only once there is a snapshot, or before.
//
//	GET /api/tools.json                          method and address; HTTP/1.0 behind them for that version; {POST,PUT} /api/ for several
//	send If-None-Match {etag}                    a header of the request
//	post {"jsonrpc": "2.0", …}                   the body of the request
//	code == 304                                  200 unless a line says otherwise
//	header Cache-Control == no-store             exactly; "" means that it is absent
//	header Etag ~ ^"[0-9a-f]{64}"$               a regular expression
//	body contains "tools": [                     also !contains, and == for the whole body, unpacked
//	jq .totalTools == (.tools | length)          an expression of jq that has to be true of the body, of JSON or of text
//	keep etag Etag                               a header of the answer, for the requests below; "body" for its body
//	keep names jq [.tools[].name]                what an expression of jq finds in the body, as $names for those below
//	keep asset all href="(/assets/[^"]+)"        all that a regular expression finds in the body; also $asset
//
// Names in braces stand for what was kept, and for what the caller knows of the snapshot. A request whose address has several
// values in braces, as /api/{tools,providers}.json or a name that stands for all of something, is made with each of them.
// A number of four digits or more in braces stands for as many letters.

// scriptedRequest is one request and what its answer has to be.
type scriptedRequest struct {
	line                     int
	method, address, version string
	sent                     [][2]string
	posted                   string
	wanted                   []expectation
	kept                     [][2]string // name, and what is behind it
}

// expectation is one line about an answer.
type expectation struct {
	line             int
	what, how, value string // code, body, jq or the name of a header; ==, ~, contains, !contains
}

var (
	requestLine = regexp.MustCompile(`^(GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH|BREW|\{[A-Z,]+\}) (/\S*|\{\w+\})(?: (HTTP/1\.[01]))?$`)
	sendLine    = regexp.MustCompile(`^send (\S+) ?(.*)$`)
	postLine    = regexp.MustCompile(`^post (.+)$`)
	keepLine    = regexp.MustCompile(`^keep (\w+) (\S+|(?:jq|all) .+)$`)
	jqLine      = regexp.MustCompile(`^jq (.+)$`)
	wantLine    = regexp.MustCompile(`^(?:(code|body)|header (\S+)) (==|~|contains|!contains) ?(.*)$`)
	onlyLine    = regexp.MustCompile(`^(server|mirror|stored|first|listed|unlisted) (.*)$`)
)

// readScript reads the lines that hold at the places.
func readScript(text string, places ...string) (all []scriptedRequest, err error) {
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		elsewhere := false
		for only := onlyLine.FindStringSubmatch(line); only != nil; only = onlyLine.FindStringSubmatch(line) {
			elsewhere, line = elsewhere || !slices.Contains(places, only[1]), only[2]
		}
		if elsewhere {
			continue
		}
		if m := requestLine.FindStringSubmatch(line); m != nil {
			all = append(all, scriptedRequest{line: n + 1, method: m[1], address: m[2], version: m[3]})
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
	} else if m := postLine.FindStringSubmatch(line); m != nil {
		e.posted = m[1]
	} else if m := keepLine.FindStringSubmatch(line); m != nil {
		e.kept = append(e.kept, [2]string{m[1], m[2]})
	} else if m := jqLine.FindStringSubmatch(line); m != nil {
		e.wanted = append(e.wanted, expectation{n, "jq", "", m[1]})
	} else if m := wantLine.FindStringSubmatch(line); m != nil {
		e.wanted = append(e.wanted, expectation{n, m[1] + m[2], m[3], m[4]})
	} else {
		return false
	}
	return true
}

// follow makes the requests of a script one after the other and reports every line that does not hold.
func follow(t *testing.T, base, file string, known knowledge, places ...string) {
	t.Helper()
	made := 0
	for _, e := range scriptOf(t, file, places...) {
		for _, asked := range known.expanded(e.method + " " + e.address) {
			e.method, e.address, _ = strings.Cut(asked, " ")
			got, err := e.ask(base, known)
			if err != nil {
				t.Errorf("%s:%d: %s %.200s: %v", file, e.line, e.method, e.address, err)
				continue
			}
			made++
			if slices.Contains(places, "server") {
				for _, fault := range headerFaults(got.Response) {
					t.Errorf("%s:%d: %s %.200s = %d: %s", file, e.line, e.method, e.address, got.StatusCode, fault)
				}
			}
			for _, w := range append(e.wanted, e.usual()...) {
				if problem := w.holds(got, known); problem != "" {
					t.Errorf("%s:%d: %s %.200s: %s", file, w.line, e.method, e.address, problem)
				}
			}
			for _, k := range e.kept {
				if err := known.keep(k[0], k[1], got); err != nil {
					t.Errorf("%s:%d: %v", file, e.line, err)
				}
			}
		}
	}
	t.Logf("%s at the %s: %d requests", file, strings.Join(places, ", "), made)
}

func scriptOf(t *testing.T, file string, places ...string) []scriptedRequest {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all, err := readScript(string(text), places...)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return all
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

// scriptedAnswer is what came back.
type scriptedAnswer struct {
	*http.Response
	body     []byte // unpacked
	document any    // the body as JSON, or as text where it is none; nil until someone asks
}

func (a *scriptedAnswer) parsed() any {
	if a.document == nil && json.Unmarshal(a.body, &a.document) != nil {
		a.document = string(a.body)
	}
	return a.document
}

// ask sends exactly what the script says, which no library for clients would.
func (e scriptedRequest) ask(base string, known knowledge) (*scriptedAnswer, error) {
	host := strings.TrimPrefix(base, "http://")
	conn, err := net.Dial("tcp", host)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(fixture.Patience)); err != nil {
		return nil, err
	}
	if _, err := io.WriteString(conn, e.written(host, known)); err != nil {
		return nil, err
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: e.method})
	if err != nil || e.method == http.MethodHead {
		return &scriptedAnswer{Response: res}, err
	}
	plain, err := unpacked(res.Header.Get("Content-Encoding"), res.Body)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(plain)
	return &scriptedAnswer{Response: res, body: body}, err
}

// written is the request as bytes.
func (e scriptedRequest) written(host string, known knowledge) string {
	text := e.method + " " + e.address + " " + cmp.Or(e.version, "HTTP/1.1") + "\r\n"
	if !slices.ContainsFunc(e.sent, func(h [2]string) bool { return h[0] == "Host" }) {
		text += "Host: " + host + "\r\n"
	}
	for _, h := range e.sent {
		text += h[0] + ": " + known.filled(h[1]) + "\r\n"
	}
	body := known.filled(e.posted)
	if body != "" {
		text += "Content-Length: " + strconv.Itoa(len(body)) + "\r\n"
	}
	return text + "\r\n" + body
}

func unpacked(encoding string, body io.Reader) (io.Reader, error) {
	switch encoding {
	case "gzip":
		return gzip.NewReader(body)
	case "br":
		return brotli.NewReader(body), nil
	case "zstd":
		return zstd.NewReader(body)
	}
	return body, nil
}

// holds says what of an answer is not as it has to be, "" for nothing.
func (w expectation) holds(res *scriptedAnswer, known knowledge) string {
	want, got := known.filled(w.value), ""
	switch w.what {
	case "code":
		got = fmt.Sprint(res.StatusCode)
	case "body":
		got = string(res.body)
	case "jq":
		found, err := known.find(want, res)
		if err == nil && found != true {
			err = fmt.Errorf("%.300s", fmt.Sprint(found))
		}
		if err != nil {
			return fmt.Sprintf("jq %s is not true: %v", want, err)
		}
		return ""
	default:
		got = strings.Join(res.Header.Values(w.what), ", ")
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
	return fmt.Sprintf("%s is %.300q, want %s %.300s", w.what, got, w.how, want)
}

// headerFaults says what of the rules that keep browsers, caches and readers safe an answer of the server breaks.
func headerFaults(resp *http.Response) (faults []string) {
	h := resp.Header
	want := func(ok bool, format string, args ...any) {
		if !ok {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	for _, name := range []string{"Set-Cookie", "Server", "X-Powered-By", "Via", "Access-Control-Allow-Credentials", "Strict-Transport-Security"} {
		want(h.Get(name) == "", "it has the header %s: %s", name, h.Get(name))
	}
	if resp.StatusCode == http.StatusNoContent || resp.StatusCode == http.StatusNotModified || h.Get("Content-Length") == "0" {
		return faults // it has no body
	}
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if resp.StatusCode == http.StatusBadRequest && resp.Close && kind == "text/plain" {
		return faults // net/http has answered
	}
	want(err == nil, "its type is %q", h.Get("Content-Type"))
	want(h.Get("X-Content-Type-Options") == "nosniff", "a browser may guess another type than %s", kind)
	if kind == "text/html" || kind == "image/svg+xml" || strings.HasSuffix(kind, "/xml") || strings.HasSuffix(kind, "+xml") {
		policy := h.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"} {
			want(strings.Contains(policy, part), "its policy %q lacks %s", policy, part)
		}
		want(!strings.Contains(policy, "unsafe") && !strings.Contains(policy, "*"), "its policy is %q", policy)
		want(h.Get("Referrer-Policy") == "no-referrer", "its links tell where readers come from: %q", h.Get("Referrer-Policy"))
	}
	if resp.StatusCode >= 400 {
		want(h.Get("Cache-Control") == "no-store", "an error may be kept: %q", h.Get("Cache-Control"))
		want(kind == "application/problem+json", "an error is %q", kind)
	}
	want(resp.StatusCode != http.StatusMethodNotAllowed || h.Get("Allow") != "", "it does not say which methods are allowed")
	return faults
}

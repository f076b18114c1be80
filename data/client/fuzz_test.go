package client_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/http/httpguts"

	"pricepoint/data"
	"pricepoint/data/client"
	"pricepoint/data/client/clienttest"
)

// sayer answers every request with the same bytes, and like net/http sends no malformed header.
type sayer struct{ answer []byte }

func (s *sayer) RoundTrip(req *http.Request) (*http.Response, error) {
	for name, values := range req.Header {
		for _, value := range values {
			if !httpguts.ValidHeaderFieldValue(value) {
				return nil, errors.New("invalid value of " + name)
			}
		}
	}
	return http.ReadResponse(bufio.NewReader(bytes.NewReader(s.answer)), req)
}

const sound = "HTTP/1.1 200 OK\r\nETag: \"sound\"\r\n\r\n"

// FuzzAnswers has a server answer anything. What is read is what was sent, whoever asks for proof gets nothing that nobody
// has signed, an error is one line that a terminal can show, and once the server answers properly it is read again.
func FuzzAnswers(f *testing.F) {
	tools, err := data.Encode(clienttest.Sample()[data.ToolsPath])
	if err != nil {
		f.Fatal(err)
	}
	for _, answer := range []string{
		sound + string(tools), sound + `{"tools":[{"pricing":{"input":1e9999}}]}`, sound + "null", sound, "HTTP/1.1 200 OK\r\nETag: W/a\r\n\r\n{}", "HTTP/1.1 304 Not Modified\r\n\r\n", "HTTP/1.1 404 x\r\n\r\n{\"detail\":\"\x1b[2J\"}",
		"HTTP/1.1 410 Gone\r\n\r\n", "HTTP/1.1 500 x\r\n\r\n{\"detail\":1}", "HTTP/1.1 302 x\r\nLocation: /api/tools.json\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nx", "",
		sound + `{"version":"2026-11-16T030000Z","files":[{"path":"api/tools.json","sha256":"x"}]}`, "HTTP/1.1 206 x\r\n\r\n{}", "HTTP/1.1 204 x\r\n\r\n",
	} {
		f.Add([]byte(answer))
	}
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, answer []byte) {
		if err := os.RemoveAll(filepath.Join(folder, "api")); err != nil {
			t.Fatal(err)
		}
		server := &sayer{answer}
		open := func(key string) *client.Client {
			c, err := client.New(client.Options{URL: "https://prices.example/api", HTTP: &http.Client{Transport: server}, Folder: folder, PublicKey: key, Now: newClock().read})
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		c := open("")
		got, err := c.Document(t.Context(), data.ToolsPath)
		checkSaid(t, answer, got, err)
		if _, err := c.Tools(t.Context()); err != nil && !data.IsVisible(err.Error()) {
			t.Errorf("%q cannot be shown", err)
		}
		if got, err := open(key).Document(t.Context(), data.ToolsPath); err == nil {
			t.Errorf("nobody has signed %q", got.Body)
		}
		server.answer = append([]byte(sound), tools...)
		for _, c := range []*client.Client{c, open("")} {
			if again, err := c.Document(t.Context(), data.ToolsPath); err != nil || !bytes.Equal(again.Body, tools) {
				t.Errorf("after %q: %q, %v", answer, again.Body, err)
			}
		}
	})
}

// key is one with which nothing in these tests is signed.
const key = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"

// checkSaid wants a document to be the body of a good answer, whole.
func checkSaid(t *testing.T, answer []byte, got client.Document, err error) {
	t.Helper()
	if err != nil {
		if !data.IsVisible(err.Error()) || len(got.Body) > 0 {
			t.Errorf("%q, %q", err, got.Body)
		}
		return
	}
	resp, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(answer)), nil)
	if err != nil {
		t.Fatalf("%q is read from what is no answer: %v", got.Body, err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK || !bytes.Equal(body, got.Body) {
		t.Errorf("%d %q, %v is read as %q", resp.StatusCode, body, err, got.Body)
	}
}

// FuzzCopy puts anything in the place of a copy on disk: a server that can be asked is read all the same, and a copy is used
// without it only if it is whole.
func FuzzCopy(f *testing.F) {
	const whole = `{"path":"api/tools.json","checked":"2026-11-16T11:59:59Z","etag":"x"}`
	f.Add(whole, "{}", true)
	f.Add(`{"path":"api/tools.json","checked":"9999-11-16T11:59:59Z","etag":"a\nb"}`, "", true)
	f.Add(`{"path":"api/tools.csv"}`, "{}", true)
	f.Add(whole, "{}", false)
	f.Add("", "", false)
	f.Add("null", "null", true)
	folder := f.TempDir()
	file := filepath.Join(folder, "api", "tools.json.copy")
	if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, head, body string, intact bool) {
		if intact {
			head = withDigest(head, body)
		}
		if err := os.WriteFile(file, []byte(head+"\n"+body), 0o600); err != nil {
			t.Fatal(err)
		}
		server := &sayer{[]byte("HTTP/1.1 500 x\r\n\r\n")}
		c, err := client.New(client.Options{URL: "https://prices.example", HTTP: &http.Client{Transport: server}, Folder: folder, StaleFor: time.Hour, Now: newClock().read})
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Document(t.Context(), data.ToolsPath)
		if err == nil && (!intact || string(got.Body) != body && !strings.Contains(head, "\n")) {
			t.Errorf("%q is read from %s and %q", got.Body, head, body)
		}
		server.answer = []byte(sound + "anew")
		if again, err := c.Document(t.Context(), data.ToolsPath); err != nil || string(again.Body) != "anew" {
			t.Errorf("a server that can be asked, after %s: %q, %v", head, again.Body, err)
		}
	})
}

// withDigest states the digest of the document that follows.
func withDigest(head, body string) string {
	var fields map[string]any
	if json.Unmarshal([]byte(head), &fields) != nil || fields == nil {
		return head
	}
	sum := sha256.Sum256([]byte(body))
	fields["sha256"] = hex.EncodeToString(sum[:])
	text, err := json.Marshal(fields)
	if err != nil {
		return head
	}
	return string(text)
}

package client_test

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/client"
	"pricepoint/data/client/clienttest"
)

// clock is a time that a test sets.
type clock struct{ now time.Time }

func newClock() *clock { return &clock{time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)} }

func (c *clock) read() time.Time { return c.now }

// made is a client of a server; change sets options.
func made(t *testing.T, s *clienttest.Server, change func(*client.Options)) *client.Client {
	t.Helper()
	o := client.Options{URL: s.URL}
	if change != nil {
		change(&o)
	}
	c, err := client.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func input(t *testing.T, c *client.Client) string {
	t.Helper()
	tools, err := c.Tools(t.Context())
	if err != nil {
		return err.Error()
	}
	return tools.Tools[0].Pricing.Input.String()
}

// dearer is tools.json after the price of input has risen.
func dearer(price string) data.ToolsDocument {
	tools := clienttest.Sample()[data.ToolsPath].(data.ToolsDocument)
	tools.Tools[0].Pricing.Input = data.MustNumber(price)
	return tools
}

// TestReadsAgainOnlyWhatHasChanged: the second time the server says that nothing has changed, and only that is sent.
func TestReadsAgainOnlyWhatHasChanged(t *testing.T) {
	s := clienttest.New(t)
	c := made(t, s, nil)
	for range 3 {
		if got := input(t, c); got != "2" {
			t.Errorf("input costs %s", got)
		}
	}
	if full, unchanged := s.Answered(data.ToolsPath, 200), s.Answered(data.ToolsPath, 304); full != 1 || unchanged != 2 {
		t.Errorf("%d whole answers and %d times nothing new", full, unchanged)
	}
	s.Set(data.ToolsPath, dearer("2.000000000000000000001"))
	if got := input(t, c); got != "2.000000000000000000001" {
		t.Errorf("input costs %s; a decimal must stay exact", got)
	}
}

// TestCopyOnDisk outlives the program, and half of one is none.
func TestCopyOnDisk(t *testing.T) {
	s, dir, now := clienttest.New(t), t.TempDir(), newClock()
	again := func() *client.Client {
		return made(t, s, func(o *client.Options) { o.Folder, o.MaxAge, o.Now = dir, time.Hour, now.read })
	}
	input(t, again())
	if got := input(t, again()); got != "2" || s.Answered(data.ToolsPath, 200) != 1 || s.Answered(data.ToolsPath, 304) != 0 {
		t.Errorf("%s, and the server was asked again within the hour", got)
	}
	now.now = now.now.Add(2 * time.Hour)
	if got := input(t, again()); got != "2" || s.Answered(data.ToolsPath, 304) != 1 {
		t.Errorf("%s, and the server was not asked whether the copy still holds", got)
	}
	file := filepath.Join(dir, "api", "tools.json.copy")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, broken := range []string{"", "\n", string(text[:len(text)/2]), strings.Replace(string(text), "Bolt", "Volt", 1), "{}\n{}"} {
		if err := os.WriteFile(file, []byte(broken), 0o644); err != nil {
			t.Fatal(err)
		}
		before := s.Answered(data.ToolsPath, 200)
		if got := input(t, again()); got != "2" || s.Answered(data.ToolsPath, 200) != before+1 {
			t.Errorf("a copy of %.20q: %s", broken, got)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "api", ".new-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("%v, %v: nothing must be left beside the copies", left, err)
	}
}

// TestFolderThatCannotBeWritten: what the server has said is read all the same, and why no copy was kept is told.
func TestFolderThatCannotBeWritten(t *testing.T) {
	s, folder := clienttest.New(t), filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := made(t, s, func(o *client.Options) { o.Folder = folder })
	for range 2 {
		d, err := c.Document(t.Context(), data.ToolsPath)
		if err != nil || len(d.Body) == 0 || d.NotKept == nil || !strings.Contains(d.NotKept.Error(), "the copy cannot be kept: ") {
			t.Errorf("%d bytes, %v, %v; want the document and why it is not kept", len(d.Body), d.NotKept, err)
		}
	}
	if got := input(t, c); got != "2" {
		t.Errorf("input costs %s", got)
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	if d, err := c.Document(t.Context(), data.ToolsPath); err != nil || d.NotKept != nil {
		t.Errorf("%v, %v; the copy can be kept again", d.NotKept, err)
	}
}

// TestServerThatCannotBeAsked: a copy is used as long as the reader has said, and why is told.
func TestServerThatCannotBeAsked(t *testing.T) {
	s, now := clienttest.New(t), newClock()
	c := made(t, s, func(o *client.Options) { o.StaleFor, o.Now = 24*time.Hour, now.read })
	input(t, c)
	s.Fail(http.StatusBadGateway)
	now.now = now.now.Add(23 * time.Hour)
	d, err := c.Document(t.Context(), data.ToolsPath)
	if err != nil || d.Stale == nil || !strings.Contains(d.Stale.Error(), "502: the test wants it so") || now.now.Sub(d.Checked) != 23*time.Hour {
		t.Errorf("%+v, %v; want the copy with the reason", d.Stale, err)
	}
	now.now = now.now.Add(time.Hour)
	if got := input(t, c); !strings.Contains(got, "502") {
		t.Errorf("%s after a day; want the failure", got)
	}
	s.Fail(0)
	if d, err := c.Document(t.Context(), data.ToolsPath); err != nil || d.Stale != nil {
		t.Errorf("%v, %v; the server answers again", d.Stale, err)
	}
	if _, err := made(t, s, nil).Prices(t.Context(), "none"); !errors.Is(err, client.ErrNotFound) {
		t.Errorf("%v; want ErrNotFound", err)
	}
}

// TestSignatures: what is not what its publisher signed is refused, and a copy that nobody has proved is no proof.
func TestSignatures(t *testing.T) {
	checked := func(s *clienttest.Server) func(*client.Options) {
		return func(o *client.Options) { o.PublicKey = s.PublicKey }
	}
	t.Run("signed", func(t *testing.T) {
		s := clienttest.New(t)
		c := made(t, s, checked(s))
		if got := input(t, c); got != "2" {
			t.Error(got)
		}
		s.Set(data.ToolsPath, dearer("3"))
		if got := input(t, c); got != "3" {
			t.Error(got)
		}
		if _, err := c.Freshness(t.Context()); err != nil {
			t.Error(err)
		}
	})
	t.Run("by somebody else", func(t *testing.T) {
		s := clienttest.New(t)
		s.Forge()
		_, err := made(t, s, checked(s)).Tools(t.Context())
		if !errors.Is(err, client.ErrUnverified) {
			t.Errorf("%v; want ErrUnverified", err)
		}
	})
	t.Run("with another key", func(t *testing.T) {
		s, other := clienttest.New(t), clienttest.New(t)
		_, err := made(t, s, checked(other)).Tools(t.Context())
		if !errors.Is(err, client.ErrUnverified) {
			t.Errorf("%v; want ErrUnverified", err)
		}
	})
	t.Run("a stale copy hides no forgery", func(t *testing.T) {
		s := clienttest.New(t)
		c := made(t, s, func(o *client.Options) { o.PublicKey, o.StaleFor = s.PublicKey, 24*time.Hour })
		input(t, c)
		s.Set(data.ToolsPath, dearer("3"))
		s.Forge()
		if _, err := c.Tools(t.Context()); !errors.Is(err, client.ErrUnverified) {
			t.Errorf("%v; want ErrUnverified", err)
		}
	})
	t.Run("an unproved copy", func(t *testing.T) {
		s, dir := clienttest.New(t), t.TempDir()
		input(t, made(t, s, func(o *client.Options) { o.Folder = dir }))
		s.Forge()
		_, err := made(t, s, func(o *client.Options) { o.Folder, o.MaxAge, o.PublicKey = dir, time.Hour, s.PublicKey }).Tools(t.Context())
		if !errors.Is(err, client.ErrUnverified) {
			t.Errorf("%v; want ErrUnverified", err)
		}
	})
}

// TestRefusesWhatCannotBe: what is asked for wrongly is no request.
func TestRefusesWhatCannotBe(t *testing.T) {
	for _, o := range []client.Options{{}, {URL: "prices.example"}, {URL: "file:///etc"}, {URL: "https://prices.example", PublicKey: "RWnothing"}} {
		if _, err := client.New(o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
	s := clienttest.New(t)
	c := made(t, s, func(o *client.Options) { o.Folder, o.URL = t.TempDir(), s.URL+"/api/" })
	for _, path := range []string{"", "api", "/api/tools.json", "api/../../etc/passwd", "tools.json", "api//x"} {
		if _, err := c.Document(t.Context(), path); err == nil || errors.Is(err, client.ErrNotFound) {
			t.Errorf("%q: %v", path, err)
		}
	}
	if got := input(t, c); got != "2" {
		t.Errorf("the address with /api/: %s", got)
	}
	s.Set(data.ToolsPath, []string{"not", "a", "document"})
	if got := input(t, c); !strings.Contains(got, "tools.json") {
		t.Errorf("%s; want an error that names the document", got)
	}
}

// TestDocumentsMayGrow: fields that come later are ignored.
func TestDocumentsMayGrow(t *testing.T) {
	s := clienttest.New(t)
	s.Set(data.ToolsPath, map[string]any{"tools": []any{map[string]any{"id": "bolt", "colour": "red", "pricing": map[string]any{"input": 5}}}, "weather": "fine"})
	if got := input(t, made(t, s, nil)); got != "5" {
		t.Error(got)
	}
}

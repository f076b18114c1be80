//go:build proof

package commands

import (
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/collectors/registry"
	"pricepoint/data"
)

// hostilePages are pages whose names and prices carry what a terminal acts on: an escape that clears the screen, one
// that hides text, the eight-bit form of it, a bell, a backspace, and a mark that turns the direction of the text.
func hostilePages(t *testing.T) []fixture.Capture {
	pages := fixture.Pages(t)
	const raw = "\x1b[2J\x1b[8m\u009b8m\a\b\u202e"
	const escaped = `\u001b[2J\u009b8m\u0007\b\u202e`
	for i, page := range pages {
		for _, mark := range []string{`"id": "`, `"name": "`, `"model": "`} {
			page.Body = bytes.ReplaceAll(page.Body, []byte(mark), []byte(mark+escaped))
		}
		page.Body = bytes.ReplaceAll(page.Body, []byte("$"), []byte(raw+"$"))
		page.Body = bytes.ReplaceAll(page.Body, []byte("| "), []byte("| "+raw))
		pages[i] = page
	}
	return pages
}

// What a page says reaches a terminal only in characters that show, whichever command prints it.
func TestHostileTextIsShownAsText(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "1")
	dir := t.TempDir()
	archive, store := filepath.Join(dir, "hostile.warc.gz"), filepath.Join(dir, "store")
	fixture.WriteArchive(t, archive, hostilePages(t))
	refresh := []string{"refresh", "--replay", archive, "--as-of", "2026-01-02T12:00:00Z", "--store", store}
	commands := [][]string{
		refresh, {"sources", "--store", store}, {"findings", "--store", store}, {"doctor", "--store", store}, {"list", "--store", store},
		{"explain", "gpt-5-5", "--store", store}, {"verify", "--rebuild", "--store", store}, {"explain", "\x1b[2J", "--store", store}, {"\x1b[2J"},
	}
	for _, s := range registry.All() {
		commands = append(commands, []string{"observe", s.Name, "--replay", archive})
	}
	for _, command := range commands {
		t.Run(strings.Join(command[:min(2, len(command))], " "), func(t *testing.T) {
			screen := onTerminal(t, func(terminal *os.File) {
				c := exec.Command("pricepoint", command...)
				c.Stdout, c.Stderr = terminal, terminal
				_ = c.Run() // most of the pages cannot be read
			})
			screen = strings.NewReplacer(clearLine, "", "\r\n", "\n").Replace(screen)
			if screen == "" || !data.IsVisible(screen) {
				t.Errorf("the terminal got %q", screen)
			}
		})
	}
	base := fixture.ServeStore(t, store)
	for _, address := range []string{"/", "/api/findings.json", "/api/freshness.json", "/api/aliases.json", "/api/tools.csv"} {
		if status, body := fixture.Get(t, base+address); status != http.StatusOK || hostileIn(string(body)) != "" {
			t.Errorf("%s: status %d, with what a terminal acts on: %q", address, status, hostileIn(string(body)))
		}
	}
}

// hostileIn are the words around the first character that a terminal acts on, written as it is or as JSON escapes it; ""
// when there is none.
func hostileIn(text string) string {
	text = strings.NewReplacer(`\\`, "", "\r\n", "\n", `\u0026`, "&", `\u003c`, "<", `\u003e`, ">").Replace(text)
	i := strings.IndexFunc(text, func(r rune) bool { return !data.IsVisible(string(r)) })
	if i < 0 && strings.HasPrefix(text, "{") {
		i = max(strings.Index(text, `\u00`), strings.Index(text, `\b`))
	}
	if i < 0 {
		return ""
	}
	return text[max(0, i-200):min(len(text), i+100)]
}

// TestASignalEndsTheReadingOfUsage from a pipe whose writer says nothing.
func TestASignalEndsTheReadingOfUsage(t *testing.T) {
	c, ended := readingPipe(t, "cost", "--usage")
	c.Process.Signal(syscall.SIGTERM)
	select {
	case <-ended:
		if c.ProcessState.ExitCode() != 1 {
			t.Errorf("%v; want exit code 1", c.ProcessState)
		}
	case <-time.After(time.Minute):
		c.Process.Kill()
		t.Fatal("it is still there a minute after a signal")
	}
}

// TestASecondSignalEndsAnything that does not heed the first, as settings in a pipe whose writer says nothing.
func TestASecondSignalEndsAnything(t *testing.T) {
	c, ended := readingPipe(t, "config", "--config")
	for until := time.After(time.Minute); ; {
		c.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
			return
		case <-until:
			c.Process.Kill()
			t.Fatal("it is still there after a minute of signals")
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// readingPipe starts the program, which reads a pipe that holds nothing: its last argument.
func readingPipe(t *testing.T, args ...string) (c *exec.Cmd, ended chan error) {
	t.Helper()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	c, ended = exec.Command("pricepoint", append(args, pipe)...), make(chan error, 1)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { ended <- c.Wait() }()
	fixture.Eventually(t, "it reads the pipe", func() bool {
		writer, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err == nil {
			t.Cleanup(func() { writer.Close() })
		}
		return err == nil
	})
	return c, ended
}

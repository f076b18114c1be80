package commands

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"pricepoint/cmd/internal/fixture"
)

// clearLine goes back to the beginning of a line of a terminal and empties it.
const clearLine = "\r\x1b[K"

// TestLogOnATerminal looks at what a terminal gets: colours and a live line, as far as it or its user wants them.
func TestLogOnATerminal(t *testing.T) {
	dir := t.TempDir()
	archive := filepath.Join(dir, "other.warc.gz")
	nothing := fixture.Capture{URL: "https://other.example/", Date: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), Status: "200 OK", Body: []byte("nothing")}
	fixture.WriteArchive(t, archive, []fixture.Capture{nothing})
	for name, row := range map[string]struct {
		term, noColor string
		colours, live bool
	}{
		"as-usual":   {"xterm", "", true, true},
		"no-colours": {"xterm", "1", false, true},
		"dumb":       {"dumb", "", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TERM", row.term)
			t.Setenv("NO_COLOR", row.noColor)
			screen := onTerminal(t, func(terminal *os.File) {
				c := exec.Command("pricepoint", "refresh", "--only", "pricing_xai", "--replay", archive, "--store", filepath.Join(dir, name))
				c.Stderr = terminal
				if err := c.Run(); c.ProcessState == nil {
					t.Error(err)
				}
			})
			if !strings.Contains(screen, "source failed") {
				t.Fatalf("the terminal got %q", screen)
			}
			live := strings.Contains(screen, "0 of 1 sources")
			if live != row.live || strings.Contains(screen, clearLine) != row.live {
				t.Errorf("a live line: %t, want %t: %q", live, row.live, screen)
			}
			if colours := strings.Contains(strings.ReplaceAll(screen, clearLine, ""), "\x1b"); colours != row.colours {
				t.Errorf("colours: %t, want %t: %q", colours, row.colours, screen)
			}
		})
	}
}

// onTerminal returns what is written to a terminal of its own.
func onTerminal(t *testing.T, write func(*os.File)) string {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	defer screen.Close()
	var number, unlocked int32
	control(t, screen, syscall.TIOCSPTLCK, &unlocked)
	control(t, screen, syscall.TIOCGPTN, &number)
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	got := make(chan string)
	go func() {
		var all bytes.Buffer
		io.Copy(&all, screen) // ends with an error when the last writer has closed it
		got <- all.String()
	}()
	write(terminal)
	terminal.Close()
	return <-got
}

func control(t *testing.T, file *os.File, request uintptr, value *int32) {
	t.Helper()
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, file.Fd(), request, uintptr(unsafe.Pointer(value))); errno != 0 {
		t.Fatal(errno)
	}
}

package blob

import (
	"strings"
	"testing"
	"unicode"
)

// FuzzHolder reads whatever stands in the file of a lock: who holds it can be told in one line, which reads as the same.
func FuzzHolder(f *testing.F) {
	for _, text := range []string{"pid 7 on host since 2026-11-21T03:00:00Z", "pid 7 on host since 2026-11-21T03:00:00+14:00\nmore", "pid -1 on \x1b[2J since 2026-11-21T03:00:00Z", "pid 99999999999999999999 on a since b", "", "pid 1 on a since 0001-01-01T00:00:00Z"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		h := readHolder(text)
		if h == (Holder{}) {
			return
		}
		line := h.String()
		if again := readHolder(line); again.PID != h.PID || again.Host != h.Host || !again.Since.Equal(h.Since) {
			t.Errorf("%q is told as %q, which reads as %+v", text, line, again)
		}
		if strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q is told as %q", text, line)
		}
	})
}

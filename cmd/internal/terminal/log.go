package terminal

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/lmittmann/tint"
	"golang.org/x/term"

	"pricepoint/config"
)

// LiveLine is the last line of a terminal, which says what is going on. Whatever is logged appears above it.
type LiveLine struct {
	mu   sync.Mutex
	out  io.Writer
	text string // "" for none
}

// NewLiveLine returns nil, which shows nothing, unless people read the log on a terminal that can empty a line.
func NewLiveLine(w io.Writer, cfg config.Log) *LiveLine {
	file, ok := w.(*os.File)
	if !ok || cfg.Format != "text" || os.Getenv("TERM") == "dumb" || !term.IsTerminal(int(file.Fd())) {
		return nil
	}
	return &LiveLine{out: w}
}

// clearLine goes back to the beginning of a line of a terminal and empties it.
const clearLine = "\r\x1b[K"

// Show replaces the line; "" ends it.
func (l *LiveLine) Show(text string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.text != "" || text != "" {
		io.WriteString(l.out, clearLine+text)
	}
	l.text = text
}

// Write puts whole lines above the live one.
func (l *LiveLine) Write(lines []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.text == "" {
		return l.out.Write(lines)
	}
	if _, err := io.WriteString(l.out, clearLine); err != nil {
		return 0, err
	}
	n, err := l.out.Write(lines)
	if err == nil {
		_, err = io.WriteString(l.out, l.text)
	}
	return n, err
}

// NewLogger writes for people on a terminal, which live is then, plain lines elsewhere, or JSON.
func NewLogger(w io.Writer, cfg config.Log, live *LiveLine) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(cfg.Level)) // config.Load has checked it
	switch {
	case cfg.Format == "json":
		return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level, ReplaceAttr: inWords}))
	case live != nil:
		return slog.New(tint.NewTextHandler(live, &tint.Options{Level: level, TimeFormat: time.TimeOnly, NoColor: os.Getenv("NO_COLOR") != ""}))
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level}))
}

// inWords gives what describes itself, such as a store or a duration, the same words in JSON as in text.
func inWords(_ []string, a slog.Attr) slog.Attr {
	switch a.Value.Kind() {
	case slog.KindDuration:
		a.Value = slog.StringValue(a.Value.Duration().String()) // slog writes a number without a unit
	case slog.KindAny:
		if s, ok := a.Value.Any().(fmt.Stringer); ok {
			a.Value = slog.StringValue(s.String())
		}
	}
	return a
}

package terminal

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/lmittmann/tint"
	"golang.org/x/term"

	"pricepoint/config"
	"pricepoint/data"
)

// LiveLine is the last line of a terminal, which says what is going on. Whatever is logged appears above it.
type LiveLine struct {
	mu   sync.Mutex
	out  io.Writer
	text string // "" for none
}

// NewLiveLine returns nil, which shows nothing, unless people read the log on a terminal that can empty a line.
func NewLiveLine(w io.Writer, cfg config.Log) *LiveLine {
	file, ok := fileBehind(w)
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
	text = data.Visible(text)
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
		return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level, ReplaceAttr: shown}))
	case live != nil:
		return slog.New(tint.NewTextHandler(live, &tint.Options{
			Level: level, TimeFormat: time.TimeOnly, NoColor: os.Getenv("NO_COLOR") != "", ReplaceAttr: shown,
		}))
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level, ReplaceAttr: shown}))
}

// shown gives what describes itself, such as a store, an error or a duration, the same words in every format, and makes
// visible what a terminal would act on: much of what is logged comes from pages and servers.
func shown(groups []string, a slog.Attr) slog.Attr {
	if a.Key == slog.LevelKey && len(groups) == 0 {
		return a // the handlers colour it
	}
	switch a.Value.Kind() {
	case slog.KindDuration:
		a.Value = slog.StringValue(a.Value.Duration().String()) // slog writes a number without a unit
	case slog.KindString:
		a.Value = legible(a.Value.String())
	case slog.KindAny:
		switch value := a.Value.Any().(type) {
		case error:
			a.Value = legible(value.Error())
		case fmt.Stringer:
			a.Value = legible(value.String())
		}
	}
	return a
}

// longestLogged is how many bytes of a text the log shows.
const longestLogged = 4000

func legible(text string) slog.Value {
	if len(text) > longestLogged {
		text = strings.ToValidUTF8(text[:longestLogged], "") + "…"
	}
	return slog.StringValue(data.Visible(text))
}

// Discreet writes on without the names and passwords in URLs, whoever has put them there: a setting, the answer of a
// server, a link on a page. It takes whole lines at a time.
type Discreet struct{ To io.Writer }

// Write writes all of the text, but for what it leaves out.
func (d Discreet) Write(text []byte) (int, error) {
	if _, err := io.WriteString(d.To, config.WithoutUserinfo(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// fileBehind is the file that is written to in the end.
func fileBehind(w io.Writer) (*os.File, bool) {
	if d, is := w.(Discreet); is {
		w = d.To
	}
	file, is := w.(*os.File)
	return file, is
}

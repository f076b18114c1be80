package main

import (
	"io"
	"os"
	"sync"

	"golang.org/x/term"

	"pricepoint/config"
)

// liveLine is the last line of a terminal, which says what is going on. Whatever is logged appears above it.
type liveLine struct {
	mu   sync.Mutex
	out  io.Writer
	text string // "" for none
}

// newLiveLine returns nil, which shows nothing, unless people read the log on a terminal that can empty a line.
func newLiveLine(w io.Writer, cfg config.Log) *liveLine {
	file, ok := w.(*os.File)
	if !ok || cfg.Format != "text" || os.Getenv("TERM") == "dumb" || !term.IsTerminal(int(file.Fd())) {
		return nil
	}
	return &liveLine{out: w}
}

// clearLine goes back to the beginning of a line of a terminal and empties it.
const clearLine = "\r\x1b[K"

// show replaces the line; "" ends it.
func (l *liveLine) show(text string) {
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
func (l *liveLine) Write(lines []byte) (int, error) {
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

package terminal_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"unicode/utf8"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/config"
	"pricepoint/data"
)

const hostile = "a\x1b[2J\u009b8m\u202eb"

type described struct{}

func (described) String() string { return hostile }

func TestNothingActsOnTheTerminal(t *testing.T) {
	for name, write := range map[string]func(*bytes.Buffer){
		"line":  func(b *bytes.Buffer) { _ = terminal.Printer{Out: b}.Say("%s and %v\n", hostile, described{}) },
		"table": func(b *bytes.Buffer) { _ = terminal.Printer{Out: b}.Print(nil, hostileTable()) },
		"value": func(b *bytes.Buffer) {
			_ = terminal.Printer{Out: b, JSON: true}.Print([]string{hostile}, terminal.Table{})
		},
		"values": func(b *bytes.Buffer) {
			_ = terminal.PrintLines(terminal.Printer{Out: b, JSON: true}, []string{hostile}, terminal.Table{})
		},
		"text": func(b *bytes.Buffer) { logHostile(terminal.NewLogger(b, config.Log{Format: "text"}, nil)) },
		"json": func(b *bytes.Buffer) { logHostile(terminal.NewLogger(b, config.Log{Format: "json"}, nil)) },
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			write(&out)
			if out.Len() == 0 || !data.IsVisible(out.String()) {
				t.Errorf("it writes %q", out.String())
			}
		})
	}
}

// TestTheLogIsBounded: whatever a page makes of a finding, nobody has to scroll past it.
func TestTheLogIsBounded(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		var out bytes.Buffer
		logs := terminal.NewLogger(&out, config.Log{Format: format}, nil)
		logs.Warn("finding", "why", strings.Repeat("é", 50_000), "error", errors.New(strings.Repeat("x", 50_000)))
		if out.Len() > 10_000 || !utf8.Valid(out.Bytes()) {
			t.Errorf("%s: %d bytes", format, out.Len())
		}
	}
}

func hostileTable() terminal.Table {
	people := terminal.Table{Header: terminal.Row{"name", "of"}}
	people.Add(hostile, described{})
	return people
}

func logHostile(log *slog.Logger) {
	log.Info("told "+hostile, "text", hostile, "error", errors.New(hostile), "other", described{}, slog.Group("in", "text", hostile))
}

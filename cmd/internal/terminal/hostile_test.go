package terminal_test

import (
	"bytes"
	"errors"
	"log/slog"
	"testing"

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
		"text":  func(b *bytes.Buffer) { logHostile(terminal.NewLogger(b, config.Log{Format: "text"}, nil)) },
		"json":  func(b *bytes.Buffer) { logHostile(terminal.NewLogger(b, config.Log{Format: "json"}, nil)) },
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

func hostileTable() terminal.Table {
	people := terminal.Table{Header: terminal.Row{"name", "of"}}
	people.Add(hostile, described{})
	return people
}

func logHostile(log *slog.Logger) {
	log.Info("told "+hostile, "text", hostile, "error", errors.New(hostile), "other", described{}, slog.Group("in", "text", hostile))
}

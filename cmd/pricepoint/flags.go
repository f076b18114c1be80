package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/refresh"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

// noArguments refuses anything that is neither a command nor a flag.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	meant := ""
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		meant = "; did you mean " + c.CommandPath() + " " + terminal.Conjunction(near, "or") + "?"
	}
	return terminal.Usage(fmt.Errorf("%q is not a command or argument of %s%s; see %s --help", args[0], c.CommandPath(), meant, c.CommandPath()))
}

// arguments wants so many words, which what names.
func arguments(least, most int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return terminal.Usage(fmt.Errorf("%s takes %s, not %d; put a name with spaces in quotes; see %s --help", c.CommandPath(), what, len(args), c.CommandPath()))
		}
		return nil
	}
}

// origin is where the pages come from, as the flags of a command say.
type origin struct{ refresh.Origin }

func (o *origin) bind(c *cobra.Command) {
	c.Flags().StringVar(&o.Replay, "replay", "", "read this WARC file instead of the web")
	c.Flags().Var((*timeFlag)(&o.AsOf), "as-of", "with --replay: the time to go back to, such as 2026-10-15T00:00:00Z")
}

// timeFlag is a time on the command line.
type timeFlag time.Time

func (t *timeFlag) String() string {
	if time.Time(*t).IsZero() {
		return ""
	}
	return time.Time(*t).Format(time.RFC3339)
}

func (t *timeFlag) Type() string { return "time" }

func (t *timeFlag) Set(text string) error {
	at, err := data.ParseInstant(text)
	*t = timeFlag(at)
	return err
}

// amountFlag is a number on the command line, such as 2.50, 200k or 1M; nil until it is set.
type amountFlag struct {
	amount **data.Number
	unit   string
}

func (f amountFlag) Type() string { return f.unit }

func (f amountFlag) String() string {
	if f.amount == nil {
		return ""
	}
	return terminal.Number(*f.amount)
}

func (f amountFlag) Set(text string) error {
	digits, shift := text, int32(0)
	for suffix, zeros := range map[string]int32{"k": 3, "K": 3, "m": 6, "M": 6} {
		if short, has := strings.CutSuffix(text, suffix); has {
			digits, shift = short, zeros
		}
	}
	n, err := data.ParseNumber(digits)
	if err != nil || n.IsNegative() {
		return fmt.Errorf("%q is not an amount; write one such as 2.50, 200k or 1M", text)
	}
	*f.amount = &data.Number{Decimal: n.Shift(shift)}
	return nil
}

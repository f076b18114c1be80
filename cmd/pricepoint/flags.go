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
		meant = "; did you mean " + c.CommandPath() + " " + data.Conjunction(near, "or") + "?"
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

// bindOrigin has the flags of a command say where the pages come from.
func bindOrigin(c *cobra.Command, from *refresh.Origin) {
	c.Flags().StringVar(&from.Replay, "replay", "", "read this WARC file instead of the web")
	c.Flags().Func("as-of", "with --replay: the `time` to go back to, such as 2026-10-15T00:00:00Z", moment(&from.AsOf))
}

// moment reads a time on the command line.
func moment(into *time.Time) func(string) error {
	return func(text string) (err error) {
		*into, err = data.ParseInstant(text)
		return err
	}
}

// amount reads a number on the command line, such as 2.50, 200k or 1M. It is nil until it is set.
func amount(into **data.Number) func(string) error {
	return func(text string) error {
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
		*into = &data.Number{Decimal: n.Shift(shift)}
		return nil
	}
}

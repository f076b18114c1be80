package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/terminal"
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

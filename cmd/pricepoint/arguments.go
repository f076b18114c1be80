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

// optionalArgument takes one at most, named in the message.
func optionalArgument(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > 1 {
			return terminal.Usage(fmt.Errorf("%s takes one %s at most, not %d; see %s --help", c.CommandPath(), what, len(args), c.CommandPath()))
		}
		return nil
	}
}

// oneArgument asks for exactly one, named in the message.
func oneArgument(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != 1 {
			return terminal.Usage(fmt.Errorf("%s needs one %s, not %d; see %s --help", c.CommandPath(), what, len(args), c.CommandPath()))
		}
		return nil
	}
}

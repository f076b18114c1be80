package main

import (
	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/terminal"
)

func newVersion(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version of this program", Args: noArguments,
		Long:    "Print the version of this program. --output json adds what it was built with and for.",
		Example: "  pricepoint version\n  pricepoint version --output json",
		RunE: func(c *cobra.Command, _ []string) error {
			parts, _ := p.loadSettings(c) // no mistake in the settings keeps a program from saying what it is
			if parts.out.JSON {
				return parts.out.Print(built(), terminal.Table{})
			}
			return parts.out.Say("pricepoint version %s\n", version())
		},
	}
}

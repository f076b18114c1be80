package main

import (
	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/notices"
	"pricepoint/cmd/internal/terminal"
)

func newVersion(p *program) *cobra.Command {
	var licences bool
	c := &cobra.Command{
		Use: "version", Short: "Print the version of this program", Args: noArguments,
		Long: "Print the version of this program. --output json adds what it was built with and for.\n\n" +
			"--licences prints the licences of the program, of its data and of everything that is built into it, as they must go\n" +
			"with every copy that you pass on.",
		Example: "  pricepoint version\n  pricepoint version --output json\n  pricepoint version --licences > licences.txt",
		RunE: func(c *cobra.Command, _ []string) error {
			parts, _ := p.loadSettings(c) // no mistake in the settings keeps a program from saying what it is
			switch {
			case licences:
				return parts.out.Say("%s", notices.Text)
			case parts.out.JSON:
				return parts.out.Print(built(), terminal.Table{})
			}
			return parts.out.Say("pricepoint version %s%s\n", version(), commit())
		},
	}
	c.Flags().BoolVar(&licences, "licences", false, "print the licences of the program and of what is built into it, as text")
	return c
}

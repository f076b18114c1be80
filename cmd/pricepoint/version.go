package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/notices"
	"pricepoint/cmd/internal/terminal"
)

func newVersion(p *program) *cobra.Command {
	var licences, check bool
	c := &cobra.Command{
		Use: "version", Short: "Print the version of this program", Args: noArguments,
		Long: "Print the version of this program. --output json adds what it was built with and for. A warning tells of weaknesses of that\n" +
			"Go and of those modules that were known when the program was made; --check makes it an error.\n\n" +
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
			b := built()
			if err := parts.out.Say("pricepoint version %s%s\n", version(), commit()); err != nil || b.weakness() == "" {
				return err
			}
			if check {
				return fmt.Errorf("%s; %s", b.weakness(), b.mends())
			}
			_, err := fmt.Fprintf(p.stderr, "warning: %s; %s\n", b.weakness(), b.mends())
			return err
		},
	}
	c.Flags().BoolVar(&check, "check", false, "fail if weaknesses are known of what the program was built with")
	c.Flags().BoolVar(&licences, "licences", false, "print the licences of the program and of what is built into it, as text")
	return c
}

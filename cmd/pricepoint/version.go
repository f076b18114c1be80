package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/terminal"
)

func newVersion(p *program) *cobra.Command {
	var all, check bool
	c := &cobra.Command{
		Use: "version", Short: "Print the version of this program", Args: noArguments,
		Long: "Print the version of this program. --output json adds what it was built with and for. A warning tells that weaknesses\n" +
			"of that Go were known when the program was made; --check makes it an error.\n\n" +
			"--licences prints the licences of the program, of its data and of everything that is built into it, as they must go\n" +
			"with every copy that you pass on.",
		Example: "  pricepoint version\n  pricepoint version --output json\n  pricepoint version --licences > licences.txt",
		RunE: func(c *cobra.Command, _ []string) error {
			parts, _ := p.loadSettings(c) // no mistake in the settings keeps a program from saying what it is
			this := thisBuild()
			if all {
				return parts.out.Say("%s", licences)
			}
			err := parts.out.Print(this, terminal.Table{}, "pricepoint version "+this.Version+this.commit())
			switch weakness, mend := this.weakness(); {
			case err != nil, weakness == "", parts.out.JSON:
			case check:
				err = fmt.Errorf("%s; %s", weakness, mend)
			default:
				_, err = fmt.Fprintf(p.stderr, "warning: %s; %s\n", weakness, mend)
			}
			return err
		},
	}
	c.Flags().BoolVar(&check, "check", false, "fail if weaknesses are known of what the program was built with")
	c.Flags().BoolVar(&all, "licences", false, "print the licences of the program and of what is built into it, as text")
	return c
}

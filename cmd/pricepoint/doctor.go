package main

import (
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/doctor"
)

func newDoctor(p *program) *cobra.Command {
	var offline bool
	c := &cobra.Command{
		Use: "doctor", Short: "Say what is wrong with this installation, and which command mends it", Args: noArguments,
		Long: "Check the settings, the store with its disk, the network to every source and the server, the time and how old the data\n" +
			"are, and the sources in the last run. Say what is wrong and which command mends it. Nothing is changed. Exit code 1\n" +
			"means that something is wrong; a warning can wait until the morning.\n\n" +
			"Run it as the user who refreshes: what it may read and write depends on that. It asks every site only for its\n" +
			"robots.txt; pricepoint sources --check reads the pages.",
		Example: "  sudo -u pricepoint pricepoint --config /etc/pricepoint.yaml doctor --store /var/lib/pricepoint\n  pricepoint doctor --offline --output json",
		RunE: func(c *cobra.Command, _ []string) error {
			parts, misconfigured := p.load(c)
			patient := doctor.Patient{Refresher: &parts.Refresher, File: p.configFile, Again: sameSettings(c), Offline: offline}
			patient.Weakness, patient.Mend = thisBuild().weakness()
			found, err := doctor.Examine(c.Context(), patient, misconfigured)
			if err != nil {
				return err
			}
			return found.Tell(parts.out)
		},
	}
	bindListen(c)
	c.Flags().BoolVar(&offline, "offline", false, "do not ask the sites: works without a network, and is faster")
	return c
}

// sameSettings are the flags that name the settings and the store of this command, for others to repeat.
func sameSettings(c *cobra.Command) string {
	var flags []string
	for _, name := range []string{"config", "store"} {
		if f := c.Flags().Lookup(name); f != nil && f.Changed {
			flags = append(flags, " --"+name+" "+doctor.ShellQuoted(f.Value.String()))
		}
	}
	return strings.Join(flags, "")
}

package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/doctor"
	"pricepoint/cmd/internal/terminal"
)

func newDoctor(p *program) *cobra.Command {
	var offline bool
	c := &cobra.Command{
		Use: "doctor", Short: "Say what is wrong with this installation, and the command that mends it", Args: noArguments,
		Long: "Look at the settings, the store, the clock, the last run, the age of the data, the disk, the way to every source and\n" +
			"the server, and say what is wrong and the command that mends it. Nothing is changed. Exit code 1 means that something\n" +
			"is wrong; a warning is no reason to get up at night.\n\n" +
			"Run it as the user who refreshes: what it may read and write depends on that. It asks every site for its robots.txt\n" +
			"only; pricepoint sources --check reads the pages.",
		Example: "  sudo -u pricepoint pricepoint --config /etc/pricepoint.yaml doctor --store /var/lib/pricepoint\n  pricepoint doctor --offline --output json",
		RunE: func(c *cobra.Command, _ []string) error {
			parts, misconfigured := p.load(c)
			patient := doctor.Patient{Refresher: &parts.Refresher, File: p.configFile, Again: sameSettings(c), Offline: offline}
			found, err := doctor.Examine(c.Context(), patient, misconfigured)
			if err != nil {
				return err
			}
			return parts.tellDiagnosis(found)
		},
	}
	bindListen(c)
	c.Flags().BoolVar(&offline, "offline", false, "ask no site: without the network, and faster")
	return c
}

// tellDiagnosis prints what was found. Something wrong is an error.
func (p *parts) tellDiagnosis(found doctor.Diagnosis) error {
	var err error
	if p.out.JSON {
		err = p.out.Print(found, terminal.Table{})
	} else {
		_, err = fmt.Fprint(p.out.Out, found.Text(terminal.Width(p.out.Out), terminal.HasColour(p.out.Out)))
	}
	if err == nil && found.Wrong > 0 {
		err = fmt.Errorf("wrong: %d of %d checks", found.Wrong, len(found.Checks))
	}
	return err
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

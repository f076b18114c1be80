package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/collectors/registry"
	"pricepoint/config"
)

func newConfig(p *program) *cobra.Command {
	c := &cobra.Command{
		Use: "config", Short: "Print the settings in force, and where each comes from", Args: noArguments,
		Long: "Print every setting with its value and where that comes from: a flag, an environment variable, a line of the file\n" +
			"that --config names, or the default. Whatever may be a secret in a URL is left out.\n\n" +
			"It opens no store. It reports a mistake in the settings as every other command does, and exits with 2.",
		Example: "  pricepoint config --config /etc/pricepoint.yaml\n  pricepoint config --output json",
		RunE: func(c *cobra.Command, _ []string) error {
			parts, err := p.loadSettings(c)
			if err != nil {
				return err
			}
			options := p.settingsFrom(c)
			options.Sources = registry.Names()
			all, err := config.Effective(options)
			if err != nil {
				return terminal.Usage(err)
			}
			t := terminal.Table{Header: terminal.Row{"key", "value", "from"}}
			for _, s := range all {
				value := fmt.Sprint(s.Value)
				if list, ok := s.Value.([]string); ok {
					value = strings.Join(list, ", ")
				}
				t.Add(s.Key, value, s.From)
			}
			return parts.out.Print(all, t)
		},
	}
	bindListen(c) // so that it shows what serve and run would do with the same flags
	return c
}

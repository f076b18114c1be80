package main

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"pricepoint/collectors"
	"pricepoint/config"
)

func newConfig(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "config", Short: "Print the settings that hold, and where each comes from", Args: noArguments,
		Long: "Print every setting with the value that holds and where it comes from: a flag, a variable of the environment,\n" +
			"a line of the file named by --config, or the default. What may be a secret in a URL is left out.\n\n" +
			"It opens no store. A mistake in the settings is told as by every other command, and exits with 2.",
		Example: "  pricepoint config --config /etc/pricepoint.yaml\n  pricepoint config --output json",
		RunE: func(c *cobra.Command, _ []string) error {
			if err := a.loadSettings(c); err != nil {
				return err
			}
			options := a.settingsFrom(c)
			options.Sources = collectors.Names()
			all, err := config.Effective(options)
			if err != nil {
				return usageError{err}
			}
			return a.print(all, settingTable(all))
		},
	}
	bindListen(c) // so that it shows what serve and run would do with the same flags
	return c
}

func settingTable(all []config.Setting) rows {
	t := rows{header: table.Row{"key", "value", "from"}}
	for _, s := range all {
		value := fmt.Sprint(s.Value)
		if list, ok := s.Value.([]string); ok {
			value = strings.Join(list, ", ")
		}
		t.lines = append(t.lines, table.Row{s.Key, value, s.From})
	}
	return t
}

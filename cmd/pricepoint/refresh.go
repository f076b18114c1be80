package main

import "github.com/spf13/cobra"

func newRefresh(p *program) *cobra.Command {
	var from origin
	var only []string
	var dryRun, acceptFewer bool
	c := &cobra.Command{
		Use: "refresh", Short: "Read every source once and publish a snapshot", Args: noArguments,
		Long: "Read every source once and publish a snapshot of what they say.\n\n" +
			"A source that fails keeps its last good values. Exit code 3 means that no source could be read and nothing was published.",
		Example: "  pricepoint refresh\n  pricepoint refresh --only pricing_openai,leaderboard_vals\n  pricepoint refresh --replay run.warc.gz --as-of 2026-10-15T00:00:00Z",
		RunE: func(c *cobra.Command, _ []string) error {
			parts, err := p.load(c)
			if err != nil {
				return err
			}
			parts.AcceptFewer = acceptFewer
			return parts.Once(c.Context(), from.Origin, only, dryRun)
		},
	}
	from.bind(c)
	c.Flags().StringSliceVar(&only, "only", nil, "read only these sources; the others keep their last values")
	c.Flags().BoolVar(&dryRun, "dry-run", false, "do everything except publish")
	c.Flags().BoolVar(&acceptFewer, "accept-fewer", false, "take a source's reading even if more than half of its rows are gone")
	return c
}

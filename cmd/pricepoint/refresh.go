package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/refresh"
	"pricepoint/cmd/internal/terminal"
)

func newRefresh(p *program) *cobra.Command {
	var from refresh.Origin
	var only []string
	var adopted string
	var dryRun, acceptFewer bool
	c := &cobra.Command{
		Use: "refresh", Short: "Read every source once and publish a snapshot", Args: noArguments,
		Long: "Read every source once and publish a snapshot of what they say.\n\n" +
			"A source that fails keeps its last good values. Exit code 3 means that no source could be read and nothing was published.\n\n" +
			"The log tells how it went. --output json prints one object besides: the version, how every source fared, what changed,\n" +
			"what is held back, and the other findings.",
		Example: "  pricepoint refresh\n  pricepoint refresh --only pricing_openai,leaderboard_vals\n  pricepoint refresh --output json | jq .changes\n  pricepoint refresh --replay run.warc.gz --as-of 2026-10-15T00:00:00Z",
		RunE: p.with(func(p *parts, ctx context.Context, _ []string) error {
			p.AcceptFewer = acceptFewer
			if err := p.adopt(adopted); err != nil {
				return err
			}
			return p.refresh(ctx, from, only, dryRun)
		}),
	}
	bindOrigin(c, &from)
	c.Flags().StringSliceVar(&only, "only", nil, "read only these sources; the others keep their last values")
	c.Flags().BoolVar(&dryRun, "dry-run", false, "do everything except publish")
	c.Flags().StringVar(&adopted, "adopt", "", "build on this newest snapshot although sign.key has not signed it: when signing begins, or the key has changed")
	c.Flags().BoolVar(&acceptFewer, "accept-fewer", false, "take a source's reading even if more than half of its rows are gone")
	return c
}

// refresh prints what a run brought where a program wants to know, also when it brought nothing.
func (p *parts) refresh(ctx context.Context, from refresh.Origin, only []string, dryRun bool) error {
	done, err := p.Once(ctx, from, only, dryRun)
	if begun := done.Sources != nil; p.out.JSON && begun {
		err = errors.Join(err, p.out.Print(done, terminal.Table{}))
	}
	return err
}

// adopt takes the newest snapshot for signed, once the operator has named it.
func (p *parts) adopt(version string) error {
	if version == "" {
		return nil
	}
	newest, err := p.Store.Pointer()
	if err != nil {
		return err
	}
	if p.Config.Sign.Key == "" || newest.Version != version {
		return terminal.Usage(fmt.Errorf("--adopt %q: name the newest snapshot, %s, and set sign.key", version, newest.Version))
	}
	p.Keys.Adopt(version)
	return nil
}

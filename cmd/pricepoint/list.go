package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/listing"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

func newList(p *program) *cobra.Command {
	var q listing.Query
	var every bool
	c := &cobra.Command{
		Use: "list [NAME]", Short: "List the models with their prices and scores", Args: arguments(0, 1, "one NAME at most"),
		Annotations: map[string]string{printsCSV: "yes"},
		Long: "List the models of the newest snapshot with their prices, in USD per million tokens, and their scores.\n\n" +
			"NAME is part of an id or a name. Of several words for one filter, separated by commas, one must fit; a model must take all\n" +
			"modalities and have all features. A price that nobody states and a score that nobody has measured are left empty. On a\n" +
			"terminal of less than 120 columns the table has only what matters most; --output json and --output csv have everything.",
		Example: "  pricepoint list --sort score --limit 10\n  pricepoint list --provider openai,anthropic --max-output 10\n" +
			"  pricepoint list --open-weights --min-context 200k --sort input\n" +
			"  pricepoint list --all --provider openai --max-input 1\n" +
			"  pricepoint list --modality image,pdf --state sold --output csv",
		RunE: p.with(func(p *parts, _ context.Context, args []string) error {
			q.Name = strings.Join(args, "")
			return p.list(q, every)
		}),
	}
	f := c.Flags()
	f.BoolVar(&every, "all", false, "also every other model that its maker's own page prices, in the words of that page")
	f.StringSliceVar(&q.Providers, "provider", nil, "only models of these providers")
	f.StringSliceVar(&q.Categories, "category", nil, "only models of these categories")
	f.StringSliceVar(&q.Modalities, "modality", nil, "only models whose prompts may hold all of these")
	f.StringSliceVar(&q.Features, "feature", nil, "only models that have all of these")
	f.StringSliceVar(&q.States, "state", nil, "only models in one of these states: sold, legacy, deprecated, ending, ended, gone")
	f.BoolVar(&q.OpenWeights, "open-weights", false, "only models whose weights can be downloaded")
	f.StringVar(&q.Confidence, "confidence", "", "only models whose price is known this well: medium or high")
	f.Func("max-input", "only models that cost no more for input, in `USD` per million tokens", amount(&q.MaxInput))
	f.Func("max-output", "only models that cost no more for output, in `USD` per million tokens", amount(&q.MaxOutput))
	f.Func("min-context", "only models that take as many `tokens` or more: 200000, 200k, 1M", amount(&q.MinContext))
	f.Func("min-score", "only models with this overall `score` or a higher one", amount(&q.MinScore))
	f.StringVar(&q.Sort, "sort", "provider", "what to sort by: "+strings.Join(listing.Orders(), ", "))
	f.BoolVar(&q.Reverse, "reverse", false, "the other way round; what lacks the figure stays last")
	f.IntVar(&q.Limit, "limit", 0, "list no more than this many (0: all)")
	return c
}

// list prints the tools that are asked for.
func (p *parts) list(q listing.Query, every bool) error {
	q, err := q.Resolve(p.Catalog)
	if err != nil {
		return terminal.Usage(err)
	}
	snapshot, stored, err := p.NewestOrBaseline()
	if err != nil {
		return err
	}
	all, err := listing.Of(snapshot, p.Now())
	if err != nil {
		return err
	}
	if every {
		others, err := listing.Others(snapshot, p.Now())
		if err != nil {
			return err
		}
		all = append(all, others...)
	}
	asked := q.Select(all)
	if p.Config.Output == "csv" {
		return data.WriteCSV(p.out.Out, listing.Columns, asked, data.LF)
	}
	legend := listing.Legend(asked, len(all), snapshot.Manifest.Version)
	if !stored {
		legend += "\n" + unread
	}
	return p.out.Print(asked, listing.Table(asked, terminal.Width(p.out.Out)), legend)
}

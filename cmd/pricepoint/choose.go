package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/listing"
	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/advice"
	"pricepoint/data/rating"
)

func newChoose(p *program) *cobra.Command {
	var q advice.Question
	var window *data.Number
	c := &cobra.Command{
		Use: "choose WORK", Short: "Say which models are worth their cost for some work", Args: arguments(1, 1, "one WORK"),
		Long: "Say which models to take for a kind of work, as use-cases.json names it, best first.\n\n" +
			"Where boards measure such work, what a finished task costs decides: the cost of an attempt and, for the share that fails,\n" +
			"of a failure, both of one row of one board, at today's prices. Elsewhere tariff and score decide, and the answer says so.\n" +
			"It says who is not told apart, who would come first if a failure cost a tenth or ten times as much, which models too\n" +
			"little is known of, and who is left out and why. A model that does not meet --provider or --open-weights is no part of the answer.",
		Example: "  pricepoint choose bug-fixing\n  pricepoint choose refactoring --open-weights --budget 2\n" +
			"  pricepoint choose code-review --provider anthropic,openai --context 400k --output json",
		RunE: p.with(func(p *parts, _ context.Context, args []string) error {
			q.UseCase = args[0]
			if window != nil {
				q.Context = window.Ceil().IntPart()
			}
			return p.choose(q)
		}),
	}
	f := c.Flags()
	f.StringSliceVar(&q.Providers, "provider", nil, "only models of these providers")
	f.BoolVar(&q.OpenWeights, "open-weights", false, "only models whose weights can be downloaded")
	f.Func("context", "only models that take as many `tokens` or more: 200000, 200k, 1M", amount(&window))
	f.Func("budget", "what a finished task may cost, in `USD`; the scenario, where nobody measures the work", amount(&q.Budget))
	return c
}

// choose answers a question.
func (p *parts) choose(q advice.Question) error {
	providers, err := listing.Query{Providers: q.Providers}.Resolve(p.Catalog)
	if err != nil {
		return terminal.Usage(err)
	}
	q.Providers = providers.Providers
	snapshot, _, err := p.NewestOrBaseline()
	if err != nil {
		return err
	}
	documents, err := adviceIn(snapshot)
	if err != nil {
		return err
	}
	answer, err := documents.Ask(q)
	if unknown := (advice.Unknown{}); errors.As(err, &unknown) && len(unknown.There) > 0 {
		return terminal.Usage(fmt.Errorf("%w; did you mean %s?", err, nearestWord(unknown)))
	} else if err != nil {
		return err
	}
	if p.out.JSON {
		return p.out.Print(answer, terminal.Table{})
	}
	return listing.TellChoice(p.out, answer)
}

// adviceIn are the documents of a snapshot that advice is taken from.
func adviceIn(s data.Snapshot) (d advice.Documents, err error) {
	var noScores, noTools, noProvenance error
	d.Scores, noScores = published.Document[rating.ScoresDocument](s, data.ScoresPath)
	d.Tools, noTools = published.Document[data.ToolsDocument](s, data.ToolsPath)
	d.Provenance, noProvenance = published.Document[data.ProvenanceDocument](s, data.ProvenancePath)
	return d, cmp.Or(noScores, noTools, noProvenance)
}

// nearestWord takes the fewest edits to be the one that means nothing.
func nearestWord(u advice.Unknown) string {
	far := func(word string) int { return levenshtein.ComputeDistance(u.Asked, word) }
	return slices.MinFunc(u.There, func(a, b string) int { return cmp.Or(far(a)-far(b), cmp.Compare(a, b)) })
}

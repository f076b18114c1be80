package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

// acceptable are the kinds of findings that end when an operator accepts them.
var acceptable = []data.FindingKind{data.Held, data.Withheld}

// fewestDigits are enough of an id to name a finding.
const fewestDigits = 4

// acceptance says which findings are accepted, in whose word: those named, or all that wait of a source or a tool.
type acceptance struct {
	data.Acceptance
	ids     []string // or their first digits
	of      findingFilter
	refresh string // the command that publishes what is accepted
}

func newAccept(p *program) *cobra.Command {
	var a acceptance
	c := &cobra.Command{
		Use: "accept [ID...]", Short: "Let the next refresh publish what is held or withheld",
		Long: "Let the next refresh publish what is held or withheld. Who said so, and when, is kept in the store for ever.\n\n" +
			"The acceptance covers that value only: another one is held again. To accept a price is to accept its row, since half of\n" +
			"a tariff is nobody's price. ID is the one that pricepoint findings shows. Its first four or more digits are enough if\n" +
			"only one finding begins with them. --source and --tool accept all that waits of a source or a model.",
		Example: "  pricepoint findings accept 1a2b3c4d5e --note \"the page is right, there was an announcement\"\n  pricepoint findings accept --tool opus-4.8 --source pricing_anthropic",
	}
	c.RunE = p.with(func(p *parts, ctx context.Context, ids []string) error {
		a.ids, a.refresh = ids, "pricepoint refresh"+sameSettings(c)
		return p.accept(ctx, a)
	})
	c.Flags().StringVar(&a.By, "by", "", "who accepts it (default your user name)")
	c.Flags().StringVar(&a.Note, "note", "", "why, in one line")
	c.Flags().StringVar(&a.of.source, "source", "", "accept all that waits of this source")
	c.Flags().StringVar(&a.of.tool, "tool", "", "accept all that waits of this model")
	return c
}

// accept records an operator's word under the store's lock, so that a run that is at work ends first. Nothing is recorded
// unless every finding that is named can be accepted.
func (p *parts) accept(ctx context.Context, a acceptance) error {
	unlock, err := p.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	chosen, waiting, err := p.chosen(a)
	if err != nil {
		return err
	}
	a.By, a.At = cmp.Or(a.By, operator()), data.At(p.Now())
	var all []data.Acceptance
	var words []string
	for _, finding := range chosen {
		a.ID = finding.ID
		stands, err := p.Store.Accept(a.Acceptance)
		if err != nil {
			return err
		}
		all = append(all, stands)
		words = append(words, fmt.Sprintf("accepted by %s on %s: %s\n%s with the next refresh; to have that now: %s",
			stands.By, data.Day(stands.At), finding.Why, consequence(finding, waiting), a.refresh))
	}
	if len(a.ids) == 1 && len(all) == 1 {
		return p.out.Print(all[0], terminal.Table{}, words...)
	}
	return p.out.Print(all, terminal.Table{}, words...)
}

// chosen are the findings of the newest snapshot that are meant, all of which can be accepted, and beside them all that can.
func (p *parts) chosen(a acceptance) (chosen, waiting []data.Finding, err error) {
	ofAny := a.of.source != "" || a.of.tool != ""
	if len(a.ids) == 0 && !ofAny {
		return nil, nil, terminal.Usage(errors.New("accept needs one ID or more, or --source or --tool; pricepoint findings lists the ids"))
	}
	snapshot, doc, err := p.findings()
	if err != nil {
		return nil, nil, err
	}
	waiting = slices.DeleteFunc(slices.Clone(doc.Findings), func(f data.Finding) bool { return !slices.Contains(acceptable, f.Kind) })
	if ofAny {
		if chosen, err = a.of.of(p, snapshot, waiting); err != nil {
			return nil, nil, err
		}
	}
	for _, id := range a.ids {
		f, err := findingNamed(id, doc)
		if err == nil && !slices.Contains(acceptable, f.Kind) {
			err = terminal.Usage(fmt.Errorf("finding %s is of the kind %s, which nobody can accept: it ends when %s", f.ID, f.Kind, f.Ends))
		}
		if err != nil {
			return nil, nil, err
		}
		chosen = append(chosen, f)
	}
	if len(chosen) == 0 {
		return nil, nil, terminal.Usage(fmt.Errorf("nothing of %s waits for an acceptance in snapshot %s", cmp.Or(a.of.source, a.of.tool), doc.Version))
	}
	return chosen, waiting, nil
}

// consequence is what an acceptance does: that of a price to its whole row.
func consequence(f data.Finding, waiting []data.Finding) string {
	if f.Kind == data.Withheld {
		return fmt.Sprintf("what %s changed counts", f.Source)
	}
	price := func(f data.Finding) bool {
		return slices.ContainsFunc(data.Prices[:], func(q data.Quantity) bool { return q.Name == f.Field })
	}
	var changes []string
	for _, other := range append([]data.Finding{f}, waiting...) {
		if len(changes) > 0 && (other.ID == f.ID || other.Kind != data.Held || other.Tool != f.Tool || !price(f) || !price(other)) {
			continue
		}
		text := fmt.Sprintf("%s of %s becomes %s", other.Field, other.Tool, terminal.Number(other.Found))
		if other.Published != nil {
			text += " instead of " + other.Published.String()
		}
		changes = append(changes, text)
	}
	return data.Conjunction(changes, "and")
}

// operator is the name of the person at the keyboard, "" when the system does not say.
func operator() string {
	if u, err := user.Current(); err == nil {
		return cmp.Or(os.Getenv("SUDO_USER"), u.Username)
	}
	return cmp.Or(os.Getenv("SUDO_USER"), os.Getenv("USER"))
}

// findingNamed is the finding whose id begins with these digits.
func findingNamed(id string, doc data.FindingsDocument) (data.Finding, error) {
	found := slices.DeleteFunc(slices.Clone(doc.Findings), func(f data.Finding) bool { return !strings.HasPrefix(f.ID, id) })
	if len(id) < fewestDigits || len(found) != 1 {
		return data.Finding{}, terminal.Usage(fmt.Errorf("%q begins the ids of %d findings in snapshot %s; give at least %d digits of one; pricepoint findings lists them",
			id, len(found), doc.Version, fewestDigits))
	}
	return found[0], nil
}

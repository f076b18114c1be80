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
			stands.By, terminal.Day(stands.At), finding.Why, consequence(finding, waiting), a.refresh))
	}
	if len(a.ids) == 1 && len(all) == 1 {
		return p.out.Print(all[0], terminal.Table{}, words...)
	}
	return p.out.Print(all, terminal.Table{}, words...)
}

// chosen are the findings of the newest snapshot that are meant and can be accepted, each once, among all that can.
func (p *parts) chosen(a acceptance) (chosen, waiting []data.Finding, err error) {
	ofAny := a.of.source != "" || a.of.tool != ""
	if len(a.ids) == 0 && !ofAny {
		return nil, nil, terminal.Usage(errors.New("accept needs one ID or more, or --source or --tool; pricepoint findings lists the ids"))
	}
	snapshot, doc, err := p.findings()
	if err != nil {
		return nil, nil, err
	}
	waiting, _ = beginning("", doc.Findings)
	var meant []data.Finding
	for _, id := range a.ids {
		f, err := findingNamed(id, doc)
		if err != nil {
			return nil, nil, err
		}
		meant = append(meant, f)
	}
	if ofAny {
		more, err := a.of.of(p, snapshot, waiting)
		if err != nil {
			return nil, nil, err
		}
		meant = append(meant, more...)
	}
	for _, f := range meant {
		if !slices.ContainsFunc(chosen, func(c data.Finding) bool { return c.ID == f.ID }) {
			chosen = append(chosen, f)
		}
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
	changes := []string{becomes(f)}
	for _, other := range waiting {
		if other.ID != f.ID && other.Kind == data.Held && other.Tool == f.Tool && price(f) && price(other) {
			changes = append(changes, becomes(other))
		}
	}
	return terminal.Conjunction(changes, "and")
}

// becomes is what happens to the value of a finding.
func becomes(f data.Finding) string {
	text := fmt.Sprintf("%s of %s becomes %s", f.Field, f.Tool, terminal.Number(f.Found))
	if f.Published != nil {
		text += " instead of " + f.Published.String()
	}
	return text
}

// operator is the name of the person at the keyboard, "" when the system does not say.
func operator() string {
	if u, err := user.Current(); err == nil {
		return cmp.Or(os.Getenv("SUDO_USER"), u.Username)
	}
	return cmp.Or(os.Getenv("SUDO_USER"), os.Getenv("USER"))
}

// findingNamed is the finding that an id, or its first digits, name and that can be accepted.
func findingNamed(id string, doc data.FindingsDocument) (data.Finding, error) {
	waiting, others := beginning(id, doc.Findings)
	why := fmt.Errorf("%q begins the ids of %d findings that can be accepted in snapshot %s; pricepoint findings lists them", id, len(waiting), doc.Version)
	switch {
	case len(id) < fewestDigits:
		why = fmt.Errorf("%q is too short for the id of a finding; give at least %d digits; pricepoint findings lists the ids", id, fewestDigits)
	case len(waiting) == 1:
		return waiting[0], nil
	case len(waiting) == 0 && len(others) > 0:
		why = fmt.Errorf("finding %s is of the kind %s, which nobody can accept: it ends when %s", others[0].ID, others[0].Kind, others[0].Ends)
	}
	return data.Finding{}, terminal.Usage(why)
}

// beginning are the findings whose id begins with these digits: those that wait for an acceptance, and the others.
func beginning(id string, all []data.Finding) (waiting, others []data.Finding) {
	for _, f := range all {
		switch {
		case !strings.HasPrefix(f.ID, id):
		case slices.Contains(acceptable, f.Kind):
			waiting = append(waiting, f)
		default:
			others = append(others, f)
		}
	}
	return waiting, others
}

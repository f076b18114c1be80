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

	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

// acceptable are the kinds of findings that end when an operator accepts them.
var acceptable = []data.FindingKind{data.Held, data.Withheld}

// fewestDigits are enough of an id to name a finding.
const fewestDigits = 4

// acceptance says which findings are accepted: those named, or all of a source or a tool that wait.
type acceptance struct {
	ids          []string // or their first digits
	source, tool string
}

func newAccept(p *program) *cobra.Command {
	var word data.Acceptance
	var which acceptance
	c := &cobra.Command{
		Use: "accept [ID...]", Short: "Let the next refresh publish what is held or withheld",
		Long: "Let the next refresh publish what is held or withheld. Who said so, and when, is kept in the store for ever.\n\n" +
			"The acceptance covers that value only: another one is held again. To accept a price is to accept its row, since half of\n" +
			"a tariff is nobody's price. ID is the one that pricepoint findings shows. Its first four or more digits are enough if\n" +
			"only one finding begins with them. --source and --tool accept all that waits of a source or a model.",
		Example: "  pricepoint findings accept 1a2b3c4d5e --note \"the page is right, there was an announcement\"\n  pricepoint findings accept --tool opus-4.8 --source pricing_anthropic",
		RunE: func(c *cobra.Command, args []string) error {
			parts, err := p.load(c)
			if err != nil {
				return err
			}
			refresh := "pricepoint refresh"
			if c.Flags().Changed("store") {
				refresh += " --store " + parts.Store.String()
			}
			which.ids = args
			return parts.accept(c.Context(), which, word, refresh)
		},
	}
	c.Flags().StringVar(&word.By, "by", "", "who accepts it (default your user name)")
	c.Flags().StringVar(&word.Note, "note", "", "why, in one line")
	c.Flags().StringVar(&which.source, "source", "", "accept all that waits of this source")
	c.Flags().StringVar(&which.tool, "tool", "", "accept all that waits of this model")
	return c
}

// accept records an operator's word under the store's lock, so that a run that is at work ends first. Nothing is recorded
// unless every finding that is named can be accepted.
func (p *parts) accept(ctx context.Context, which acceptance, word data.Acceptance, refresh string) error {
	if word.By == "" {
		word.By = operator()
	}
	unlock, err := p.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	chosen, err := p.chosen(which)
	if err != nil {
		return err
	}
	word.At = data.At(p.Now())
	waiting, err := p.waiting()
	if err != nil {
		return err
	}
	var all []data.Acceptance
	for _, finding := range chosen {
		word.ID = finding.ID
		stands, err := p.Store.Accept(word)
		if err != nil {
			return err
		}
		all = append(all, stands)
		if p.out.JSON {
			continue
		}
		if err := p.out.Say("accepted by %s on %s: %s\n%s with the next refresh; to have that now: %s\n",
			stands.By, terminal.Day(stands.At), finding.Why, consequence(finding, waiting), refresh); err != nil {
			return err
		}
	}
	if p.out.JSON && len(which.ids) == 1 && len(all) == 1 {
		return p.out.Print(all[0], terminal.Table{})
	} else if p.out.JSON {
		return p.out.Print(all, terminal.Table{})
	}
	return nil
}

// chosen are the findings of the newest snapshot that are meant and can be accepted, each once.
func (p *parts) chosen(which acceptance) (all []data.Finding, err error) {
	if len(which.ids) == 0 && which.source == "" && which.tool == "" {
		return nil, terminal.Usage(errors.New("accept needs one ID or more, or --source or --tool; pricepoint findings lists the ids"))
	}
	snapshot, err := p.Stored()
	if err != nil {
		return nil, err
	}
	doc, err := published.Document[data.FindingsDocument](snapshot, data.FindingsPath)
	if err != nil {
		return nil, err
	}
	for _, id := range which.ids {
		f, err := p.findingNamed(id, doc)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(ids(all), f.ID) {
			all = append(all, f)
		}
	}
	if which.source == "" && which.tool == "" {
		return all, nil
	}
	filter := findingFilter{tool: which.tool}
	if err := filter.resolve(p, snapshot); err != nil {
		return nil, err
	}
	waiting, _ := beginning("", doc.Findings)
	for _, f := range waiting {
		if filter.asks(f) && (which.source == "" || f.Source == which.source) && !slices.Contains(ids(all), f.ID) {
			all = append(all, f)
		}
	}
	if len(all) == 0 {
		return nil, terminal.Usage(fmt.Errorf("nothing of %s waits for an acceptance in snapshot %s", cmp.Or(which.source, which.tool), doc.Version))
	}
	return all, nil
}

// waiting are the findings of the newest snapshot that can be accepted.
func (p *parts) waiting() ([]data.Finding, error) {
	snapshot, err := p.Stored()
	if err != nil {
		return nil, err
	}
	doc, err := published.Document[data.FindingsDocument](snapshot, data.FindingsPath)
	waiting, _ := beginning("", doc.Findings)
	return waiting, err
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
	if f.Published == nil {
		return fmt.Sprintf("%s of %s becomes %s", f.Field, f.Tool, terminal.Number(f.Found))
	}
	return fmt.Sprintf("%s of %s becomes %s instead of %s", f.Field, f.Tool, terminal.Number(f.Found), f.Published)
}

// operator is the name of the person at the keyboard, "" when the system does not say.
func operator() string {
	if name := os.Getenv("SUDO_USER"); name != "" {
		return name
	}
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return os.Getenv("USER")
}

// findingNamed is the finding that an id, or its first digits, name and that can be accepted.
func (p *parts) findingNamed(id string, doc data.FindingsDocument) (data.Finding, error) {
	if len(id) < fewestDigits {
		return data.Finding{}, terminal.Usage(fmt.Errorf("%q is too short for the id of a finding; give at least %d digits; pricepoint findings lists the ids", id, fewestDigits))
	}
	waiting, others := beginning(id, doc.Findings)
	switch {
	case len(waiting) == 1:
		return waiting[0], nil
	case len(waiting) > 1:
		return data.Finding{}, terminal.Usage(fmt.Errorf("%q begins the ids of %d findings: %s", id, len(waiting), terminal.Conjunction(ids(waiting), "and")))
	case len(others) > 1:
		return data.Finding{}, terminal.Usage(fmt.Errorf("%q begins the ids of %d findings, which nobody can accept; pricepoint findings --all says what ends each", id, len(others)))
	case len(others) == 1:
		f := others[0]
		return data.Finding{}, terminal.Usage(fmt.Errorf("finding %s is of the kind %s, which nobody can accept: it ends when %s", f.ID, f.Kind, f.Ends))
	}
	return data.Finding{}, terminal.Usage(p.unknownFinding(id, doc))
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

func ids(all []data.Finding) []string {
	var names []string
	for _, f := range all {
		names = append(names, f.ID)
	}
	return names
}

// unknownFinding says what is known of an id that the newest snapshot has no finding of.
func (p *parts) unknownFinding(id string, doc data.FindingsDocument) error {
	for _, word := range p.Accepted() {
		if strings.HasPrefix(word.ID, id) {
			return fmt.Errorf("finding %s was accepted by %s on %s, and snapshot %s no longer has it", word.ID, word.By, terminal.Day(word.At), doc.Version)
		}
	}
	waiting, _ := beginning("", doc.Findings)
	if len(waiting) == 0 {
		return fmt.Errorf("there is no finding %s, and none that waits for an acceptance in snapshot %s", id, doc.Version)
	}
	return fmt.Errorf("there is no finding %s in snapshot %s; %d can be accepted, which pricepoint findings lists", id, doc.Version, len(waiting))
}

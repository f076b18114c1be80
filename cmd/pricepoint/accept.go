package main

import (
	"context"
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

func newAccept(p *program) *cobra.Command {
	var by, note string
	c := &cobra.Command{
		Use: "accept ID", Short: "Let the next refresh publish what is held or withheld", Args: oneArgument("ID"),
		Long: "Let the next refresh publish what is held or withheld. Who said so, and when, is kept in the store for ever.\n\n" +
			"The acceptance covers that value only: another one is held again. ID is the one that pricepoint findings shows. Its\n" +
			"first four or more digits are enough if only one finding begins with them.",
		Example: "  pricepoint findings accept 1a2b3c4d5e --note \"the page is right, there was an announcement\"",
		RunE: func(c *cobra.Command, args []string) error {
			parts, err := p.load(c)
			if err != nil {
				return err
			}
			refresh := "pricepoint refresh"
			if c.Flags().Changed("store") {
				refresh += " --store " + parts.Store.String()
			}
			return parts.accept(c.Context(), data.Acceptance{ID: args[0], By: by, Note: note}, refresh)
		},
	}
	c.Flags().StringVar(&by, "by", "", "who accepts it (default your user name)")
	c.Flags().StringVar(&note, "note", "", "why, in one line")
	return c
}

// accept records an operator's word under the store's lock, so that a run that is at work ends first.
func (p *parts) accept(ctx context.Context, word data.Acceptance, refresh string) error {
	if word.By == "" {
		word.By = operator()
	}
	unlock, err := p.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	finding, err := p.findingNamed(word.ID)
	if err != nil {
		return err
	}
	word.ID, word.At = finding.ID, data.At(p.Now())
	stands, err := p.Store.Accept(word)
	if err != nil {
		return err
	}
	if p.out.JSON {
		return p.out.Print(stands, terminal.Table{})
	}
	err = p.out.Say("accepted by %s on %s: %s\n%s with the next refresh; to have that now: %s\n",
		stands.By, terminal.Day(stands.At), finding.Why, consequence(finding), refresh)
	return err
}

// consequence is what an acceptance does.
func consequence(f data.Finding) string {
	if f.Kind == data.Withheld {
		return fmt.Sprintf("what %s changed counts", f.Source)
	}
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

// findingNamed is the finding of the newest snapshot that an id, or its first digits, name and that can be accepted.
func (p *parts) findingNamed(id string) (data.Finding, error) {
	snapshot, err := p.Stored()
	if err != nil {
		return data.Finding{}, err
	}
	doc, err := published.Document[data.FindingsDocument](snapshot, data.FindingsPath)
	if err != nil {
		return data.Finding{}, err
	}
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
	return fmt.Errorf("there is no finding %s in snapshot %s; those that can be accepted are %s; pricepoint findings describes them",
		id, doc.Version, terminal.Conjunction(ids(waiting), "and"))
}

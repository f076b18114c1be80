package main

import (
	"context"
	"fmt"
	"os"
	"os/user"

	"github.com/spf13/cobra"

	"pricepoint/data"
)

// acceptable are the kinds of findings that end when an operator accepts them.
var acceptable = []data.FindingKind{data.Held, data.Withheld}

// fewestDigits are enough of an id to name a finding.
const fewestDigits = 4

func newAccept(a *app) *cobra.Command {
	var by, note string
	c := &cobra.Command{
		Use: "accept ID", Short: "Let the next refresh publish what is held or withheld", Args: oneArgument("ID"),
		Long: "Let the next refresh publish what is held or withheld. Who said so, and when, is kept in the store for ever.\n\n" +
			"The acceptance is of that value only: another one is held again. ID is that of pricepoint findings; its first digits\n" +
			"are enough, if there are four of them and only one finding begins so.",
		Example: "  pricepoint findings accept 1a2b3c4d5e --note \"the page is right, there was an announcement\"",
		RunE: func(c *cobra.Command, args []string) error {
			if err := a.load(c); err != nil {
				return err
			}
			refresh := "pricepoint refresh"
			if c.Flags().Changed("store") {
				refresh += " --store " + a.store.String()
			}
			return a.accept(c.Context(), data.Acceptance{ID: args[0], By: by, Note: note}, refresh)
		},
	}
	c.Flags().StringVar(&by, "by", "", "who accepts it (default your user name)")
	c.Flags().StringVar(&note, "note", "", "why, in one line")
	return c
}

// accept records an operator's word under the store's lock, so that a run that is at work ends first.
func (a *app) accept(ctx context.Context, word data.Acceptance, refresh string) error {
	if word.By == "" {
		word.By = operator()
	}
	unlock, err := a.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	finding, err := a.findingNamed(word.ID)
	if err != nil {
		return err
	}
	word.ID, word.At = finding.ID, data.At(a.now())
	stands, err := a.store.Accept(word)
	if err != nil {
		return err
	}
	if a.cfg.Output == "json" {
		return a.print(stands, rows{})
	}
	_, err = fmt.Fprintf(a.stdout, "accepted by %s on %s: %s\n%s with the next refresh; to have that now: %s\n",
		stands.By, dayOf(stands.At), finding.Why, consequence(finding), refresh)
	return err
}

// consequence is what an acceptance does.
func consequence(f data.Finding) string {
	if f.Kind == data.Withheld {
		return fmt.Sprintf("what %s changed counts", f.Source)
	}
	if f.Published == nil {
		return fmt.Sprintf("%s of %s becomes %s", f.Field, f.Tool, number(f.Found))
	}
	return fmt.Sprintf("%s of %s becomes %s instead of %s", f.Field, f.Tool, number(f.Found), f.Published)
}

// operator is the name of who is at the keyboard, "" when the system does not tell.
func operator() string {
	if name := os.Getenv("SUDO_USER"); name != "" {
		return name
	}
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return os.Getenv("USER")
}

// accepted are the findings that operators have accepted. What cannot be read stays held.
func (a *app) accepted() []data.Acceptance {
	all, err := a.store.Accepted()
	if err != nil {
		a.log.Warn("not every acceptance can be read; what it is of stays held", "cause", err)
	}
	return all
}

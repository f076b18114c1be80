package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/refresh"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data/store"
)

func newVerify(p *program) *cobra.Command {
	var rebuild bool
	c := &cobra.Command{
		Use: "verify [VERSION]", Short: "Recompute every digest and signature of the store", Args: arguments(0, 1, "one VERSION at most"),
		Long: "Recompute every digest and signature of the store, or of one snapshot, and name what is not as it was published.\n\n" +
			"With --rebuild the documents are also derived again, from the archived pages, the built-in catalogue and the snapshot\n" +
			"before, and compared byte by byte. Signatures are checked when sign.public_key is set. Exit code 1 means that something\n" +
			"is wrong; what nothing vouches for, or what another version of the program has made, is named but is not wrong.",
		Example: "  pricepoint verify\n  pricepoint verify 2026-11-14T030000Z --rebuild",
		RunE: p.with(func(p *parts, _ context.Context, args []string) error {
			found, err := refresh.Verify(p.Data, strings.Join(args, ""), rebuild)
			if err != nil {
				return err
			}
			return p.tellVerified(found)
		}),
	}
	c.Flags().BoolVar(&rebuild, "rebuild", false, "derive the documents again and compare")
	return c
}

// verifiedStore is what was found, for programs.
type verifiedStore struct {
	Store   string          `json:"store"`
	Intact  bool            `json:"intact"` // nothing is broken
	Objects []store.Checked `json:"objects"`
}

// tellVerified prints what was found. What is broken is an error.
func (p *parts) tellVerified(all []store.Checked) error {
	wrong := 0
	t := terminal.Table{Header: terminal.Row{"object", "state", "about"}}
	for _, c := range all {
		about := c.About
		if c.State == store.Broken {
			wrong++
			about += "; " + c.Do
		}
		t.Add(c.Object, c.State, about)
	}
	if err := p.out.Print(verifiedStore{p.Store.String(), wrong == 0, all}, t); err != nil {
		return err
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d objects in store %s are not as they were published, or cannot be read", wrong, len(all), p.Store)
	}
	return nil
}

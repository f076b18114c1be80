package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"pricepoint/data"
	"pricepoint/data/store"
)

func newVerify(a *app) *cobra.Command {
	var rebuild bool
	c := &cobra.Command{
		Use: "verify [VERSION]", Short: "Recompute every digest and signature of the store", Args: optionalArgument("VERSION"),
		Long: "Recompute every digest and signature of the store, or of one snapshot, and name what is not as it was published.\n\n" +
			"With --rebuild the documents are also derived again, from the archived pages, the built-in catalogue and the snapshot\n" +
			"before, and compared byte by byte. Signatures are checked when sign.public_key is set. Exit code 1 means that something\n" +
			"is wrong; what nothing vouches for, or what another version of the program has made, is told and is not wrong.",
		Example: "  pricepoint verify\n  pricepoint verify 2026-11-14T030000Z --rebuild",
		RunE: func(c *cobra.Command, args []string) error {
			if err := a.load(c); err != nil {
				return err
			}
			return a.verify(slices.Concat(args, []string{""})[0], rebuild)
		},
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

// verify looks at a whole store, or at one version and what it was read from.
func (a *app) verify(version string, rebuild bool) error {
	found, err := a.store.Verify(version)
	if errors.Is(err, store.ErrEmpty) {
		return fmt.Errorf("%w, so there is nothing to verify; pricepoint refresh makes one, and is --store right?", err)
	}
	if errors.Is(err, store.ErrNotFound) {
		return a.unreadable(version, err)
	}
	if err != nil {
		return err
	}
	all := found.Checked
	if rebuild {
		all = a.rebuilt(all, found.Manifests)
	}
	looks := []func(store.Verification) ([]store.Checked, error){a.verifyArchives, a.verifyAcceptances, a.verifyReport}
	if version != "" {
		looks = looks[:1] // the others belong to no version
	}
	for _, look := range looks {
		checked, err := look(found)
		if err != nil {
			return err
		}
		all = append(all, checked...)
	}
	return a.tellVerified(all)
}

// tellVerified prints what was found. What is broken is an error.
func (a *app) tellVerified(all []store.Checked) error {
	wrong := 0
	t := rows{header: table.Row{"object", "state", "about"}}
	for _, c := range all {
		about := c.About
		if c.State == store.Broken {
			wrong++
			about += "; " + c.Do
		}
		t.lines = append(t.lines, table.Row{c.Object, c.State, about})
	}
	if err := a.print(verifiedStore{a.store.String(), wrong == 0, all}, t); err != nil {
		return err
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d objects in store %s are not as they were published", wrong, len(all), a.store)
	}
	return nil
}

// verifyAcceptances compares what operators have accepted with what the newest snapshot has of it.
func (a *app) verifyAcceptances(found store.Verification) ([]store.Checked, error) {
	all, trouble := a.store.Accepted()
	if errors.Is(trouble, store.ErrUnavailable) {
		return nil, trouble
	}
	var newest []data.Acceptance
	if n := len(found.Manifests); n > 0 {
		newest = found.Manifests[n-1].Accepted
	}
	checked, err := a.store.CheckAcceptances(all, newest)
	told := slices.ContainsFunc(checked, func(c store.Checked) bool { return c.State == store.Broken })
	if trouble != nil && !told {
		checked = append(checked, store.Checked{Object: "accepted", State: store.Broken, About: trouble.Error(), Do: "what it is of stays held until then"})
	}
	return checked, err
}

// verifyReport reads the report of the last run, which nothing vouches for: every run replaces it.
func (a *app) verifyReport(store.Verification) ([]store.Checked, error) {
	_, err := a.store.Report()
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if errors.Is(err, store.ErrUnavailable) {
		return nil, err
	}
	return []store.Checked{{Object: "runs/latest.json", State: store.Broken, About: err.Error(), Do: "the next refresh writes it anew"}}, nil
}

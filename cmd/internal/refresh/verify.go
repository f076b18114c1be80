package refresh

import (
	"errors"
	"io/fs"
	"slices"

	"pricepoint/cmd/internal/published"
	"pricepoint/data"
	"pricepoint/data/store"
)

// checker verifies the store of a command.
type checker struct{ published.Data }

// Verify verifies a whole store, or at one version and what it was read from; with again it also derives the documents
// anew and compares them.
func Verify(d published.Data, version string, again bool) ([]store.Checked, error) {
	v := checker{d}
	found, err := v.Store.Verify(version)
	if errors.Is(err, store.ErrNotFound) {
		return nil, v.Unreadable(version, err)
	}
	if err != nil {
		return nil, published.Nothing("verify", err)
	}
	all := found.Checked
	if again {
		all = v.rebuilt(all, found.Manifests)
	}
	checks := []func(store.Verification) ([]store.Checked, error){v.verifyArchives, v.verifyAcceptances, v.verifyReport}
	if version != "" {
		checks = checks[:1] // the others belong to no version
	}
	for _, check := range checks {
		checked, err := check(found)
		if err != nil {
			return nil, err
		}
		all = append(all, checked...)
	}
	return all, nil
}

// verifyAcceptances compares what operators have accepted with what the newest snapshot has of it.
func (v checker) verifyAcceptances(found store.Verification) ([]store.Checked, error) {
	all, trouble := v.Store.Accepted()
	if errors.Is(trouble, store.ErrUnavailable) {
		return nil, trouble
	}
	var newest []data.Acceptance
	if n := len(found.Manifests); n > 0 {
		newest = found.Manifests[n-1].Accepted
	}
	checked, err := v.Store.CheckAcceptances(all, newest)
	named := slices.ContainsFunc(checked, func(c store.Checked) bool { return c.State == store.Broken })
	if trouble != nil && !named {
		checked = append(checked, store.Checked{Object: "accepted", State: store.Broken, About: trouble.Error(), Do: "the value it is about stays held until then"})
	}
	return checked, err
}

// verifyReport reads the report of the last run, which nothing vouches for: every run replaces it.
func (v checker) verifyReport(store.Verification) ([]store.Checked, error) {
	_, err := v.Store.Report()
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if errors.Is(err, store.ErrUnavailable) {
		return nil, err
	}
	return []store.Checked{{Object: "runs/latest.json", State: store.Broken, About: err.Error(), Do: "the next refresh writes it anew"}}, nil
}

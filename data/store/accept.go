package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"pricepoint/data"
)

// Accept records an operator's word and returns what is on record. The caller holds the lock.
//
// A record stands for ever: to accept a finding again in the same words changes nothing, in other words it is an
// error that says who accepted it and when.
func (d *Dir) Accept(a data.Acceptance) (data.Acceptance, error) {
	if !d.locked.Load() {
		return data.Acceptance{}, fmt.Errorf("accept a finding in %s without its lock: call Lock first", d.root)
	}
	if err := checkAcceptance(a, a.ID); err != nil {
		return data.Acceptance{}, fmt.Errorf("accept finding %s: %v", a.ID, err)
	}
	if err := d.mustBeFolder(acceptedName); err != nil {
		return data.Acceptance{}, err
	}
	switch before, err := d.acceptance(a.ID); {
	case err == nil && before.By == a.By && before.Note == a.Note:
		return before, nil
	case err == nil:
		return before, alreadyAccepted(before)
	case !errors.Is(err, fs.ErrNotExist):
		return data.Acceptance{}, err
	}
	if err := d.removeAcceptanceTemps(); err != nil {
		return data.Acceptance{}, d.cannotWrite(err)
	}
	return a, d.writeJSON(acceptanceName(a.ID), a)
}

func alreadyAccepted(a data.Acceptance) error {
	note := ""
	if a.Note != "" {
		note = fmt.Sprintf(" (%q)", a.Note)
	}
	return fmt.Errorf("finding %s was accepted by %s on %s already%s; that stands", a.ID, a.By, a.At, note)
}

// Accepted returns every intact acceptance, sorted by finding. The error, for the log, names the files that are not
// intact and says what to do; whatever they accepted stays held.
func (d *Dir) Accepted() ([]data.Acceptance, error) {
	entries, err := os.ReadDir(d.path(acceptedName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("store: %v", err)
	}
	var all []data.Acceptance
	var trouble []string
	for _, entry := range entries { // in the order of names
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		a, err := d.listed(entry.Name())
		if err != nil {
			trouble = append(trouble, err.Error())
			continue
		}
		all = append(all, a)
	}
	if len(trouble) > 0 {
		return all, errors.New(strings.Join(trouble, "; "))
	}
	return all, nil
}

// listed reads the record in a file of the folder.
func (d *Dir) listed(file string) (data.Acceptance, error) {
	id, ok := strings.CutSuffix(file, acceptedSuffix)
	if !ok || !findingID.MatchString(id) {
		return data.Acceptance{}, fmt.Errorf("%s is none of ours, which are named %s; move it away",
			d.path(acceptedName+"/"+file), acceptanceName("<finding>"))
	}
	return d.acceptance(id)
}

// removeAcceptanceTemps removes what a killed process was writing.
func (d *Dir) removeAcceptanceTemps() error {
	entries, err := os.ReadDir(d.path(acceptedName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, entry := range entries {
		rest, hidden := strings.CutPrefix(entry.Name(), ".")
		if id, _, ok := strings.Cut(rest, acceptedSuffix); hidden && ok && findingID.MatchString(id) {
			if err := os.Remove(d.path(acceptedName + "/" + entry.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

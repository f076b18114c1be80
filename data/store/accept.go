package store

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"

	"pricepoint/data"
	"pricepoint/data/blob"
)

// Accept records an operator's word and returns what is on record. The caller holds the lock.
//
// A record stands for ever: to accept a finding again in the same words changes nothing, in other words it is an
// error that says who accepted it and when.
func (s *Store) Accept(a data.Acceptance) (data.Acceptance, error) {
	if err := s.mustBeLocked("accept a finding in"); err != nil {
		return data.Acceptance{}, err
	}
	if err := checkAcceptance(a, a.ID); err != nil {
		return data.Acceptance{}, fmt.Errorf("accept finding %s: %v", a.ID, err)
	}
	body := data.Encode(a)
	if err := s.objects.add(s.objects.ctx, object(acceptanceName(a.ID), body)); !errors.Is(err, blob.ErrRefused) {
		return a, err
	}
	before, err := s.objects.acceptance(a.ID)
	if err == nil && (before.By != a.By || before.Note != a.Note) {
		err = fmt.Errorf("finding %s was accepted by %s on %s already, with the note %q; that stands", a.ID, before.By, before.At, before.Note)
	}
	return before, err
}

// Accepted returns every intact acceptance, sorted by finding. The error, for the log, names some of the files that are
// not intact and says what to do; whatever they accepted stays held.
func (s *Store) Accepted() ([]data.Acceptance, error) {
	names, err := s.objects.names(acceptedName)
	if err != nil {
		return nil, err
	}
	var all []data.Acceptance
	var trouble []error
	for _, name := range names {
		id := strings.TrimSuffix(name, acceptedSuffix)
		if id == name || !findingID.MatchString(id) {
			trouble = append(trouble, fmt.Errorf("%s holds %.80q, which is none of ours: they are named %s; move it away",
				s.objects.place(acceptedName), name, acceptanceName("<finding>")))
			continue
		}
		a, err := s.objects.acceptance(id)
		if errors.Is(err, ErrUnavailable) {
			return nil, err
		}
		if err != nil {
			trouble = append(trouble, err)
			continue
		}
		all = append(all, a)
	}
	return all, warning(trouble, "")
}

// acceptance reads one record; fs.ErrNotExist when there is none.
func (o objects) acceptance(id string) (a data.Acceptance, err error) {
	name := acceptanceName(id)
	body, err := o.read(name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, ErrUnavailable) {
		return a, err
	}
	if err == nil {
		err = data.Decode(body, &a) // who does not know all its words must not act on it
	}
	if err == nil {
		err = checkAcceptance(a, id)
	}
	if err != nil {
		return data.Acceptance{}, fmt.Errorf("%s is broken: %v; move it away and accept finding %s again", o.place(name), err, id)
	}
	return a, nil
}

// checkAcceptance refuses what cannot be filed, or told in one line.
func checkAcceptance(a data.Acceptance, id string) error {
	if !findingID.MatchString(a.ID) || a.ID != id {
		return fmt.Errorf("%q is not the id of this finding", a.ID)
	}
	if strings.TrimSpace(a.By) == "" || a.At.IsZero() {
		return errors.New("who accepted it, or when, is missing")
	}
	for _, words := range []string{a.By, a.Note} {
		if len(words) > 1000 || strings.ContainsFunc(words, unicode.IsControl) {
			return errors.New("a name and a note are one line of at most 1000 bytes each")
		}
	}
	return nil
}

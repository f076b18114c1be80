package store

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"pricepoint/data"
)

const (
	acceptedName   = "accepted"
	acceptedSuffix = ".json"
	maxAcceptance  = 16 << 10 // bytes of one file
	maxWords       = 1000     // bytes of a name, and of a note
)

// findingID keeps the id of a finding safe in a path.
var findingID = regexp.MustCompile(`^[0-9a-f]{8,64}$`)

// acceptanceName is where the acceptance of a finding is kept.
func acceptanceName(id string) string { return acceptedName + "/" + id + acceptedSuffix }

// acceptance reads one record; fs.ErrNotExist when there is none.
func (s *Store) acceptance(id string) (data.Acceptance, error) {
	body, err := s.place.read(acceptanceName(id))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrUnavailable) {
		return data.Acceptance{}, err
	}
	var a data.Acceptance
	if err == nil && len(body) > maxAcceptance {
		err = fmt.Errorf("it is larger than %d bytes", maxAcceptance)
	}
	if err == nil {
		err = data.Decode(body, &a)
	}
	if err == nil {
		err = checkAcceptance(a, id)
	}
	if err != nil {
		return data.Acceptance{}, fmt.Errorf("%s is broken: %v; move it away and accept finding %s again", s.name(acceptanceName(id)), err, id)
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
		if len(words) > maxWords || !utf8.ValidString(words) || strings.ContainsFunc(words, unicode.IsControl) {
			return fmt.Errorf("a name and a note are one line of at most %d bytes each", maxWords)
		}
	}
	return nil
}

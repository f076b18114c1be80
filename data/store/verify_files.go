package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"pricepoint/data"
)

// CheckArchive reads an archive to its end and compares it with what the manifest of its run says; nil when no such
// manifest is left. The error is fs.ErrNotExist when the archive is missing, ErrUnavailable when nobody can tell.
func (s *Store) CheckArchive(name string, want *data.File) error {
	archive, err := s.OpenArchive(name)
	if err != nil {
		return err
	}
	defer archive.Close()
	sum := sha256.New()
	size, err := io.Copy(sum, archive)
	if err != nil {
		return err
	}
	if got := hex.EncodeToString(sum.Sum(nil)); want != nil && (size != want.Size || got != want.SHA256) {
		return fmt.Errorf("it has %d bytes with the digest %s, its manifest says %d with %s", size, got, want.Size, want.SHA256)
	}
	return nil
}

// CheckAcceptances compares the acceptances in the store, which are those given, with what the newest manifest has of
// them. One that was made after it has no digest yet.
func (s *Store) CheckAcceptances(all []data.Acceptance, newest []data.Acceptance) ([]Checked, error) {
	var checked []Checked
	for _, a := range all {
		i := slices.IndexFunc(newest, func(n data.Acceptance) bool { return n.ID == a.ID })
		c := Checked{acceptanceName(a.ID), Intact, "by " + a.By, ""}
		switch err := s.isWritten(c.Object, a); {
		case errors.Is(err, ErrUnavailable):
			return nil, err
		case err != nil:
			c.State, c.About, c.Do = Broken, err.Error(), "move it away and accept the finding again"
		case i < 0:
			c.State, c.About = Unproven, c.About+"; the next snapshot vouches for it"
		case newest[i] != a:
			c.State, c.About = Broken, fmt.Sprintf("it is not what the newest snapshot has: by %s at %s, note %q", newest[i].By, newest[i].At, newest[i].Note)
			c.Do = "write back what the snapshot has; if it was accepted anew since, the next refresh takes it over"
		}
		checked = append(checked, c)
	}
	for _, a := range newest {
		if slices.ContainsFunc(all, func(have data.Acceptance) bool { return have.ID == a.ID }) {
			continue
		}
		c := Checked{acceptanceName(a.ID), Gone, "it was taken back since the newest snapshot, which still has it", ""}
		if _, err := s.acceptance(a.ID); errors.Is(err, ErrUnavailable) {
			return nil, err
		} else if !errors.Is(err, fs.ErrNotExist) {
			c.State, c.About = Broken, fmt.Sprint(err)
			c.Do = fmt.Sprintf("write back what the newest snapshot has: by %s at %s, note %q", a.By, a.At, a.Note)
		}
		checked = append(checked, c)
	}
	return checked, nil
}

package store

import (
	"errors"
	"fmt"

	"pricepoint/data"
)

// Pointer says which snapshot is the newest. It reads one small object, so it may be asked every few seconds.
// The error is ErrEmpty when nothing was ever published.
func (s *Store) Pointer() (data.Pointer, error) {
	return s.ask()
}

// List returns the published versions, oldest first: those that the chain of manifests reaches from the newest, and that
// are what was published. Refused says what that leaves out.
func (s *Store) List() ([]string, error) {
	found, err := s.follow("")
	if errors.Is(err, ErrEmpty) {
		return nil, nil
	}
	if err == nil {
		s.noteRefused(found)
	}
	return found.versions, err
}

// Base is Latest for whoever builds on it. The error is ErrNewer when a newer pricepoint has made a later snapshot, or this
// one with more in its manifest than is known here: to carry on would undo what that one has published.
func (s *Store) Base() (snapshot data.Snapshot, warning, err error) {
	snapshot, warning, err = s.Latest()
	if errors.Is(warning, ErrNewer) {
		return data.Snapshot{}, nil, warning
	}
	if err != nil {
		return snapshot, warning, err
	}
	body, err := s.ManifestBody(snapshot.Manifest.Version)
	if err == nil {
		err = understood(body)
	}
	return snapshot, warning, err
}

// Latest returns the newest intact snapshot that this program understands: it ignores fields that it does not know, and passes
// over a schema that is higher than its own. The warning, for the log, says what is broken or newer and what is used instead; it
// is a *BehindError when the pointer was set back. The error is ErrEmpty when no snapshot can be used, ErrUnvouched when the key
// that is configured vouches for none, and ErrUnavailable when the store cannot be reached.
func (s *Store) Latest() (snapshot data.Snapshot, warning, err error) {
	from, err := s.begin()
	if err != nil {
		return data.Snapshot{}, nil, err
	}
	var trouble troubles
	if from.trouble != nil {
		trouble.all = append(trouble.all, from.trouble)
	}
	for w := from.walk(); w.next(); {
		p := s.prove(w.version, w.vouch, s.look(w.version), false)
		err := p.refusal()
		if err == nil {
			w.leads(p.link())
			snapshot, err = s.documents(p.manifest)
		} else {
			err = s.broken(w.version, err)
		}
		switch {
		case errors.Is(err, ErrUnavailable):
			return data.Snapshot{}, nil, err
		case err != nil:
			trouble.all = append(trouble.all, err)
			continue
		}
		if err := s.notBehind(w.version); err != nil {
			return data.Snapshot{}, trouble.warning("nothing later is intact"), err
		}
		s.noteSeen(w.version)
		for _, f := range p.wrong {
			trouble.all = append(trouble.all, fmt.Errorf("%s: %w", f.object, f.err))
		}
		return snapshot, trouble.warning("using " + w.version), nil
	}
	warning = trouble.warning("no snapshot is intact")
	if errors.Is(warning, ErrUnvouched) {
		return data.Snapshot{}, warning, fmt.Errorf("%s: %w", s.where, ErrUnvouched)
	}
	return data.Snapshot{}, warning, fmt.Errorf("%s: %w", s.where, ErrEmpty)
}

package store

import (
	"fmt"
	"slices"
	"time"

	"pricepoint/data"
)

// needs is what a version cannot do without, or leads its readers to.
type needs struct {
	previous string   // the version whose documents it was built on; "" for the first
	earlier  string   // the version whose changes.json continues its own; "" when there is none
	restores string   // the version whose content it brought back; "" for none
	archives []string // the raw responses its values were read from, as ArchiveName names them
}

// reasons say why a version or an archive is kept. What has none is to be dropped.
type reasons map[string]string

// keep is the rule of retention. It is pure; versions are all that are published, oldest first.
//
// Kept are the versions of some days up to the newest one (0: all versions), and of every month before them the last
// one, with which the month ended: what was true at the end of a month can then be looked up for ever. Days are counted
// back from the newest version and not from now, so that a store nobody refreshes, or a clock that is ahead, loses
// nothing; but from now when that is earlier, so that a version which such a clock has made costs no other.
// Each of these can be built again, so the version it was built on stays too. Wherever a kept version leads its
// readers, and every archive that one was read from, stays as well.
func keep(versions []string, days int, now time.Time, of func(version string) (needs, error)) (kept, archives reasons, err error) {
	k := keeper{published: versions, needs: of, kept: reasons{}, archives: reasons{}}
	chosen, err := choose(versions, days, now)
	if err != nil {
		return nil, nil, err
	}
	for version, why := range chosen {
		k.kept[version] = why // all of them first: such a reason comes before what others need
	}
	for _, version := range slices.Backward(versions) {
		if chosen[version] == "" {
			continue
		}
		if err := k.follow(version, true); err != nil {
			return nil, nil, err
		}
	}
	return k.kept, k.archives, nil
}

// choose are the versions that are kept for their own sake.
func choose(versions []string, days int, now time.Time) (reasons, error) {
	chosen := reasons{}
	var after time.Time // of the version looked at before
	var since time.Time
	for i, version := range slices.Backward(versions) {
		made, err := data.ParseVersion(version)
		if err != nil {
			return nil, err
		}
		switch {
		case i == len(versions)-1:
			since = made.AddDate(0, 0, -days)
			if made.After(now) {
				since = now.AddDate(0, 0, -days)
			}
			chosen[version] = "the newest"
		case days == 0:
			chosen[version] = "all are kept"
		case !made.Before(since) && days == 1:
			chosen[version] = "of the last day"
		case !made.Before(since):
			chosen[version] = fmt.Sprintf("of the last %d days", days)
		case made.Month() != after.Month() || made.Year() != after.Year():
			chosen[version] = "the last of " + made.Format("2006-01")
		}
		after = made
	}
	return chosen, nil
}

// keeper follows what kept versions need.
type keeper struct {
	published      []string
	needs          func(string) (needs, error)
	kept, archives reasons
}

// follow keeps what a kept version needs. Only of what is kept for its own sake the version before is needed: else
// one would need the other back to the first.
func (k *keeper) follow(version string, rebuild bool) error {
	n, err := k.needs(version)
	if err != nil {
		return err
	}
	for _, archive := range n.archives {
		if k.archives[archive] == "" {
			k.archives[archive] = version + " was read from it"
		}
	}
	if rebuild {
		if err := k.keep(n.previous, version+" was built on it"); err != nil {
			return err
		}
	}
	if err := k.keep(n.earlier, "the changes.json of "+version+" leads to it"); err != nil {
		return err
	}
	return k.keep(n.restores, version+" restores it")
}

// keep keeps a version that another one needs, unless it is gone already or kept anyway.
func (k *keeper) keep(version, why string) error {
	if k.kept[version] != "" || !slices.Contains(k.published, version) {
		return nil
	}
	k.kept[version] = why
	return k.follow(version, false)
}

package store

import (
	"cmp"
	"fmt"
	"maps"
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
	chosen := choose(versions, days, now)
	kept, archives = maps.Clone(chosen), reasons{} // a reason of its own comes before what others need
	left := slices.Sorted(maps.Keys(chosen))       // whose needs are to be looked at, the last one first
	need := func(version, why string) {
		if kept[version] == "" && slices.Contains(versions, version) { // else it is kept anyway, or gone already
			kept[version] = why
			left = append(left, version)
		}
	}
	for len(left) > 0 {
		version := left[len(left)-1]
		left = left[:len(left)-1]
		n, err := of(version)
		if err != nil {
			return nil, nil, err
		}
		for _, archive := range n.archives {
			archives[archive] = cmp.Or(archives[archive], version+" was read from it")
		}
		if chosen[version] != "" { // else one would need the one before back to the first
			need(n.previous, version+" was built on it")
		}
		need(n.earlier, "the changes.json of "+version+" leads to it")
		need(n.restores, version+" restores it")
	}
	return kept, archives, nil
}

// choose are the versions that are kept for their own sake.
func choose(versions []string, days int, now time.Time) reasons {
	chosen := reasons{}
	var after time.Time // of the version looked at before
	var since time.Time
	for i, version := range slices.Backward(versions) {
		made, _ := data.ParseVersion(version) // which all of them are
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
	return chosen
}

package doctor

import (
	"slices"
	"time"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

// clockSkew is how far the clock may be off.
const clockSkew = 5 * time.Minute

// setClock has the system ask a time server.
const setClock = "timedatectl set-ntp true"

// clock compares the clock with the newest snapshot, which cannot be of the future, and with what the sites say.
func (d *doctor) clock(hosts []host) {
	const name = "clock"
	made, err := data.ParseVersion(d.newest.Manifest.Version)
	if ahead := made.Sub(d.Now()); err == nil && ahead > clockSkew {
		d.note(name, Wrong, setClock, "it says %s, which is %s before the newest snapshot was made; no refresh can publish until then",
			data.At(d.Now()), rough(ahead))
		return
	}
	off, sites := aheadOf(hosts)
	way := "ahead of"
	if off < 0 {
		way = "behind"
	}
	switch {
	case off.Abs() > clockSkew:
		d.note(name, Wrong, setClock, "it says %s, which is %s %s what %s say", data.At(d.Now()), rough(off.Abs()), way, terminal.Several(sites, "site"))
	case sites > 0:
		d.note(name, Well, "", "as %s say", terminal.Several(sites, "site"))
	case err == nil:
		d.note(name, Well, "", "it says %s, which is later than the newest snapshot", data.At(d.Now()))
	default:
		d.note(name, Well, "", "it says %s; no site and no snapshot was there to compare it with", data.At(d.Now()))
	}
}

// aheadOf is how far the clock is ahead of the middle of what the sites say, for one of them may be wrong, and how many
// have said it.
func aheadOf(hosts []host) (off time.Duration, sites int) {
	var all []time.Duration
	for _, h := range hosts {
		if !h.date.IsZero() {
			all = append(all, h.ahead)
		}
	}
	if len(all) == 0 {
		return 0, 0
	}
	slices.Sort(all)
	return all[len(all)/2], len(all)
}

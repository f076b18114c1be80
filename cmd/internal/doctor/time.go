package doctor

import (
	"time"

	"pricepoint/cmd/internal/refresh"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// clockSkew is how far the clock may be off.
const clockSkew = 5 * time.Minute

// setClock has the system ask a time server.
const setClock = "timedatectl set-ntp true"

// time compares the clock with the newest snapshot, which cannot be of the future, and with what the sites say. machine is nil
// when none was asked. When it is right, the data must not be old.
func (d *doctor) time(machine *web.Machine) {
	off, sites := time.Duration(0), 0
	if machine != nil {
		off, sites = machine.Ahead()
	}
	way := "ahead of"
	if off < 0 {
		way = "behind"
	}
	made, err := data.ParseVersion(d.newest.Manifest.Version)
	ahead := made.Sub(d.Now())
	switch fromFuture := err == nil && ahead > clockSkew; {
	case off.Abs() > clockSkew:
		d.note(theTime, Wrong, setClock, "the clock says %s, which is %s %s what %s say", data.At(d.Now()), rough(off.Abs()), way, terminal.Several(sites, "site"))
	case fromFuture:
		d.note(theTime, Wrong, setClock+"; if it is right, "+refresh.WithoutFuture(d.Store.String(), d.Now()),
			"the clock says %s, which is %s before the newest snapshot was made; no refresh can publish until then", data.At(d.Now()), rough(ahead))
	default:
		d.age()
	}
}

// age looks at how old the newest data are.
func (d *doctor) age() {
	var fresh data.FreshnessDocument
	if d.newest.Decode(data.FreshnessPath, &fresh) != nil || fresh.LastUpdated.IsZero() {
		d.note(theTime, Well, "", "the clock says %s", data.At(d.Now()))
		return
	}
	old := max(d.Now().Sub(fresh.LastUpdated.Time), 0)
	switch maxAge := d.Config.Server.MaxAge; {
	case maxAge > 0 && old > maxAge:
		d.note(theTime, Wrong, d.startRefresh(), "the data are %s old; server.max_age is %s, so /readyz fails", rough(old), rough(maxAge))
	case old > d.overdue():
		d.note(theTime, Wrong, d.startRefresh(), "the data are %s old; refresh.every is %s", rough(old), rough(d.Config.Refresh.Every))
	default:
		d.note(theTime, Well, "", "the clock says %s; the data are %s old", data.At(d.Now()), rough(old))
	}
}

// overdue is how old the last run or the data may become: a quarter more than the distance of two refreshes.
func (d *doctor) overdue() time.Duration { return d.Config.Refresh.Every + d.Config.Refresh.Every/4 }

// rough is a duration for people.
func rough(span time.Duration) string {
	switch {
	case span >= 48*time.Hour:
		return terminal.Several(int(span.Hours()/24), "day")
	case span >= 2*time.Hour:
		return terminal.Several(int(span.Hours()), "hour")
	case span >= 2*time.Minute:
		return terminal.Several(int(span.Minutes()), "minute")
	}
	return terminal.Several(int(span.Seconds()), "second")
}

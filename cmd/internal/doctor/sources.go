package doctor

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"pricepoint/cmd/internal/refresh"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const lookAtNetwork = "look at the way to the Internet: DNS, firewall, HTTPS_PROXY; then "

// sources looks at the last run and at what it could not read.
func (d *doctor) sources() {
	report, err := d.Store.Report()
	switch {
	case errors.Is(err, fs.ErrNotExist) && d.newest.Manifest.Version == "":
		// told already: the store is empty
	case errors.Is(err, fs.ErrNotExist):
		d.note(theSources, Warning, d.startRefresh(), "the store has no report of a run")
	case err != nil:
		d.note(theSources, Warning, d.refreshNow(), "%v", err)
	default:
		d.lastRun(report)
		d.failing(report)
	}
}

func (d *doctor) lastRun(report data.RunReport) {
	ago := max(d.Now().Sub(report.FinishedAt.Time), 0) // the clock may be behind
	switch {
	case report.Published == "":
		d.note(theSources, Wrong, d.mendRun(report.Class), "the last run ended %s ago and published nothing: %s", rough(ago), report.Reason)
	case ago > d.overdue():
		d.note(theSources, Wrong, d.startRefresh(), "the last run ended %s ago; refresh.every is %s", rough(ago), rough(d.Config.Refresh.Every))
	default:
		d.note(theSources, Well, "", "the last run ended %s ago and published %s", rough(ago), report.Published)
	}
}

// mendRun is what to do about a run that published nothing.
func (d *doctor) mendRun(class data.RunFailure) string {
	switch class {
	case data.RunLackedSpace:
		return freeSome + "; then " + d.startRefresh()
	case data.RunReadOnly:
		return d.mendRights(syscall.EROFS)
	case data.RunNotPermitted:
		return d.mendRights(syscall.EACCES)
	case data.RunInterrupted, data.RunFailedOtherwise: // its reason is no matter of the sources
		return d.command("verify") + "; then " + d.refreshNow()
	}
	return d.command("sources --check")
}

// failing names the sources that the last run could not read. Their last good values stay, so it is no emergency.
func (d *doctor) failing(report data.RunReport) {
	var failed []string
	cause := ""
	for _, s := range report.Sources {
		if !s.OK {
			failed = append(failed, s.ID)
			cause = s.ID + ": " + s.Cause // the last stands for all
		}
	}
	mend := d.command("sources --check --only " + strings.Join(failed, ","))
	chosen, _ := d.Asked(nil) // a mistake in the settings is told among them
	if len(failed) >= len(chosen) {
		mend = lookAtNetwork + d.command("sources --check")
	}
	if len(failed) > 0 {
		d.note(theSources, Warning, mend, "%d of %s could not be read, and the last good values stay; %s", len(failed), terminal.Several(len(chosen), "source"), cause)
	}
}

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

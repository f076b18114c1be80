package doctor

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"pricepoint/data"
)

// overdue is how old the last run or the data may become: a quarter more than the distance of two refreshes.
func (d *doctor) overdue() time.Duration { return d.Config.Refresh.Every + d.Config.Refresh.Every/4 }

// startRefresh has the timer's service refresh, refreshNow this user.
func (d *doctor) startRefresh() string {
	return d.first() + "systemctl start pricepoint-refresh, then systemctl list-timers pricepoint-refresh.timer; or: " + d.command("refresh")
}

func (d *doctor) refreshNow() string { return d.first() + d.command("refresh") }

// first is what has to be done before a refresh, so that it succeeds and does not bring back what an operator took back.
func (d *doctor) first() string {
	todo := ""
	if d.room != nil && d.room.full() {
		todo = freeSome + "; then "
	}
	if d.newest.Manifest.Restores != "" {
		todo += "switch off the source of the wrong number (collect.disable) or correct the catalogue, or it may come back; then "
	}
	return todo
}

// refreshes looks at the last run and at the age of what it left.
func (d *doctor) refreshes() {
	report, err := d.Store.Report()
	switch {
	case errors.Is(err, fs.ErrNotExist) && d.newest.Manifest.Version == "":
		// told already: the store is empty
	case errors.Is(err, fs.ErrNotExist):
		d.note("last run", Warning, d.startRefresh(), "the store has no report of one")
	case err != nil:
		d.note("last run", Warning, d.refreshNow(), "%v", err)
	default:
		d.lastRun(report)
		d.failing(report)
	}
	d.age()
	d.held()
}

// held says for how long changed values have been waiting that a person or another source has to confirm.
func (d *doctor) held() {
	for _, doc := range d.newest.Documents {
		var found data.FindingsDocument
		if doc.Path != data.FindingsPath || json.Unmarshal(doc.Body, &found) != nil || found.HeldSince().IsZero() {
			continue
		}
		if waits := d.Now().Sub(found.HeldSince().Time); waits > 2*d.overdue() {
			d.note("held", Warning, d.command("findings --kind held"), "a changed value has been waiting for %s; a person or another source has to confirm it", rough(waits))
		}
	}
}

func (d *doctor) lastRun(report data.RunReport) {
	const name = "last run"
	ago := max(d.Now().Sub(report.FinishedAt.Time), 0) // the clock may be behind
	switch {
	case report.Published == "":
		d.note(name, Wrong, d.mendRun(report.Class), "it ended %s ago and published nothing: %s", rough(ago), report.Reason)
	case ago > d.overdue():
		d.note(name, Wrong, d.startRefresh(), "it ended %s ago; refresh.every is %s", rough(ago), rough(d.Config.Refresh.Every))
	default:
		d.note(name, Well, "", "it ended %s ago and published %s", rough(ago), report.Published)
	}
}

// mendRun is what to do about a run that published nothing.
func (d *doctor) mendRun(class data.RunFailure) string {
	root := d.directory()
	switch {
	case class == data.RunLackedSpace && (d.room == nil || !d.room.full()):
		return freeSome + "; then " + d.startRefresh()
	case class == data.RunLackedSpace:
		return d.startRefresh()
	case root != "" && class == data.RunReadOnly:
		return d.mendRights(root, syscall.EROFS)
	case root != "" && class == data.RunNotPermitted:
		return d.mendRights(root, syscall.EACCES)
	case class == data.RunInterrupted, class == data.RunFailedOtherwise: // its reason is no matter of the sources
		return d.command("verify") + "; then " + d.refreshNow()
	}
	return d.command("sources --check")
}

// age looks at what readers look at.
func (d *doctor) age() {
	const name = "data"
	updated, ok := d.lastUpdated()
	if !ok {
		return
	}
	old := d.Now().Sub(updated.Time)
	restored := ""
	if from := d.newest.Manifest.Restores; from != "" {
		restored = ", for " + from + " was restored"
	}
	switch maxAge := d.Config.Server.MaxAge; {
	case maxAge > 0 && old > maxAge:
		d.note(name, Wrong, d.startRefresh(), "they are %s old%s; server.max_age is %s, so /readyz fails", rough(old), restored, rough(maxAge))
	case old > d.overdue():
		d.note(name, Wrong, d.startRefresh(), "they are %s old%s; refresh.every is %s", rough(old), restored, rough(d.Config.Refresh.Every))
	default:
		d.note(name, Well, "", "they are %s old%s", rough(max(old, 0)), restored)
	}
}

// lastUpdated is that of the newest snapshot.
func (d *doctor) lastUpdated() (data.Timestamp, bool) {
	for _, doc := range d.newest.Documents {
		var fresh data.FreshnessDocument
		if doc.Path == data.FreshnessPath && json.Unmarshal(doc.Body, &fresh) == nil {
			return fresh.LastUpdated, true
		}
	}
	return data.Timestamp{}, false
}

// failure is a cause with the sources that the last runs could not read because of it.
type failure struct {
	cause   string
	sources []string
}

// failing names those sources. Their last good values stay, so it is no emergency.
func (d *doctor) failing(report data.RunReport) {
	chosen, _ := d.Asked(nil) // a mistake in the settings is told among them
	all, failed := failuresIn(report), 0
	for _, f := range all {
		failed += len(f.sources)
	}
	mend := d.command("sources --check")
	if failed >= len(chosen) {
		mend = lookAtNetwork + mend
	}
	for _, f := range all {
		d.tellFailure(f, len(chosen), mend)
	}
}

const lookAtNetwork = "look at the way to the Internet: DNS, firewall, HTTPS_PROXY; then "

// tellFailure names the sources, unless they are most of those that are asked: then all are to be looked at.
func (d *doctor) tellFailure(f failure, asked int, lookAtAll string) {
	const name = "sources"
	n := len(f.sources)
	lookAtThese := d.command("sources --check --only " + strings.Join(f.sources, ","))
	switch {
	case n == 1:
		d.note(name, Warning, lookAtThese, "1 source could not be read, and the last good values stay: %s: %s", f.sources[0], f.cause)
	case n >= asked:
		d.note(name, Warning, lookAtAll, "all %d sources: %s; the last good values stay", n, f.cause)
	case n > asked/2:
		d.note(name, Warning, lookAtAll, "%d of %d sources could not be read, and the last good values stay: %s", n, asked, f.cause)
	default:
		d.note(name, Warning, lookAtThese, "%d sources could not be read, and the last good values stay: %s (%s)", n, f.cause, strings.Join(f.sources, ", "))
	}
}

// failuresIn are the causes in a report, in the order of its sources. Sources that failed alike are reported together, by
// what they have in common.
func failuresIn(report data.RunReport) []failure {
	type alike struct {
		class  data.FailureClass
		reason string
	}
	var all []failure
	place := map[alike]int{}
	for _, s := range report.Sources {
		if s.OK {
			continue
		}
		key := alike{s.Class, cmp.Or(s.Reason, s.Cause)}
		i, known := place[key]
		if !known {
			i = len(all)
			place[key] = i
			all = append(all, failure{cause: s.Cause})
		} else {
			all[i].cause = key.reason
		}
		all[i].sources = append(all[i].sources, s.ID)
	}
	return all
}

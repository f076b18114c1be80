package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/normalize"
)

// overdue is how old the last run or the data may become: a quarter more than the distance of two refreshes.
func (d *doctor) overdue() time.Duration { return d.cfg.Refresh.Every + d.cfg.Refresh.Every/4 }

const startRefresh = "systemctl start pricepoint-refresh, then systemctl list-timers pricepoint-refresh.timer; or: "

// refreshes looks at the last run and at the age of what it left.
func (d *doctor) refreshes() {
	report, err := d.store.Report()
	switch {
	case errors.Is(err, fs.ErrNotExist) && d.newest.Manifest.Version == "":
		// told already: the store is empty
	case errors.Is(err, fs.ErrNotExist):
		d.note("last run", isWarning, startRefresh+d.command("refresh"), "the store has no report of one")
	case err != nil:
		d.note("last run", isWarning, d.command("refresh"), "%v", err)
	default:
		d.lastRun(report)
		d.failing(report)
	}
	d.age()
}

func (d *doctor) lastRun(report data.RunReport) {
	const name = "last run"
	ago := d.now().Sub(report.FinishedAt.Time)
	switch {
	case report.Published == "":
		d.note(name, isWrong, d.command("sources --check"), "it ended %s ago and published nothing: %s", rough(ago), report.Reason)
	case ago > d.overdue():
		d.note(name, isWrong, startRefresh+d.command("refresh"), "it ended %s ago; refresh.every is %s", rough(ago), rough(d.cfg.Refresh.Every))
	default:
		d.note(name, isWell, "", "it ended %s ago and published %s", rough(ago), report.Published)
	}
}

// failing names the sources that the last runs could not read. Their last good values stay, so it is no emergency.
func (d *doctor) failing(report data.RunReport) {
	var names, causes []string
	for _, s := range report.Sources {
		if !s.OK {
			names = append(names, s.ID)
			causes = append(causes, s.ID+": "+s.Cause)
		}
	}
	if len(names) == 0 {
		return
	}
	d.note("sources", isWarning, d.command("sources --check --only "+strings.Join(names, ",")),
		"%s could not be read, and the last good values stay: %s", several(len(names), "source"), strings.Join(causes, "; "))
}

// age looks at what readers look at.
func (d *doctor) age() {
	const name = "data"
	updated, ok := d.lastUpdated()
	if !ok {
		return
	}
	old := d.now().Sub(updated.Time)
	restored := ""
	if from := d.newest.Manifest.Restores; from != "" {
		restored = ", for " + from + " was restored"
	}
	switch maxAge := d.cfg.Server.MaxAge; {
	case maxAge > 0 && old > maxAge:
		d.note(name, isWrong, startRefresh+d.command("refresh"), "they are %s old%s; server.max_age is %s, so /readyz fails", rough(old), restored, rough(maxAge))
	case old > d.overdue():
		d.note(name, isWrong, startRefresh+d.command("refresh"), "they are %s old%s; refresh.every is %s", rough(old), restored, rough(d.cfg.Refresh.Every))
	default:
		d.note(name, isWell, "", "they are %s old%s", rough(max(old, 0)), restored)
	}
}

// lastUpdated is that of the newest snapshot.
func (d *doctor) lastUpdated() (data.Timestamp, bool) {
	for _, doc := range d.newest.Documents {
		var fresh data.FreshnessDocument
		if doc.Path == normalize.FreshnessPath && json.Unmarshal(doc.Body, &fresh) == nil {
			return fresh.LastUpdated, true
		}
	}
	return data.Timestamp{}, false
}

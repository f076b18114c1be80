// Package doctor looks at an installation and says what is wrong with it and which command mends it: the settings, the
// store, the clock, the last run, the age of the data, the disk, the way to every source, the server. Start at Examine.
//
// It changes nothing and reads no page of a source.
package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/collectors/web"
)

// Examine looks at an installation. With an error of its settings or of its store's location it looks at nothing else.
func Examine(ctx context.Context, p Patient, misconfigured error) (Diagnosis, error) {
	d := doctor{Patient: p}
	if p.Weakness != "" {
		d.note("program", Warning, p.Mends, "%s", p.Weakness)
	}
	if misconfigured != nil {
		d.misconfigured(misconfigured)
	} else {
		d.settings()
		d.storeItself(ctx)
		d.signature()
		d.refreshes()
		d.disk()
		var dates *web.Dates
		if !d.Offline {
			dates = d.network(ctx)
		}
		d.clock(dates)
		d.server(ctx)
	}
	return d.diagnosis(), ctx.Err()
}

// misconfigured tells every mistake in the settings. Nothing else can be looked at then.
func (d *doctor) misconfigured(err error) {
	if !terminal.IsUsage(err) { // of the store's location
		mend := d.command("config")
		if _, denied := os.Stat(d.Config.Store); errors.Is(denied, fs.ErrPermission) {
			mend = d.mendRights(d.Config.Store, denied)
		}
		d.note("store", Wrong, mend, "%v", err)
		return
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		d.note("configuration", Wrong, "correct it there; pricepoint config shows where every value is from", "%s", line)
	}
}

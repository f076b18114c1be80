package main

import (
	"fmt"
	"io"
	"net/http"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/warc"
)

// pages fetches documents for one run.
type pages struct {
	collectors.Fetcher
	options collectors.RunOptions
}

// openPages reads from the web or from a replay, and records every response in the archive. The web need not send
// again what is known from an earlier run.
func (a *app) openPages(from origin, made time.Time, archive io.Writer, earlier collectors.Earlier) (pages, error) {
	recorded := warc.NewWriter(archive)
	if err := recorded.WriteInfo(made, generator()); err != nil {
		return pages{}, fmt.Errorf("start the archive of the run: %v", err)
	}
	options := collectors.Options{Version: version(), Contact: a.cfg.Collect.Contact, Timeout: a.cfg.Collect.Timeout, Now: a.now}
	var run collectors.RunOptions
	if from.replay != "" {
		replay, err := collectors.OpenReplay(from.replay, made)
		if err != nil {
			return pages{}, err
		}
		run.Newest = replay.Date
		run.Concurrency = 1 // one order of records, so that the same replay gives the same archive
		options.Transport = collectors.NewRecorder(replay, recorded, a.now)
	} else {
		options.Pause = a.cfg.Collect.Pause
		options.Transport = collectors.NewConditional(collectors.NewRecorder(a.live(), recorded, a.now), earlier)
	}
	return pages{collectors.NewWeb(options), run}, nil
}

func (a *app) live() http.RoundTripper {
	if a.cfg.Collect.Contact == "" {
		a.log.Warn("collect.contact is not set, so site owners cannot tell who asks; name a page that says so there or in PRICEPOINT_COLLECT_CONTACT")
	}
	return collectors.LiveTransport(collectors.LiveOptions{AllowPrivate: a.cfg.Collect.AllowPrivate, Retries: 2, Now: a.now})
}

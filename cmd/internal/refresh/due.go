package refresh

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"time"

	"pricepoint/cmd/internal/published"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// How long a background refresh waits before it asks again, and how much earlier than due a source is asked along
// with others.
const (
	retryAll    = time.Hour      // after nothing could be read or published
	retryFailed = 24 * time.Hour // for a source that failed while others were read
	asWell      = time.Hour
)

// KeepFresh refreshes what is due, until ctx ends.
func (r *Refresher) KeepFresh(ctx context.Context) {
	for ctx.Err() == nil {
		due, wait := r.due()
		debug.FreeOSMemory() // deciding and refreshing read many times what is served
		if len(due) > 0 {
			wait = 0
			if _, err := r.Once(ctx, Origin{}, due, false); err != nil && ctx.Err() == nil {
				wait = retryAll
				level := slog.LevelError
				if errors.Is(err, ErrUnreached) { // no fuss about a machine without a network, which serves what it has
					level = slog.LevelWarn
				}
				r.Log.Log(ctx, level, "refresh failed, what was served before stays", "cause", err, "next", wait)
			}
			debug.FreeOSMemory()
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

// PastMonths publishes what an archive of the web says at the end of each month of a year, which gives a store its past. It ends
// with the newest response, or when ctx does.
func (r *Refresher) PastMonths(ctx context.Context, archive string) {
	months, err := web.Months(archive, 12)
	for _, at := range months {
		if err == nil && ctx.Err() == nil {
			_, err = r.Once(ctx, Origin{Replay: archive, AsOf: at}, nil, false)
		}
	}
	if err != nil && ctx.Err() == nil {
		r.Log.Error("the past could not be replayed, what was served before stays", "cause", err)
	}
}

// due names the sources that should be asked now; when there are none, wait is how long until there are.
func (r *Refresher) due() (names []string, wait time.Duration) {
	statuses, err := r.Statuses()
	if errors.Is(err, published.ErrNoneIntact) { // those of the catalogue with the last run over them, as they are served then
		r.Log.Warn("the store is not intact", "cause", err)
		statuses, err = r.Unread(), nil
	}
	if err != nil {
		r.Log.Warn("the state of the sources cannot be read; all are asked", "cause", err)
	}
	asked, err := r.Asked(nil)
	if err != nil {
		r.Log.Error("the settings name no source to ask", "cause", err)
		return nil, r.Config.Refresh.Every
	}
	report, err := r.Store.Report()
	if err != nil {
		report = data.RunReport{} // none, or a broken one: nothing is known of a last run
	}
	wait = r.Config.Refresh.Every
	soon := min(asWell, wait/10)
	for _, source := range asked {
		at := r.dueAt(source.Name, statuses, report)
		if left := at.Sub(r.Now()); left > soon {
			wait = min(wait, left)
		} else {
			names = append(names, source.Name)
		}
	}
	return names, wait
}

// dueAt is when a source should be asked next: a week after it was last read, sooner after it failed.
func (r *Refresher) dueAt(name string, statuses []data.SourceStatus, report data.RunReport) time.Time {
	s := data.Find(statuses, func(s data.SourceStatus) bool { return s.ID == name })
	if s == nil || s.LastFetched.After(r.Now().Add(asWell)) { // by a clock that was ahead
		return time.Time{}
	}
	known := !report.FinishedAt.IsZero() && !report.FinishedAt.After(r.Now().Add(asWell))
	switch failed := s.State == data.Failing || s.State == data.Disallowed; {
	case known && failed && report.Published == "":
		return report.FinishedAt.Add(min(retryAll, r.Config.Refresh.Every))
	case known && failed:
		return report.FinishedAt.Add(min(retryFailed, r.Config.Refresh.Every))
	}
	return s.LastFetched.Add(r.Config.Refresh.Every)
}

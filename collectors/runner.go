package collectors

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"pricepoint/collectors/web"
	"pricepoint/data"
)

// RunOptions say how a Run visits its sources.
type RunOptions struct {
	Concurrency int // sources at the same time; 0 means 4
	// Newest is the date of the record of an address, in a replay: of alternatives of equal standing the newest
	// is tried first. Nil for a live run.
	Newest func(address string) (time.Time, bool)
	// Done is called with every reading as soon as it is there, from several goroutines. It may be nil.
	Done func(data.Reading)
}

// Run visits every source and returns their readings in the order of sources. No source can hurt another:
// whatever goes wrong in one, a panic included, is the Failure of its own reading.
func Run(ctx context.Context, fetch web.Fetcher, sources []Source, o RunOptions) []data.Reading {
	readings := make([]data.Reading, len(sources))
	slots := make(chan struct{}, cmp.Or(o.Concurrency, 4))
	var running sync.WaitGroup
	for i, s := range sources {
		slots <- struct{}{} // taken here, so that a concurrency of 1 visits the sources in order
		running.Go(func() {
			defer func() { <-slots }()
			start := time.Now()
			readings[i] = visitSource(ctx, fetch, s, o)
			readings[i].Took = time.Since(start)
			if o.Done != nil {
				o.Done(readings[i])
			}
		})
	}
	running.Wait()
	return readings
}

// visitSource fetches and parses s, and goes on to further alternatives as long as there are any.
func visitSource(ctx context.Context, fetch web.Fetcher, s Source, o RunOptions) (reading data.Reading) {
	reading = s.Unread()
	reading.Attempted = true
	v := newVisit(ctx, fetch, s, o.Newest)
	err := v.read(&reading)
	reading.Fetched = data.At(v.fetched())
	for _, err := range slices.Concat(v.failed, v.missed) {
		reading.Missed = append(reading.Missed, oneLine(err.Error()))
	}
	if err != nil {
		reading.Failure = data.FailureOf(err)
	}
	return reading
}

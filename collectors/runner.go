package collectors

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// RunOptions say how a Run visits its sources.
type RunOptions struct {
	Concurrency int // sources at the same time; 0 means 4
	// Newest is the date of the record of an address, in a replay: of alternatives of equal standing the newest
	// is tried first. Nil for a live run.
	Newest func(address string) (time.Time, bool)
	// Done is told of every reading as soon as there is one, from several goroutines. Nil for nobody.
	Done func(data.Reading)
}

// Run visits every source and returns their readings in the order of sources. No source can hurt another:
// whatever goes wrong in one, a panic included, is the Failure of its own reading.
func Run(ctx context.Context, fetch web.Fetcher, sources []Source, o RunOptions) []data.Reading {
	readings := make([]data.Reading, len(sources))
	slots := make(chan struct{}, cmp.Or(o.Concurrency, 4))
	var running sync.WaitGroup
	for i, s := range sources {
		slots <- struct{}{} // taken here, so that one at a time means one after the other
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

// Parse reads documents of s that have been fetched before. Unlike s.Parse it never panics, takes no rows for an
// error and fills Source.
func Parse(s Source, docs []web.Payload) (observations []data.Observation, err error) {
	defer recoverInto(&err)
	observations, err = s.Parse(docs)
	if err != nil {
		return nil, data.Failed(data.NotUnderstood, "read %s: %w", addresses(docs), err)
	}
	if len(observations) == 0 {
		return nil, data.Failed(data.NotUnderstood, "read no rows from %s", addresses(docs))
	}
	for i := range observations {
		observations[i].Source = s.Name
	}
	return observations, nil
}

// visitSource fetches and parses s, and goes on to further alternatives as long as there are any.
func visitSource(ctx context.Context, fetch web.Fetcher, s Source, o RunOptions) (reading data.Reading) {
	reading = s.Unread()
	reading.Attempted = true
	v := newVisit(ctx, fetch, s, o)
	err := v.read(&reading)
	reading.Fetched = data.At(v.fetched())
	for _, err := range slices.Concat(v.failed, v.missed) {
		reading.Missed = append(reading.Missed, page.OneLine(err.Error()))
	}
	if err != nil {
		reading.Failure = data.FailureOf(err)
	}
	return reading
}

// read brings the observations of the first alternatives that can be read.
func (v *sourceVisit) read(reading *data.Reading) (err error) {
	defer recoverInto(&err)
	for v.advance() {
		docs := v.documents()
		observations, err := Parse(v.source, docs)
		if err == nil {
			reading.Observations, reading.Inputs = observations, inputsOf(v.source, docs)
			return nil
		}
		v.failed = append(v.failed, err)
	}
	if err := context.Cause(v.ctx); err != nil {
		return data.Failed(data.RunStopped, "stopped: %w", err)
	}
	return allFailed(slices.Concat(v.failed, v.missed))
}

// allFailed says why no attempt to read a source succeeded, short enough for a document: what went wrong with the
// address that was asked first, and how many attempts failed.
func allFailed(attempts []error) *data.Failure {
	first := data.FailureOf(attempts[0])
	failure := data.Failed(first.Class, "%w", attempts[0])
	failure.Cause, failure.Reason = page.OneLine(failure.Cause), page.OneLine(first.Common())
	if more := len(attempts) - 1; more == 1 {
		failure.Cause += "; one more attempt failed too"
	} else if more > 1 {
		failure.Cause += fmt.Sprintf("; %d more attempts failed too", more)
	}
	return failure
}

// inputsOf names the payloads that were read, in the order in which Parse got them. Where they are kept is not known here.
func inputsOf(s Source, docs []web.Payload) []data.Input {
	var all []data.Input
	for _, d := range docs {
		all = append(all, data.Input{Source: s.Name, URL: d.URL, FetchedAt: data.At(d.FetchedAt), SHA256: d.SHA256})
	}
	return all
}

// recoverInto turns a panic into the error of its source.
func recoverInto(err *error) {
	if bug := recover(); bug != nil {
		*err = data.Failed(data.OtherFailure, "panic: %v; this is a bug in the source's reader", bug)
	}
}

func addresses(docs []web.Payload) string {
	var urls []string
	for _, doc := range docs {
		urls = append(urls, doc.URL)
	}
	return strings.Join(urls, ", ")
}

package collectors

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"pricepoint/data"
)

// Reading is what one visit to a source has brought.
type Reading struct {
	Source       Source
	Observations []data.Observation
	Documents    []Document // what the observations were read from, in the order Parse got them
	Missed       []error    // what failed before an alternative served, and pages that could not be had
	Err          error      // why there are no observations; nil when there are
	Fetched      time.Time  // when a document was last received, even one that does not parse; zero: none was
	Took         time.Duration
}

// RunOptions say how a Run visits its sources.
type RunOptions struct {
	Concurrency int // sources at the same time; 0 means 4
	// Newest is the date of the record of an address, in a replay: of alternatives of equal standing the newest
	// is tried first. Nil for a live run.
	Newest func(address string) (time.Time, bool)
	// Done is told of every reading as soon as there is one, from several goroutines. Nil for nobody.
	Done func(Reading)
}

// Run visits every source and returns their readings in the order of sources. No source can hurt another:
// whatever goes wrong in one, a panic included, is the Err of its own reading.
func Run(ctx context.Context, fetch Fetcher, sources []Source, o RunOptions) []Reading {
	readings := make([]Reading, len(sources))
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
func Parse(s Source, docs []Document) (observations []data.Observation, err error) {
	defer recoverInto(&err)
	observations, err = s.Parse(docs)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", addresses(docs), err)
	}
	if len(observations) == 0 {
		return nil, fmt.Errorf("read no rows from %s", addresses(docs))
	}
	for i := range observations {
		observations[i].Source = s.Name
	}
	return observations, nil
}

// visitSource fetches and parses s, and goes on to further alternatives as long as there are any.
func visitSource(ctx context.Context, fetch Fetcher, s Source, o RunOptions) (reading Reading) {
	reading.Source = s
	defer recoverInto(&reading.Err)
	v := newVisit(ctx, fetch, s, o)
	defer func() { reading.Fetched = v.fetched() }()
	for v.advance() {
		docs := v.documents()
		observations, err := Parse(s, docs)
		if err == nil {
			return Reading{Source: s, Observations: observations, Documents: docs, Missed: slices.Concat(v.failed, v.missed)}
		}
		v.failed = append(v.failed, err)
	}
	if err := context.Cause(ctx); err != nil {
		reading.Err = failures{fmt.Errorf("stopped: %w", err)}
		return reading
	}
	reading.Err = failures(slices.Concat(v.failed, v.missed))
	return reading
}

// failures is everything that was tried, on one line: it is shown in tables and documents.
type failures []error

func (f failures) Error() string {
	var texts []string
	for _, err := range f {
		if text := oneLine(err.Error()); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "; ")
}

func (f failures) Unwrap() []error { return f }

// recoverInto turns a panic into the error of its source.
func recoverInto(err *error) {
	if bug := recover(); bug != nil {
		*err = fmt.Errorf("panic: %v; this is a bug in the source's reader", bug)
	}
}

func addresses(docs []Document) string {
	var urls []string
	for _, doc := range docs {
		urls = append(urls, doc.URL)
	}
	return strings.Join(urls, ", ")
}

package collectors

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

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
	// Done is called with every reading as soon as it is there, from several goroutines. It may be nil.
	Done func(data.Reading)
}

// Run visits every source and returns their readings in the order of sources. No source can hurt another:
// whatever goes wrong in one, a panic included, is the Failure of its own reading.
func Run(ctx context.Context, fetch web.Fetcher, sources []Source, o RunOptions) []data.Reading {
	readings := make([]data.Reading, len(sources))
	var running errgroup.Group
	running.SetLimit(cmp.Or(o.Concurrency, 4))
	for i, s := range sources { // one of which is begun after the other, so that a concurrency of 1 visits them in order
		running.Go(func() error {
			start := time.Now()
			readings[i] = visitSource(ctx, fetch, s, o)
			readings[i].Took = time.Since(start)
			if o.Done != nil {
				o.Done(readings[i])
			}
			return nil
		})
	}
	_ = running.Wait()
	return readings
}

// visitSource fetches and parses s, and goes on to further alternatives as long as there are any.
func visitSource(ctx context.Context, fetch web.Fetcher, s Source, o RunOptions) data.Reading {
	v := &sourceVisit{ctx: ctx, fetch: fetch, source: s, asked: map[string]attempt{}, reading: s.Unread()}
	v.reading.Attempted = true
	for i, alternatives := range slices.Concat(s.Requests, s.Optional) {
		v.wanted = append(v.wanted, wanted{left: preferred(alternatives, o.Newest), optional: i >= len(s.Requests)})
	}
	if err := v.read(); err != nil {
		v.reading.Failure = data.FailureOf(err)
	}
	for _, err := range slices.Concat(v.failed, v.missed) {
		v.reading.Missed = append(v.reading.Missed, oneLine(err.Error()))
	}
	return v.reading
}

// sourceVisit is the state of one visit.
type sourceVisit struct {
	ctx     context.Context
	fetch   web.Fetcher
	source  Source
	wanted  []wanted
	asked   map[string]attempt // by address: no address is asked for twice
	failed  []error
	missed  []error // like failed, of optional payloads
	reading data.Reading
}

// wanted is one payload a source asks for: the one in use, and the alternatives that have not been tried.
type wanted struct {
	doc      web.Payload
	left     []web.Request
	optional bool
}

// attempt is what asking for an address has brought.
type attempt struct {
	doc web.Payload
	err error
}

// advance fetches the next alternative of every wanted payload that has one; false means that there is nothing
// new to parse, or that a payload that is needed cannot be had at all. What did not parse is first tried without
// the optional payloads, because no other payload gives way to an older one because of them.
func (v *sourceVisit) advance() bool {
	if v.dropOptional() {
		return true
	}
	fresh := false
	for i := range v.wanted {
		w := &v.wanted[i]
		if v.next(w) {
			fresh = true
		} else if w.doc.URL == "" && !w.optional {
			return false
		}
	}
	v.dropOutdated()
	return fresh
}

// dropOutdated leaves out optional payloads that are more than a day older than a needed one. Only an archive holds
// such, and a reading is as old as its oldest payload.
func (v *sourceVisit) dropOutdated() {
	for _, needed := range v.wanted[:len(v.source.Requests)] {
		for i := range v.wanted {
			if w := &v.wanted[i]; w.optional && w.doc.FetchedAt.Before(needed.doc.FetchedAt.AddDate(0, 0, -1)) {
				w.doc = web.Payload{}
			}
		}
	}
}

// dropOptional gives up the optional payloads in use; false means that there are none.
func (v *sourceVisit) dropOptional() bool {
	dropped := false
	for i := range v.wanted {
		if w := &v.wanted[i]; w.optional && w.doc.URL != "" {
			w.doc, w.left, dropped = web.Payload{}, nil, true
		}
	}
	return dropped
}

// next puts the first alternative that can be fetched to use.
func (v *sourceVisit) next(w *wanted) bool {
	for len(w.left) > 0 && v.ctx.Err() == nil {
		request := w.left[0]
		w.left = w.left[1:]
		trouble := &v.failed
		if w.optional {
			trouble = &v.missed
		}
		if doc, ok := v.get(request, trouble); ok {
			w.doc = doc
			return true
		}
	}
	return false
}

// payloads returns the payloads in use, followed by the pages they name. A page that cannot be fetched is left
// out: whether the rest is enough is for Parse to say. false means that the source needs all pages and one is missing.
func (v *sourceVisit) payloads() ([]web.Payload, bool) {
	var docs, pages []web.Payload
	for _, w := range v.wanted {
		if w.doc.URL == "" {
			continue
		}
		docs = append(docs, w.doc)
		if v.source.Next == nil {
			continue
		}
		for _, request := range v.source.Next(w.doc) {
			page, ok := v.get(request, &v.failed)
			switch {
			case ok:
				pages = append(pages, page)
			case v.source.NeedsAll:
				return nil, false
			}
		}
	}
	return append(docs, pages...), true
}

func (v *sourceVisit) get(request web.Request, trouble *[]error) (web.Payload, bool) {
	a, known := v.asked[request.URL]
	if !known {
		a.doc, a.err = v.fetch.Fetch(v.ctx, request)
		v.asked[request.URL] = a
		if a.err != nil {
			*trouble = append(*trouble, a.err)
		} else if a.doc.FetchedAt.After(v.reading.Fetched.Time) {
			v.reading.Fetched = data.At(a.doc.FetchedAt)
		}
	}
	return a.doc, a.err == nil
}

// preferred returns the alternatives in the order in which they are tried.
func preferred(alternatives []web.Request, newest func(string) (time.Time, bool)) []web.Request {
	if newest == nil {
		return alternatives
	}
	return slices.SortedStableFunc(slices.Values(alternatives), func(a, b web.Request) int {
		dateA, _ := newest(a.URL) // an address without a record has the zero time, which sorts last
		dateB, _ := newest(b.URL)
		return cmp.Or(cmp.Compare(a.Standing, b.Standing), dateB.Compare(dateA))
	})
}

// read brings the observations of the first alternatives that can be read.
func (v *sourceVisit) read() (err error) {
	defer recoverInto(&err)
	for v.advance() {
		docs, ok := v.payloads()
		if !ok {
			continue
		}
		observations, refused, err := Parse(v.source, docs)
		if err == nil {
			r := &v.reading
			r.Observations, r.Refused = observations, refused
			for _, d := range docs { // where they are kept is not known here
				r.Inputs = append(r.Inputs, data.Input{Source: r.Source, URL: d.URL, FetchedAt: data.At(d.FetchedAt), SHA256: d.SHA256})
			}
			r.Bodies, r.Texts = KeptOf(v.source, docs)
			return nil
		}
		v.failed = append(v.failed, err)
	}
	if err := context.Cause(v.ctx); err != nil {
		return data.Failed(data.RunStopped, "stopped: %w", err)
	}
	return allFailed(slices.Concat(v.failed, v.missed))
}

// allFailed says why no attempt to read a source succeeded, short enough for a payload: what went wrong with the
// address that was asked first, and how many attempts failed.
func allFailed(attempts []error) *data.Failure {
	first := data.FailureOf(attempts[0])
	failure := data.Failed(first.Class, "%w", attempts[0])
	failure.Cause, failure.Reason = oneLine(failure.Cause), oneLine(first.Common())
	if more := len(attempts) - 1; more == 1 {
		failure.Cause += "; one more attempt failed too"
	} else if more > 1 {
		failure.Cause += fmt.Sprintf("; %d more attempts failed too", more)
	}
	return failure
}

// KeptOf is what is kept of payloads besides the observations: those of a feed themselves, for what is laid over its list, and the
// texts around the prices of a pricing page.
func KeptOf(s Source, docs []web.Payload) (bodies [][]byte, texts []string) {
	for _, d := range docs {
		switch s.Kind {
		case data.FeedSource:
			bodies = append(bodies, d.Body)
		case data.PricingSource:
			texts = append(texts, page.Surroundings(d)...)
		}
	}
	return bodies, texts
}

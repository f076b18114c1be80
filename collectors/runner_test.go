package collectors

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors/web"
	"pricepoint/data"
)

// pages is a Fetcher of fixed pages; what it does not hold is not found.
type pages map[string]string

func (p pages) Fetch(ctx context.Context, r web.Request) (web.Payload, error) {
	if err := ctx.Err(); err != nil {
		return web.Payload{}, err
	}
	body, ok := p[r.URL]
	if !ok {
		return web.Payload{}, fmt.Errorf("fetch %s: not found", r.URL)
	}
	return web.Payload{URL: r.URL, Body: []byte(body)}, nil
}

// readBodies makes one observation a document; "bad" does not parse, "empty" has no rows and "panic" panics.
func readBodies(docs []web.Payload) ([]data.Observation, error) {
	var all []data.Observation
	for _, doc := range docs {
		switch string(doc.Body) {
		case "bad":
			return nil, errors.New("no table")
		case "panic":
			panic("index out of range")
		case "empty":
		default:
			all = append(all, doc.Observe(string(doc.Body), data.PriceInput, "1", data.USDPerMillion, ""))
		}
	}
	return all, nil
}

func source(requests ...[]web.Request) Source {
	return Source{Name: "pricing_test", Requests: requests, Parse: readBodies}
}

func withOptional(needed, optional []web.Request) Source {
	s := source(needed)
	s.Optional = [][]web.Request{optional}
	return s
}

func ask(addresses ...string) []web.Request {
	var all []web.Request
	for _, address := range addresses {
		all = append(all, web.Request{URL: address})
	}
	return all
}

func TestRunTakesTheFirstAlternativeThatServes(t *testing.T) {
	withPages := source(ask("index"))
	withPages.Next = func(doc web.Payload) []web.Request { return ask("page", "absent") }
	panicsInNext := source(ask("good"))
	panicsInNext.Next = func(web.Payload) []web.Request { panic("nil map") }
	for name, tc := range map[string]struct {
		source Source
		want   string // subjects
		missed int
		err    []string // the error contains each
	}{
		"first":                              {source: source(ask("good", "other")), want: "good"},
		"second, the first is not there":     {source: source(ask("absent", "good")), want: "good", missed: 1},
		"second, the first does not parse":   {source: source(ask("bad", "good")), want: "good", missed: 1},
		"third, the second is not there":     {source: source(ask("bad", "absent", "good")), want: "good", missed: 2},
		"several documents":                  {source: source(ask("good"), ask("bad", "other")), want: "good other", missed: 1},
		"no rows, then rows":                 {source: source(ask("empty", "good")), want: "good", missed: 1},
		"panic, then rows":                   {source: source(ask("panic", "good")), want: "good", missed: 1},
		"pages of an index, as far as there": {source: withPages, want: "index page", missed: 1},
		"none is there":                      {source: source(ask("absent", "gone")), err: []string{"fetch absent: not found", "fetch gone: not found"}, missed: 2},
		"one document is missing":            {source: source(ask("good"), ask("absent")), err: []string{"fetch absent: not found"}, missed: 1},
		"none parses":                        {source: source(ask("bad", "empty")), err: []string{"read bad: no table", "read no rows from empty"}, missed: 2},
		"panic":                              {source: source(ask("panic")), err: []string{"panic: index out of range"}, missed: 1},
		"an optional document":               {source: withOptional(ask("good"), ask("other")), want: "good other"},
		"an optional one is not there":       {source: withOptional(ask("good"), ask("absent")), want: "good", missed: 1},
		"an optional one does not parse":     {source: withOptional(ask("good", "older"), ask("bad", "other")), want: "good", missed: 1},
		"the needed one is at fault":         {source: withOptional(ask("bad", "good"), ask("other")), want: "good", missed: 2},
		"only the optional one is there":     {source: withOptional(ask("absent"), ask("good")), err: []string{"fetch absent: not found"}, missed: 1},
		"panic in next":                      {source: panicsInNext, err: []string{"panic: nil map"}},
	} {
		t.Run(name, func(t *testing.T) {
			web := pages{"good": "good", "older": "older", "other": "other", "index": "index", "page": "page", "bad": "bad", "empty": "empty", "panic": "panic"}
			got := Run(t.Context(), web, []Source{tc.source}, RunOptions{})[0]
			var subjects []string
			for _, o := range got.Observations {
				subjects = append(subjects, o.Subject)
				if o.Source != "pricing_test" {
					t.Errorf("observation of %q has source %q", o.Subject, o.Source)
				}
			}
			if strings.Join(subjects, " ") != tc.want || len(got.Missed) != tc.missed || len(got.Inputs) != len(subjects) {
				t.Errorf("read %q from %d documents, missed %v, want %q, %d missed", subjects, len(got.Inputs), got.Missed, tc.want, tc.missed)
			}
			if (got.Failure == nil) != (tc.err == nil) {
				t.Fatalf("failure = %v, want %q", got.Failure, tc.err)
			}
			for _, want := range tc.err {
				if all := append(got.Missed, got.Failure.Cause); !strings.Contains(strings.Join(all, "; "), want) {
					t.Errorf("missed %q, want %q", all, want)
				}
			}
		})
	}
}

// countingPages counts how often each address is asked for.
type countingPages struct {
	pages
	asked map[string]int
}

func (p countingPages) Fetch(ctx context.Context, r web.Request) (web.Payload, error) {
	p.asked[r.URL]++
	return p.pages.Fetch(ctx, r)
}

// datedPages gives each page the day its body ends in.
type datedPages struct{ pages }

func (p datedPages) Fetch(ctx context.Context, r web.Request) (web.Payload, error) {
	doc, err := p.pages.Fetch(ctx, r)
	if err == nil {
		doc.FetchedAt = onDay(int(doc.Body[len(doc.Body)-1] - '0'))
	}
	return doc, err
}

func TestOptionalDocumentsOfAnEarlierTimeAreLeftOut(t *testing.T) {
	web := datedPages{pages{"needed": "needed 5", "older": "older 3", "day before": "day before 4", "newer": "newer 9"}}
	for optional, want := range map[string]int{"older": 1, "day before": 2, "newer": 2} {
		got := Run(t.Context(), web, []Source{withOptional(ask("needed"), ask(optional))}, RunOptions{})[0]
		if got.Failure != nil || len(got.Inputs) != want {
			t.Errorf("with an optional document %q: %d documents, %v, want %d", optional, len(got.Inputs), got.Failure, want)
		}
	}
}

func TestVisitAsksForAnAddressOnce(t *testing.T) {
	s := source(ask("bad", "empty", "good"), ask("good"))
	s.Next = func(web.Payload) []web.Request { return ask("good", "bad", "absent") }
	web := countingPages{pages{"good": "good", "bad": "bad", "empty": "empty"}, map[string]int{}}
	Run(t.Context(), web, []Source{s}, RunOptions{})
	want := map[string]int{"good": 1, "bad": 1, "empty": 1, "absent": 1}
	if diff := cmp.Diff(want, web.asked); diff != "" {
		t.Errorf("requests differ (-want +got):\n%s", diff)
	}
}

func TestRunKeepsSourcesApartAndInOrder(t *testing.T) {
	var sources []Source
	for i := range 20 {
		s := source(ask([]string{"good", "panic", "absent"}[i%3]))
		s.Name = fmt.Sprintf("source %d", i)
		sources = append(sources, s)
	}
	for i, reading := range Run(t.Context(), pages{"good": "good", "panic": "panic"}, sources, RunOptions{Concurrency: 3}) {
		if reading.Source != sources[i].Name || (reading.Failure == nil) != (i%3 == 0) {
			t.Errorf("reading %d is of %q with error %v", i, reading.Source, reading.Failure)
		}
	}
}

func TestReplayPrefersTheNewestOfEqualStanding(t *testing.T) {
	dates := map[string]int{"old": 1, "new": 3, "copy": 9}
	newest := func(address string) (time.Time, bool) {
		day, ok := dates[address]
		return onDay(day), ok
	}
	site := pages{"old": "old", "new": "new", "copy": "copy"}
	asked := []web.Request{{URL: "absent"}, {URL: "old"}, {URL: "copy", Standing: 1}, {URL: "new"}}
	got := Run(t.Context(), site, []Source{source(asked)}, RunOptions{Newest: newest})[0]
	if got.Failure != nil || got.Inputs[0].URL != "new" {
		t.Errorf("read %v, %v, want new", got.Inputs, got.Failure)
	}
}

func TestCancelledRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := Run(ctx, pages{"good": "good"}, []Source{source(ask("good", "good"))}, RunOptions{})[0]
	if !errors.Is(got.Failure, context.Canceled) {
		t.Errorf("failure = %v, want %v", got.Failure, context.Canceled)
	}
}

func TestRunTellsOfEveryReadingAtOnce(t *testing.T) {
	told := make(chan string, 2)
	sources := []Source{source(ask("good")), source(ask("absent"))}
	readings := Run(t.Context(), pages{"good": "good"}, sources, RunOptions{Done: func(r data.Reading) {
		told <- fmt.Sprint(len(r.Observations), " ", r.Failure != nil)
	}})
	got := []string{<-told, <-told}
	slices.Sort(got)
	if want := []string{"0 true", "1 false"}; !slices.Equal(got, want) || len(readings) != 2 {
		t.Errorf("told of %q and returned %d readings, want %q and 2", got, len(readings), want)
	}
}

func onDay(n int) time.Time { return time.Date(2026, 5, n, 0, 0, 0, 0, time.UTC) }

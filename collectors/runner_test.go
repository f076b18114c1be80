package collectors_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// readBodies makes one observation a document; "bad" does not parse, "empty" has no rows and "panic" panics.
func readBodies(docs []web.Payload, _ *page.Refused) ([]data.Observation, error) {
	var all []data.Observation
	for _, doc := range docs {
		switch string(doc.Body) {
		case "bad":
			return nil, errors.New("no table")
		case "panic":
			panic("index out of range")
		case "empty":
		default:
			all = append(all, doc.Observe(string(doc.Body), data.PriceInput, "1", data.USDPerMillion, "", data.PageAddress{}, data.Qualifiers{}))
		}
	}
	return all, nil
}

func source(requests ...[]web.Request) collectors.Source {
	return collectors.Source{Name: "pricing_test", Requests: requests, Parse: readBodies}
}

func withOptional(needed, optional []web.Request) collectors.Source {
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
		source collectors.Source
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
			web := sourcetest.Pages{"good": "good", "older": "older", "other": "other", "index": "index", "page": "page", "bad": "bad", "empty": "empty", "panic": "panic"}
			got := collectors.Run(t.Context(), web, []collectors.Source{tc.source}, collectors.RunOptions{})[0]
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

// datedPages gives each page the day its body ends in.
type datedPages struct{ sourcetest.Pages }

func (p datedPages) Fetch(ctx context.Context, r web.Request) (web.Payload, error) {
	doc, err := p.Pages.Fetch(ctx, r)
	if err == nil {
		doc.FetchedAt = onDay(int(doc.Body[len(doc.Body)-1] - '0'))
	}
	return doc, err
}

func TestOptionalDocumentsOfAnEarlierTimeAreLeftOut(t *testing.T) {
	web := datedPages{sourcetest.Pages{"needed": "needed 5", "older": "older 3", "day before": "day before 4", "newer": "newer 9"}}
	for optional, want := range map[string]int{"older": 1, "day before": 2, "newer": 2} {
		got := collectors.Run(t.Context(), web, []collectors.Source{withOptional(ask("needed"), ask(optional))}, collectors.RunOptions{})[0]
		if got.Failure != nil || len(got.Inputs) != want {
			t.Errorf("with an optional document %q: %d documents, %v, want %d", optional, len(got.Inputs), got.Failure, want)
		}
	}
}

func TestVisitAsksForAnAddressOnce(t *testing.T) {
	s := source(ask("bad", "empty", "good"), ask("good"))
	s.Next = func(web.Payload) []web.Request { return ask("good", "bad", "absent") }
	web := sourcetest.CountedPages{Pages: sourcetest.Pages{"good": "good", "bad": "bad", "empty": "empty"}, Asked: map[string]int{}}
	collectors.Run(t.Context(), web, []collectors.Source{s}, collectors.RunOptions{})
	want := map[string]int{"good": 1, "bad": 1, "empty": 1, "absent": 1}
	if diff := cmp.Diff(want, web.Asked); diff != "" {
		t.Errorf("requests differ (-want +got):\n%s", diff)
	}
}

func TestRunKeepsSourcesApartAndInOrder(t *testing.T) {
	var sources []collectors.Source
	for i := range 20 {
		s := source(ask([]string{"good", "panic", "absent"}[i%3]))
		s.Name = fmt.Sprintf("source %d", i)
		sources = append(sources, s)
	}
	for i, reading := range collectors.Run(t.Context(), sourcetest.Pages{"good": "good", "panic": "panic"}, sources, collectors.RunOptions{Concurrency: 3}) {
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
	site := sourcetest.Pages{"old": "old", "new": "new", "copy": "copy"}
	asked := []web.Request{{URL: "absent"}, {URL: "old"}, {URL: "copy", Standing: 1}, {URL: "new"}}
	got := collectors.Run(t.Context(), site, []collectors.Source{source(asked)}, collectors.RunOptions{Newest: newest})[0]
	if got.Failure != nil || got.Inputs[0].URL != "new" {
		t.Errorf("read %v, %v, want new", got.Inputs, got.Failure)
	}
}

func TestCancelledRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := collectors.Run(ctx, sourcetest.Pages{"good": "good"}, []collectors.Source{source(ask("good", "good"))}, collectors.RunOptions{})[0]
	if !errors.Is(got.Failure, context.Canceled) {
		t.Errorf("failure = %v, want %v", got.Failure, context.Canceled)
	}
}

func TestRunTellsOfEveryReadingAtOnce(t *testing.T) {
	told := make(chan string, 2)
	sources := []collectors.Source{source(ask("good")), source(ask("absent"))}
	readings := collectors.Run(t.Context(), sourcetest.Pages{"good": "good"}, sources, collectors.RunOptions{Done: func(r data.Reading) {
		told <- fmt.Sprint(len(r.Observations), " ", r.Failure != nil)
	}})
	got := []string{<-told, <-told}
	slices.Sort(got)
	if want := []string{"0 true", "1 false"}; !slices.Equal(got, want) || len(readings) != 2 {
		t.Errorf("told of %q and returned %d readings, want %q and 2", got, len(readings), want)
	}
}

func onDay(n int) time.Time { return time.Date(2026, 5, n, 0, 0, 0, 0, time.UTC) }

// hung answers every address but one, for which it waits until it is told to stop.
type hung struct {
	sourcetest.Pages
	address string
}

func (h hung) Fetch(ctx context.Context, r web.Request) (web.Payload, error) {
	if r.URL == h.address {
		<-ctx.Done()
		return web.Payload{}, ctx.Err()
	}
	return h.Pages.Fetch(ctx, r)
}

func TestDeadlineEndsARunWithWhatWasRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Hour, errors.New("the run has taken too long"))
		defer cancel()
		got := collectors.Run(ctx, hung{sourcetest.Pages{"good": "good"}, "slow"}, []collectors.Source{source(ask("slow", "good")), source(ask("good"))}, collectors.RunOptions{})
		if got[0].Failure == nil || got[0].Failure.Class != data.RunStopped || got[0].Failure.Cause != "stopped: the run has taken too long" {
			t.Errorf("the slow source: %v, want the deadline", got[0].Failure)
		}
		if got[1].Failure != nil {
			t.Errorf("the other source: %v, want a reading", got[1].Failure)
		}
	})
}

// TestEveryWayNotToUnderstandHasItsClass quotes a page that speaks of other failures.
func TestEveryWayNotToUnderstandHasItsClass(t *testing.T) {
	const address = "https://a.example/page"
	for name, tc := range map[string]struct {
		err   error
		class data.FailureClass
		text  string
	}{
		"a panic": {parsed(func([]web.Payload, *page.Refused) ([]data.Observation, error) { panic("index out of range") }), data.OtherFailure, "panic: index out of range; this is a bug in the source's reader"},
		"no table": {parsed(func([]web.Payload, *page.Refused) ([]data.Observation, error) {
			return nil, errors.New("no table; status 404 (DNS)")
		}), data.NotUnderstood, "read " + address + ": no table; status 404 (DNS)"},
		"no rows": {parsed(func([]web.Payload, *page.Refused) ([]data.Observation, error) { return nil, nil }), data.NotUnderstood, "read no rows from " + address},
	} {
		t.Run(name, func(t *testing.T) {
			if got := data.FailureOf(tc.err); got.Class != tc.class || tc.err.Error() != tc.text {
				t.Errorf("the failure is %q: %q, want %q: %q", got.Class, tc.err, tc.class, tc.text)
			}
		})
	}
}

func parsed(parse func([]web.Payload, *page.Refused) ([]data.Observation, error)) error {
	_, _, err := collectors.Parse(collectors.Source{Parse: parse}, []web.Payload{{URL: "https://a.example/page"}})
	return err
}

// TestWhatIsPrintedIsVisible: whichever text of an observation a page brings, nothing acts on a terminal, and it is short.
func TestWhatIsPrintedIsVisible(t *testing.T) {
	const hostile = "a\x1b[2J\u009b8m\u202eb"
	s := source(ask("page"))
	s.Parse = func(docs []web.Payload, _ *page.Refused) ([]data.Observation, error) {
		o := docs[0].Observe("name", data.PriceInput, "1", data.USDPerMillion, hostile, data.PageAddress{}, data.Qualifiers{})
		o.Computed = hostile
		for _, part := range []any{&o.Qualifiers, &o.Address} {
			v := reflect.ValueOf(part).Elem()
			for i := range v.NumField() {
				switch text := v.Field(i).Addr().Interface().(type) {
				case *string:
					*text = strings.Repeat(hostile, 1000)
				case *[]string:
					*text = []string{strings.Repeat(hostile, 1000)}
				}
			}
		}
		return []data.Observation{o}, nil
	}
	got, _, err := collectors.Parse(s, []web.Payload{{URL: "page"}})
	if err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprintf("%+v", got[0]); !data.IsVisible(text) || len(text) > 100_000 {
		t.Errorf("%d bytes: %.300q", len(text), text)
	}
}

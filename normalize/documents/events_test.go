package documents

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/normalize/fixture"
)

// announcedPage is what Acme's page prints on a day of October 2026: prices of today, and some that will hold later.
func announcedPage(day int, lines ...string) data.Reading {
	page := acmePage()
	for _, line := range lines {
		var field, value, word, other string
		fmt.Sscan(line, &field, &value, &word, &other)
		q := data.Qualifiers{}
		switch word {
		case "from":
			q.Kind, q.ValidFrom = data.KindAnnounced, other
		case "until":
			q.Kind, q.ValidUntil = data.KindPromotional, other
		case "promised":
			q.Kind, q.Promised = data.KindPromotional, other
		case "is":
			q.Status = strings.ReplaceAll(other, "_", " ")
		case "list":
			q.Kind = data.KindList
		}
		o := printed("one", data.Field("price."+field), value, q)
		o.FetchedAt = data.At(time.Date(2026, 10, day, 0, 0, 0, 0, time.UTC))
		page.Observations = append(page.Observations, o)
	}
	return page
}

// builtOn is a chain of snapshots, one a page, on days of October 2026.
func builtOn(t *testing.T, c func() *catalog.Catalog, days []int, pages []data.Reading) []data.Snapshot {
	t.Helper()
	var all []data.Snapshot
	var previous *data.Snapshot
	for i, day := range days {
		r, err := Build(normalize.Input{
			Catalog: c(), Readings: []data.Reading{pages[i]}, Previous: previous,
			Now: time.Date(2026, 10, day, 3, 0, 0, 0, time.UTC), Generator: "pricepoint/test",
		})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r.Snapshot)
		previous = &all[i]
	}
	return all
}

// TestEvents announces something on 5 October, and reads the page again, or not.
func TestEvents(t *testing.T) {
	rise := []string{"input 5", "output 25", "input 8 from 2026-10-20", "output 40 from 2026-10-20"}
	plain, risen := []string{"input 5", "output 25"}, []string{"input 8", "output 40"}
	promotion := []string{"input 2 until 2026-10-20", "input 5 list", "output 25"}
	for _, tc := range []struct {
		name   string
		days   []int // of the snapshots
		read   []int // of the pages
		pages  [][]string
		told   []string // changes of prices and events, as they came
		events []string // of the last snapshot
	}{
		{
			"comes-true", []int{1, 5, 12, 20}, []int{1, 5, 12, 20}, [][]string{plain, rise, rise, risen},
			[]string{"05 announced/price/2026-10-20 pricing.input 5 8, pricing.output 25 40", "20 pricing.input 5 8", "20 pricing.output 25 40"},
			[]string{"one/price/2026-10-20 0"},
		},
		{
			"withdrawn", []int{1, 5, 12, 20}, []int{1, 5, 12, 20}, [][]string{plain, rise, plain, plain},
			[]string{"05 announced/price/2026-10-20 pricing.input 5 8, pricing.output 25 40", "12 retracted/price/2026-10-20 withdrawn pricing.input 5 8, pricing.output 25 40"},
			[]string{"one/price/2026-10-20 1 withdrawn"},
		},
		{
			"not-in-force-on-its-day", []int{1, 5, 20}, []int{1, 5, 20}, [][]string{plain, rise, plain},
			[]string{"05 announced/price/2026-10-20 pricing.input 5 8, pricing.output 25 40", "20 retracted/price/2026-10-20 notInForce pricing.input 5 8, pricing.output 25 40"},
			[]string{"one/price/2026-10-20 1 notInForce"},
		},
		{
			"unread", []int{1, 5, 12, 20, 27}, []int{1, 5, 5, 5, 5}, [][]string{plain, rise, rise, rise, rise},
			[]string{"05 announced/price/2026-10-20 pricing.input 5 8, pricing.output 25 40", "20 retracted/price/2026-10-20 unread pricing.input 5 8, pricing.output 25 40"},
			[]string{"one/price/2026-10-20 1 unread"},
		},
		{
			"another-day", []int{1, 5, 12}, []int{1, 5, 12}, [][]string{plain, rise, {"input 5", "output 25", "input 8 from 2026-10-25", "output 40 from 2026-10-25"}},
			[]string{"05 announced/price/2026-10-20 pricing.input 5 8, pricing.output 25 40",
				"12 retracted/price/2026-10-20 withdrawn pricing.input 5 8, pricing.output 25 40", "12 announced/price/2026-10-25 pricing.input 5 8, pricing.output 25 40"},
			[]string{"one/price/2026-10-20 1 withdrawn", "one/price/2026-10-25 0"},
		},
		{
			"withdrawn-and-announced-again", []int{1, 5, 8, 12}, []int{1, 5, 8, 12}, [][]string{plain, rise, plain, rise},
			[]string{"05 announced/price/2026-10-20 pricing.input 5 8, pricing.output 25 40", "08 retracted/price/2026-10-20 withdrawn pricing.input 5 8, pricing.output 25 40",
				"12 announced/price/2026-10-20 pricing.input 5 8, pricing.output 25 40"},
			[]string{"one/price/2026-10-20 2"},
		},
		{
			"in-the-first-snapshot", []int{5, 12}, []int{5, 12}, [][]string{rise, rise}, nil, []string{"one/price/2026-10-20 0"},
		},
		{
			"promotion-ends", []int{1, 5, 21}, []int{1, 5, 21}, [][]string{plain, promotion, plain},
			[]string{"05 pricing.input 5 2", "05 announced/promotionEnd/2026-10-20 pricing.input 2 5", "21 pricing.input 2 5"},
			[]string{"one/promotionEnd/2026-10-20 0"},
		},
		{
			"promotion-and-what-follows", []int{1, 5, 12}, []int{1, 5, 12}, [][]string{plain, {"input 2 until 2026-10-20", "input 5 from 2026-10-21", "output 25"}, {"input 2", "output 25"}},
			[]string{"05 pricing.input 5 2", "05 announced/price/2026-10-21 pricing.input 2 5", "12 retracted/price/2026-10-21 withdrawn pricing.input 2 5"},
			[]string{"one/price/2026-10-21 1 withdrawn"},
		},
		{
			"promotion-is-prolonged", []int{1, 5, 12}, []int{1, 5, 12}, [][]string{plain, promotion, {"input 2 until 2026-11-20", "input 5 list", "output 25"}},
			[]string{"05 pricing.input 5 2", "05 announced/promotionEnd/2026-10-20 pricing.input 2 5",
				"12 retracted/promotionEnd/2026-10-20 withdrawn pricing.input 2 5", "12 announced/promotionEnd/2026-11-20 pricing.input 2 5"},
			[]string{"one/promotionEnd/2026-10-20 1 withdrawn", "one/promotionEnd/2026-11-20 0"},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var pages []data.Reading
			for i, day := range tc.read {
				pages = append(pages, announcedPage(day, tc.pages[i]...))
			}
			all := builtOn(t, smallCatalog, tc.days, pages)
			doc := changesOf(t, all[len(all)-1])
			if diff := cmp.Diff(tc.told, toldOf(doc)); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tc.events, eventsOf(doc)); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
		})
	}
}

// toldOf are the changes of prices and the events of a document, oldest first.
func toldOf(doc data.ChangesDocument) []string {
	var all []string
	versions := map[string][]string{}
	var order []string
	for _, c := range doc.Changes {
		line := fmt.Sprintf("%s %s %s %s", c.At.Format("02"), c.Field, c.Old, c.New)
		switch {
		case c.Event != nil:
			line = c.At.Format("02") + " " + strings.TrimPrefix(c.ID, c.Version+"/"+c.Tool+"/")
			if c.Cause != "" {
				line += " " + string(c.Cause)
			}
			line += " " + pricesOfEvent(*c.Event)
		case !strings.HasPrefix(c.Field, "pricing.") || c.Evidence == nil || c.Evidence.Method == data.Ruled:
			continue
		}
		if versions[c.Version] == nil {
			order = append(order, c.Version)
		}
		versions[c.Version] = append(versions[c.Version], strings.TrimSpace(line))
	}
	slices.Sort(order)
	for _, version := range order {
		all = append(all, versions[version]...)
	}
	return all
}

func pricesOfEvent(e data.Event) string {
	var all []string
	for _, p := range e.Prices {
		all = append(all, fmt.Sprintf("%s %s %s", p.Field, p.Old, p.New))
	}
	return strings.Join(all, ", ")
}

// eventsOf are the events of a document with how often they were told otherwise, and why they were retracted.
func eventsOf(doc data.ChangesDocument) []string {
	var all []string
	for _, e := range doc.Events {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %d %s", e.ID, e.Sequence, e.Cause)))
	}
	return all
}

// TestEventsOfLife calls a tool legacy, flags it, gives it a last day, and takes all of that back.
func TestEventsOfLife(t *testing.T) {
	states := []func(*catalog.Tool){
		func(*catalog.Tool) {},
		func(tool *catalog.Tool) { tool.Legacy = true },
		func(tool *catalog.Tool) { tool.Deprecated, tool.Successor = true, "two" },
		func(tool *catalog.Tool) {
			tool.Deprecated, tool.Successor, tool.Shutdown = true, "two", day("2026-10-31")
		},
		func(tool *catalog.Tool) {},
	}
	week := 0
	c := func() *catalog.Catalog {
		c := smallCatalog()
		states[week](&c.Tools[0])
		if c.Tools[0].Deprecated || c.Tools[0].Legacy {
			c.Tools[0].Lifecycle = &catalog.Evidence{Verified: day("2026-09-01"), Source: "https://acme.example/life", Basis: data.OwnPage}
		}
		week++
		return c
	}
	page := announcedPage(1, "input 5", "output 25")
	all := builtOn(t, c, []int{1, 3, 5, 12, 20}, []data.Reading{page, page, page, page, page})
	doc := changesOf(t, all[4])
	want := []string{"03 announced/legacy", "05 announced/deprecation", "12 announced/shutdown/2026-10-31", "20 retracted/deprecation withdrawn", "20 retracted/shutdown/2026-10-31 withdrawn"}
	if diff := cmp.Diff(want, toldOf(doc)); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"one/shutdown/2026-10-31 1 withdrawn"}, eventsOf(doc)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if e := changesOf(t, all[3]).Changes[0]; e.Event.Successor != "two" || e.Evidence.URL != "https://acme.example/life" {
		t.Errorf("the shutdown has successor %q and evidence %+v", e.Event.Successor, e.Evidence)
	}
}

// TestPageFlagsTheEnd has the provider's own page flag a tool, first as deprecated and then as retired.
func TestPageFlagsTheEnd(t *testing.T) {
	all := builtOn(t, smallCatalog, []int{1, 5, 12, 20}, []data.Reading{
		announcedPage(1, "input 5 is limited_availability", "output 25"), announcedPage(5, "input 5 is deprecated", "output 25"),
		announcedPage(12, "input 5 is retired,_except_on_Bedrock", "output 25"), announcedPage(20, "input 5", "output 25"),
	})
	want := []string{"05 announced/deprecation", "12 announced/retirement", "20 retracted/deprecation withdrawn", "20 retracted/retirement withdrawn"}
	if diff := cmp.Diff(want, toldOf(changesOf(t, all[3]))); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	for i, want := range []string{"sold", "deprecated deprecated", "deprecated retired retired, except on Bedrock", "sold"} {
		p := document[data.ProvenanceDocument](t, Result{Snapshot: all[i]}, data.ProvenancePath).Tools[0].Properties
		got := "sold"
		if p.Deprecated || p.Retired {
			got = strings.Join(p.Evidence[0].Figures, " ") + " " + p.Evidence[0].Quote
		}
		if got != want {
			t.Errorf("in week %d the tool is %q, want %q", i+1, got, want)
		}
		picks := document[data.UseCasesDocument](t, Result{Snapshot: all[i]}, data.UseCasesPath).UseCases[0].TopPicks
		if picked := slices.Contains(picks, "one"); picked != (want == "sold") {
			t.Errorf("in week %d the tool is %q, and recommended: %t", i+1, got, picked)
		}
	}
}

// TestRollbackTakesEventsBack restores a snapshot from before an announcement.
func TestRollbackTakesEventsBack(t *testing.T) {
	rise := []string{"input 5", "output 25", "input 8 from 2026-10-20"}
	all := builtOn(t, smallCatalog, []int{1, 5}, []data.Reading{announcedPage(1, "input 5", "output 25"), announcedPage(5, rise...)})
	restored, err := Restore(all[0], all[1], time.Date(2026, 10, 6, 0, 0, 0, 0, time.UTC), "pricepoint/test")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"one/price/2026-10-20 1 restored"}, eventsOf(changesOf(t, restored))); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

func changesOf(t *testing.T, s data.Snapshot) data.ChangesDocument {
	t.Helper()
	return fixture.Document[data.ChangesDocument](t, s, data.ChangesPath)
}

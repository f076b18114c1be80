//go:build proof

package faults

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/cmd/internal/published"
	"pricepoint/data"
	"pricepoint/data/store"
)

var manyWeeks = flag.Int("weeks", 0, "how many weeks half of the recorded web fails; 0: a few weeks of small pages")

// TestYearOfFailingSources lets half of the sources fail each week, each in a way of its own, while what they print changes.
// Every published value is what its own source printed when it could be read last.
func TestYearOfFailingSources(t *testing.T) {
	t.Parallel()
	weeks, captures, err := fewWeeks, []fixture.Capture(nil), error(nil)
	if *manyWeeks > 0 {
		weeks = *manyWeeks
		captures, err = fixture.Captures(fixture.Recorded(t))
	} else {
		captures, err = smallPages()
	}
	if err != nil {
		t.Fatal(err)
	}
	y := newYear(t, sitesOf(t, captures), filepath.Join(t.TempDir(), "store"))
	y.begin()
	for range weeks {
		y.live()
	}
	y.recover()
	y.checkHistories()
	y.verifyAll()
	y.report()
}

// smallPages are the collectors' own pages, and in place of four of them pages that name tools of ours.
func smallPages() ([]fixture.Capture, error) {
	all, err := fixture.Pages()
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join("..", "poison", "testdata", "pricing_*"))
	for _, file := range files {
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		body, readErr := os.ReadFile(file)
		i := slices.IndexFunc(all, func(c fixture.Capture) bool { return c.URL == fixture.SourceURL(name) })
		all[i].Body, err = body, errors.Join(err, readErr)
	}
	return all, err
}

// fewWeeks are as many as a plain go test simulates.
const fewWeeks = 2

// patienceOfFetches is how long the program waits for a page.
const patienceOfFetches = 5 * time.Second

// year is a web that changes and fails, the store that is kept of it, and what is true.
type year struct {
	t        *testing.T
	clock    clock
	start    time.Time
	web      *fixture.Internet
	sites    []*site
	location string
	server   string
	random   *rand.Rand

	days     []string // by week
	first    map[data.ToolField]data.Evidence
	editable []data.ToolField
	moves    []move
	lastRead map[string]int // week in which a source was read last
	held     map[string]*hold
	shown    map[data.ToolField][]showing
	told     tally
	schemas  schemas

	before    data.Snapshot // the newest, and what it publishes
	published map[data.ToolField]data.Evidence

	mu       sync.Mutex
	week     int // 0 is the last of those in which everything can be read in the beginning
	sendings map[sending]bool
}

// showing is a value with the time of the snapshot that first had it.
type showing struct {
	value data.Number
	at    data.Timestamp
}

// hold is a value that the gate keeps back.
type hold struct {
	finding data.Finding
	read    int // how often its source was read since
}

// tally counts what the year was made of.
type tally struct {
	fates                                       map[string]int
	failed, read, values, documents, held, seen int
}

func newYear(t *testing.T, sites []*site, location string) *year {
	c := newClock(t)
	y := &year{
		t: t, clock: c, web: newWeb(t, c, patienceOfFetches), sites: sites, location: location,
		start: time.Now().Truncate(time.Hour), random: rand.New(rand.NewPCG(*seed, 0)), first: map[data.ToolField]data.Evidence{},
		lastRead: map[string]int{}, held: map[string]*hold{}, shown: map[data.ToolField][]showing{},
		told: tally{fates: map[string]int{}}, sendings: map[sending]bool{}, week: -settled,
	}
	y.serveAll()
	return y
}

func (y *year) serveAll() {
	for _, s := range y.sites {
		y.serve(s)
	}
}

// settled is how many weeks pass until the web is as known as it gets: what the first reading of a page says otherwise than
// people have verified is published at the second.
const settled = 1

// begin refreshes a few times while everything can be read, and remembers what is published then.
func (y *year) begin() {
	t := y.t
	t.Helper()
	for ; y.week <= 0; y.week++ {
		y.before = y.refresh(nil)
	}
	y.week = 0
	y.days = []string{y.now().Format(time.DateOnly)}
	fresh := documentOf[data.FreshnessDocument](t, y.before, data.FreshnessPath)
	for _, s := range fresh.Sources {
		if s.State == data.Failing || s.State == data.Disallowed {
			t.Fatalf("%s cannot be read when all is well: %s", s.ID, s.Cause)
		}
		y.lastRead[s.ID] = 0
	}
	y.published = y.values(y.before)
	for of, e := range y.published {
		y.first[of] = e
		y.shown[of] = []showing{{e.Value, y.before.Manifest.GeneratedAt}}
		if e.Method == data.Collected && len(e.Announced) == 0 && slices.Contains(slices.Collect(maps.Values(fieldsOf)), of.Field) {
			y.editable = append(y.editable, of)
		}
	}
	slices.SortFunc(y.editable, func(a, b data.ToolField) int { return strings.Compare(a.Tool+a.Field, b.Tool+b.Field) })
	for _, f := range documentOf[data.FindingsDocument](t, y.before, data.FindingsPath).Findings {
		if f.Kind == data.Held {
			t.Logf("held although all is well: %s", f.Why)
			y.held[f.ID] = &hold{f, -len(y.sites)} // what the recorded web itself leaves open
		}
	}
	y.server = fixture.Started(t, y.command("serve", "--store", y.location, "--listen", "127.0.0.1:0", "--log-format", "text"))
	y.schemas = readSchemas(t)
	t.Logf("%d values of %d tools, %d of them on pages that can be edited", len(y.first), len(y.tools(y.before)), len(y.editable))
}

// live is one week: a few pages change, half of the sources fail, and the program refreshes.
func (y *year) live() {
	y.week++
	y.days = append(y.days, y.now().Format(time.DateOnly))
	y.edit(false)
	if y.week%leapsApart == 0 {
		y.edit(true)
	} else {
		y.edit(false)
	}
	y.serveAll()
	fates := y.strike()
	y.judge(fates, y.refresh(fates))
}

// leapsApart are the weeks between two changes that nobody believes at once.
const leapsApart = 3

// recover is a week in which everything can be read again, and another one if a value waits for that: then nothing is left to
// wait for.
func (y *year) recover() {
	y.serveAll()
	for n := 0; n == 0 || n < 2 && y.waits(); n++ {
		y.week++
		y.days = append(y.days, y.now().Format(time.DateOnly))
		y.judge(nil, y.refresh(nil))
	}
	for of, e := range y.published {
		if h := y.held[e.Held]; h != nil && !endsAlone(h.finding) {
			continue
		}
		if fromPage(y.first[of]) && !e.Value.Equal(y.truth(of, y.week)) {
			y.t.Errorf("everything could be read, and %s of %s is still %s, not %s (%s)", of.Field, of.Tool, e.Value, y.truth(of, y.week), e.Held)
		}
	}
}

// waits reports whether a value is held that another reading of its page would let pass.
func (y *year) waits() bool {
	for _, h := range y.held {
		if endsAlone(h.finding) {
			return true
		}
	}
	return false
}

func (y *year) now() time.Time { return y.start.AddDate(0, 0, 7*(y.week+settled+1)) }

// refresh sets the clock to the week, refreshes over the live web and returns what is published then.
func (y *year) refresh(fates map[string]mishap) data.Snapshot {
	t := y.t
	t.Helper()
	y.clock.off(time.Until(y.now()))
	y.web.Date(y.now())
	_, log, code := fixture.Finished(t, y.command("refresh", "--store", y.location, "--log-format", "text"))
	if code != 0 {
		t.Fatalf("week %d: refresh ended with %d:\n%s", y.week, code, log)
	}
	newest, warning, err := y.open().Latest()
	if err != nil || warning != nil {
		t.Fatalf("week %d: %v, %v", y.week, err, warning)
	}
	for source := range fates {
		if !fates[source].mild && !strings.Contains(log, "source="+source+" cause=") {
			t.Errorf("week %d: the log does not tell that %s has failed (%s)", y.week, source, fates[source].name)
		}
	}
	return newest
}

func (y *year) open() *store.Store {
	kept, err := store.Open(y.location)
	if err != nil {
		y.t.Fatal(err)
	}
	return kept
}

func documentOf[T any](t testing.TB, s data.Snapshot, path string) T {
	t.Helper()
	document, err := published.Document[T](s, path)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// values are the evidence of everything that is published.
func (y *year) values(s data.Snapshot) map[data.ToolField]data.Evidence {
	all := map[data.ToolField]data.Evidence{}
	for _, tool := range documentOf[data.ProvenanceDocument](y.t, s, data.ProvenancePath).Tools {
		for _, e := range tool.Values {
			all[data.ToolField{Tool: tool.ID, Field: e.Field}] = e
		}
	}
	return all
}

func (y *year) tools(s data.Snapshot) []string {
	var all []string
	for _, tool := range documentOf[data.ToolsDocument](y.t, s, data.ToolsPath).Tools {
		all = append(all, tool.ID)
	}
	return all
}

func (y *year) site(name string) *site {
	i := slices.IndexFunc(y.sites, func(s *site) bool { return s.Name == name })
	return y.sites[i]
}

// verifyAll verifies the whole store, and derives every snapshot again.
func (y *year) verifyAll() {
	y.t.Helper()
	out, log, code := fixture.Finished(y.t, y.command("verify", "--rebuild", "--store", y.location))
	if n := strings.Count(out, "rebuilt to the same bytes"); code != 0 || n != y.week+settled+1 {
		y.t.Errorf("verify --rebuild ended with %d, %d of %d snapshots are rebuilt:\n%s%s", code, n, y.week+settled+1, out, log)
	}
}

func (y *year) report() {
	n := y.told
	y.t.Logf("%d weeks: sources were read %d times and failed %d times; %d values and %d documents were looked at; %d changes of pages, %d became public; %d values were held for a while",
		y.week, n.read, n.failed, n.values, n.documents, len(y.moves), n.seen, n.held)
	var lines []string
	for name, times := range n.fates {
		lines = append(lines, fmt.Sprintf("%4d  %s", times, name))
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[6:], b[6:]) })
	y.t.Logf("what became of the sources that failed:\n%s", strings.Join(lines, "\n"))
	if n.seen == 0 || n.failed == 0 {
		y.t.Error("nothing has changed, or nothing has failed: this proves nothing")
	}
}

package acceptance

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/warc"
	"pricepoint/collectors/web"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/names"
)

// openNames are the printed names that may or may not mean a tool, and the tools that findings suggest for them.
var openNames = map[string][]string{
	"leaderboard_swebench GPT 4 (0806)":        {"gpt-4-1", "gpt-4o", "gpt-4-1-mini"}, // may be the GPT-4o of that day
	"leaderboard_swebench GPT 4o (2024-06-12)": {"gpt-4o", "gpt-4o-mini"},             // the day of the submission
	"leaderboard_swebench GPT4o":               {"gpt-4o"},                            // of which snapshot is not said
	"pricing_alibaba qwen3.7-max-2026-06-08":   {"qwen3-7-max", "qwen3-8-max"},        // newer than what the name means
}

// printed is a name as a source prints it on a day.
type printed struct {
	source, name string
	at           time.Time
}

// TestRecordedNames holds every name of every real capture against the catalogue: it means one tool, or it is known
// to mean none and why, or it is one of those that nobody has decided about.
func TestRecordedNames(t *testing.T) {
	t.Parallel()
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	resolver := names.New(c)
	open, tools, tally := map[string][]string{}, map[string]bool{}, nameTally{}
	for p := range recordedNames(t) {
		m := resolver.Resolve(p.source, p.name, p.at)
		tally.add(p, m.Kind)
		switch m.Kind {
		case names.Tool:
			tools[strings.Join([]string{m.Tool, p.source, p.name, strings.Trim(m.Effort+" "+m.Harness, " ")}, "\t")] = true
		case names.NoMatch:
			open[p.source+" "+p.name] = resolver.Nearest(p.name)
		default:
			if m.Why == "" || m.Tool != "" {
				t.Errorf("%s of %s is %+v; what is no tool needs a reason and no tool", p.name, p.source, m)
			}
		}
	}
	tally.log(t)
	if diff := cmp.Diff(openNames, open); diff != "" {
		t.Errorf("names that nobody has decided about (-want +got):\n%s", diff)
	}
	checkNames(t, strings.Join(slices.Sorted(maps.Keys(tools)), "\n")+"\n")
}

// nameTally counts the different names of every source by what they turned out to be.
type nameTally map[string]map[names.MatchKind]map[string]bool

func (n nameTally) add(p printed, kind names.MatchKind) {
	if n[p.source] == nil {
		n[p.source] = map[names.MatchKind]map[string]bool{}
	}
	if n[p.source][kind] == nil {
		n[p.source][kind] = map[string]bool{}
	}
	n[p.source][kind][p.name] = true
}

func (n nameTally) log(t *testing.T) {
	t.Helper()
	for _, source := range slices.Sorted(maps.Keys(n)) {
		of := n[source]
		t.Logf("%-26s %4d tools %4d other models %4d other routes %4d open", source,
			len(of[names.Tool]), len(of[names.OtherModel]), len(of[names.OtherRoute]), len(of[names.NoMatch]))
	}
}

// checkNames compares which names mean tools with the list that was gone through by a person.
func checkNames(t *testing.T, got string) {
	t.Helper()
	path := filepath.Join("testdata", "recorded-names.tsv")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("names of tools (-want +got); -update rewrites the list:\n%s", diff)
	}
}

// recordedNames reads every capture of every source once.
func recordedNames(t *testing.T) map[printed]bool {
	t.Helper()
	pages := readRecorded(t)
	names := map[printed]bool{}
	sources := collectors.All()
	for i, s := range sources {
		sources[i].Parse = once(s.Parse)
	}
	for _, day := range pages.days() {
		pages.asOf = day
		for _, reading := range collectors.Run(t.Context(), pages, sources, collectors.RunOptions{Newest: pages.newest}) {
			for _, o := range reading.Observations {
				names[printed{o.Source, o.Subject, o.FetchedAt.Time}] = true
			}
		}
	}
	return names
}

// once parses the same documents only once, for most sources have nothing new on most days.
func once(parse func([]web.Payload) ([]data.Observation, error)) func([]web.Payload) ([]data.Observation, error) {
	type outcome struct {
		found []data.Observation
		err   error
	}
	known := map[string]outcome{}
	return func(docs []web.Payload) ([]data.Observation, error) {
		key := ""
		for _, d := range docs {
			key += fmt.Sprintln(d.URL, d.FetchedAt, d.SHA256)
		}
		if _, parsed := known[key]; !parsed {
			found, err := parse(docs)
			known[key] = outcome{found, err}
		}
		return slices.Clone(known[key].found), known[key].err
	}
}

// recordedPages answers as the web did on a day.
type recordedPages struct {
	records map[string][]web.Payload // by address, the oldest first
	asOf    time.Time
}

// readRecorded reads the archive of real captures. It is no part of this repository: without it the test is skipped.
func readRecorded(t *testing.T) *recordedPages {
	t.Helper()
	dir := os.Getenv("PRICEPOINT_RECORDED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "recorded")
	}
	file, err := os.Open(filepath.Join(dir, "recorded.warc.gz"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no real captures at %s; set PRICEPOINT_RECORDED to the folder that holds them", dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	archive, err := warc.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	pages := &recordedPages{records: map[string][]web.Payload{}}
	for record, err := archive.Next(); err != io.EOF; record, err = archive.Next() {
		if err != nil {
			t.Fatal(err)
		}
		if record.Type == warc.Response {
			pages.add(t, record)
		}
	}
	for _, all := range pages.records {
		slices.SortStableFunc(all, func(a, b web.Payload) int { return a.FetchedAt.Compare(b.FetchedAt) })
	}
	return pages
}

func (p *recordedPages) add(t *testing.T, record *warc.Record) {
	t.Helper()
	response, err := record.Response()
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != 200 {
		return
	}
	sum := sha256.Sum256(body)
	p.records[record.TargetURI] = append(p.records[record.TargetURI], web.Payload{
		URL: record.TargetURI, ContentType: response.Header.Get("Content-Type"),
		FetchedAt: record.Date, Body: body, SHA256: hex.EncodeToString(sum[:]),
	})
}

// days are those of the captures.
func (p *recordedPages) days() []time.Time {
	var all []time.Time
	for _, records := range p.records {
		for _, r := range records {
			all = append(all, r.FetchedAt)
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	return slices.Compact(all)
}

// Fetch implements web.Fetcher.
func (p *recordedPages) Fetch(_ context.Context, r web.Request) (web.Payload, error) {
	records := p.records[r.URL]
	for i := len(records) - 1; i >= 0; i-- {
		if !records[i].FetchedAt.After(p.asOf) {
			return records[i], nil
		}
	}
	return web.Payload{}, fmt.Errorf("fetch %s: not recorded", r.URL)
}

func (p *recordedPages) newest(address string) (time.Time, bool) {
	found, err := p.Fetch(context.Background(), web.Request{URL: address})
	return found.FetchedAt, err == nil
}
